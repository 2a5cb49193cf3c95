/**
 * Entries of a tagged list or table of contents → one group with its items or lines. Labels are read from the text, since
 * many programs leave them in the paragraph.
 */

import type { ListItem } from '../../model/document.ts'
import { joinBrokenLines } from '../../model/join-text.ts'
import type { Row, TextGroup } from '../state.ts'
import { isBareLabel, labelKind } from '../text/caption-labels.ts'
import { withoutLeaders } from '../text/dot-leaders.ts'
import { readMarker } from '../text/list-markers.ts'

export interface EntryRows {
  readonly level: number
  readonly label: readonly Row[]
  readonly rows: readonly Row[]
}

/** The list as one text group, or `null` when nothing of it is to be seen. */
export function listOf(
  entries: readonly EntryRows[],
  makeGroup: (rows: readonly Row[]) => TextGroup,
): TextGroup | null {
  const filled = entries.filter(({ label, rows }) => label.length + rows.length > 0)
  const rows = filled.flatMap((entry) => [...entry.label, ...entry.rows])
  const outermost = Math.min(...filled.map(({ level }) => level))
  const items = filled.map((entry): ListItem => {
    const item = itemOf(entry)
    const lettered = item.marker === '- ' && filled.filter(({ level }) => level === entry.level).every(beginsWithO)
    return {
      ...item,
      ...(lettered ? { text: item.text.replace(letterBullet, '') } : {}),
      level: entry.level - outermost,
    }
  })
  if (items.length === 0) return null
  return {
    ...makeGroup(rows),
    items,
    text: items.map(({ level, marker, text }) => `${'  '.repeat(level)}${printed(marker)} ${text}`).join('\n'),
  }
}

/** The letter o is a word processor's second bullet; where every item of a level begins with one, it is no word. */
const letterBullet = /^o(?:\s+|$)/

function beginsWithO({ label, rows }: EntryRows): boolean {
  return letterBullet.test(joinBrokenLines([...label, ...rows]))
}

/** A heading is short … */
const maxHeadRows = 2
/** … and most of what it stands among is not like it. */
const maxHeadRatio = 0.5

/** Numbered lines in bold over plain text, and captions: they were numbered by way of a list, and are no items. What they are is left to see. */
export function numberedByList<entry extends EntryRows>(
  entries: readonly entry[],
  makeGroup: (rows: readonly Row[]) => TextGroup,
): Set<entry> {
  const captions = entries.filter(
    ({ label, rows }) =>
      rows.length > 0 &&
      (isBareLabel(joinBrokenLines(label)) ||
        (entries.length === 1 && labelKind(joinBrokenLines([...label, ...rows])) !== null)),
  )
  const heads = entries.filter(({ label, rows }) => {
    if (rows.length === 0 || rows.length > maxHeadRows || !makeGroup(rows).style.bold) return false
    const marker = readMarker(joinBrokenLines([...label, ...rows]))
    return marker !== null && marker.kind !== 'bullet' && !/[.,;:]$/.test(rows.at(-1)!.text)
  })
  return new Set([...captions, ...(entries.length === 1 || heads.length <= maxHeadRatio * entries.length ? heads : [])])
}

function itemOf({ label, rows }: EntryRows): Omit<ListItem, 'level'> {
  const own = joinBrokenLines(label)
  const body = joinBrokenLines(rows)
  // A label alone reads like one only with something behind it.
  const whole = own === '' ? body : `${own} ${body === '' ? '…' : body}`
  const marker = readMarker(whole)
  if (marker === null)
    return own === ''
      ? { marker: '- ', text: body }
      : { marker: '- ', text: isBullet(own) ? body : `${own} ${body}`.trim() }
  // A check box is said with its text.
  const text = own === '' ? body.slice(marker.length) : marker.length === 0 ? `${own} ${body}`.trim() : body
  return { marker: marker.kind === 'bullet' ? '- ' : marker.printed, text }
}

/** A lone sign that is no letter or digit. */
function isBullet(label: string): boolean {
  return [...label].length === 1 && !/[\p{L}\p{N}]/u.test(label)
}

/** As ordinary lists are written: labels that Markdown has no marker for stand behind a dash. */
function printed(marker: string): string {
  return marker === '- ' ? '-' : /^\d{1,9}[.)]$/.test(marker) ? marker : `- ${marker}`
}

/** Contents: one line for each entry. Leaders are drawn, not written: they become a blank. */
export function entryLines(entries: readonly (readonly Row[])[]): string {
  return entries.map((rows) => withoutLeaders(joinBrokenLines(rows)).trim()).join('\n')
}
