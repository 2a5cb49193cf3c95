import type { ListItem } from '../../model/document.ts'
import { unionOf } from '../../model/geometry.ts'
import { joinBrokenLines } from '../../model/join-text.ts'
import { minOf } from '../../model/statistics.ts'
import { makeGroup } from '../blocks/paragraphs.ts'
import type { Row, TextGroup } from '../state.ts'
import { isBareLabel, labelKind } from '../text/caption-labels.ts'
import { withoutLeaders } from '../text/dot-leaders.ts'
import { listText, readMarker } from '../text/list-markers.ts'

export interface EntryRows {
  readonly level: number
  readonly label: readonly Row[]
  readonly rows: readonly Row[]
}

/** Returns `null` if no entry is visible. */
export function listOf(entries: readonly EntryRows[]): TextGroup | null {
  const filled = entries.filter(({ label, rows }) => label.length + rows.length > 0)
  const rows = filled.flatMap((entry) => [...entry.label, ...entry.rows])
  const outermost = minOf(filled.map(({ level }) => level))
  const items = filled.map((entry): ListItem => {
    const item = itemOf(entry)
    const isLetterBullet =
      item.marker === '- ' && filled.filter(({ level }) => level === entry.level).every(hasLetterBullet)
    return {
      ...item,
      ...(isLetterBullet ? { text: item.text.replace(letterBullet, '') } : {}),
      level: entry.level - outermost,
      box: unionOf([...entry.label, ...entry.rows]),
    }
  })
  if (items.length === 0) return null
  return {
    ...makeGroup(rows),
    items,
    text: listText(items),
  }
}

/** Word processors use the letter o as a bullet. */
const letterBullet = /^o(?:\s+|$)/

function hasLetterBullet({ label, rows }: EntryRows): boolean {
  return letterBullet.test(joinBrokenLines([...label, ...rows]))
}

const MAX_HEADING_ROWS = 2
const MAX_HEADING_RATIO = 0.5

/** Headings and captions that are tagged as list items; later passes label them. */
export function headingsAndCaptions<Entry extends EntryRows>(entries: readonly Entry[]): Set<Entry> {
  const captions = entries.filter(
    ({ label, rows }) =>
      rows.length > 0 &&
      (isBareLabel(joinBrokenLines(label)) ||
        (entries.length === 1 && labelKind(joinBrokenLines([...label, ...rows])) !== null)),
  )
  const headings = entries.filter(({ label, rows }) => {
    if (rows.length === 0 || rows.length > MAX_HEADING_ROWS || !makeGroup(rows).style.bold) return false
    const marker = readMarker(joinBrokenLines([...label, ...rows]))
    return marker !== null && marker.kind !== 'bullet' && !/[.,;:]$/.test(rows.at(-1)!.text)
  })
  return new Set([
    ...captions,
    ...(entries.length === 1 || headings.length <= MAX_HEADING_RATIO * entries.length ? headings : []),
  ])
}

function itemOf({ label, rows }: EntryRows): Omit<ListItem, 'level'> {
  const labelText = joinBrokenLines(label)
  const body = joinBrokenLines(rows)
  // A marker is recognized only with text after it.
  const fullText = labelText === '' ? body : `${labelText} ${body === '' ? '…' : body}`
  const marker = readMarker(fullText)
  if (marker === null)
    return labelText === ''
      ? { marker: '- ', text: body }
      : { marker: '- ', text: isBullet(labelText) ? body : `${labelText} ${body}`.trim() }
  // A check box is kept with its text.
  const text = labelText === '' ? body.slice(marker.length) : marker.length === 0 ? `${labelText} ${body}`.trim() : body
  return { marker: marker.kind === 'bullet' ? '- ' : marker.printed, text }
}

function isBullet(label: string): boolean {
  return [...label].length === 1 && !/[\p{L}\p{N}]/u.test(label)
}

/** Returns one line per entry, without leaders. */
export function entryLines(entries: readonly (readonly Row[])[]): string {
  return entries.map((rows) => withoutLeaders(joinBrokenLines(rows)).trim()).join('\n')
}
