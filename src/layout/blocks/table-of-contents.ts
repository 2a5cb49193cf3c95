/** Finds paragraphs whose lines end in page numbers (`cate`). */

import { cached } from '../../model/cached.ts'
import { fromRoman } from '../../model/numerals.ts'
import { printedNumber } from '../../model/page-numbers.ts'
import { maxOf } from '../../model/statistics.ts'
import type { Group, PageGroups, Row, TextGroup } from '../state.ts'
import { withoutLeaders } from '../text/dot-leaders.ts'
import { makeGroup } from './paragraphs.ts'

/** Minimum entries with leaders or a wide gap, and without. */
const MIN_ENTRIES = 3
const MIN_PLAIN_ENTRIES = 5
/** Minimum fraction of page numbers that do not decrease; prices decrease more often. */
const MIN_GROWING_RATIO = 0.85
/** Minimum fraction and number of alphabetical entries of an index. */
const MIN_ALPHABETICAL_RATIO = 0.85
const MIN_INDEX_ENTRIES = 8
/** Maximum rows between entries, such as the name of a part. */
const MAX_BETWEEN_ROWS = 2

/** Minimum size of a title relative to the entries. */
const MIN_TITLE_RATIO = 1.15
const MIN_FOOTER_GAP_EM = 3

const MAX_LABEL_CHARS = 7

const leaders = /(?:\.\s?){3,}|…|·{3,}|_{3,}/
const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })
const trailing = new RegExp(String.raw`[\s.…·_](${printedNumber})$`, 'i')

interface ContentsEntry {
  readonly page: number
  readonly hasGap: boolean
}

export function labelContents(state: PageGroups): PageGroups {
  const groups: Group[] = []
  let run: TextGroup[] = []
  const flush = (): void => {
    groups.push(...trimRun(run))
    run = []
  }
  state.groups.forEach((group, index) => {
    if (
      group.kind === 'text' &&
      group.type === 'text' &&
      (endsInEntry(group) || (run.length > 0 && isBetweenEntries(group, state.groups[index + 1])))
    )
      run.push(group)
    else {
      flush()
      groups.push(group)
    }
  })
  flush()
  return { ...state, groups }
}

/** Entries are cached, because runs are read several times. */
const entryByRow = new WeakMap<Row, ContentsEntry | null>()

function readEntry(row: Row): ContentsEntry | null {
  // A fast check: most lines end in a word.
  if (!/[\divxlIVXL]$/.test(row.text)) return null
  return cached(entryByRow, row, parseEntry)
}

function parseEntry(row: Row): ContentsEntry | null {
  const match = trailing.exec(row.text.slice(-MAX_LABEL_CHARS))
  if (match === null) return null
  const label = match[1]!
  if (!/\p{L}/u.test(row.text.slice(0, -label.length))) return null
  const page = /\d/.test(label) ? Number(label) : fromRoman(label) - 100
  const hasGap = leaders.test(row.text) || (row.lines.length > 1 && row.lines.at(-1)!.text === label)
  return { page, hasGap }
}

function endsInEntry(group: TextGroup): boolean {
  const entries = group.rows.flatMap((row) => readEntry(row) ?? [])
  return (
    entries.length * 2 >= group.rows.length &&
    (readEntry(group.rows.at(-1)!) !== null || (entries.length >= MIN_ENTRIES && entries.every(({ hasGap }) => hasGap)))
  )
}

function isBetweenEntries(group: TextGroup, next: Group | undefined): boolean {
  return (
    group.rows.length <= MAX_BETWEEN_ROWS && next?.kind === 'text' && next.region === group.region && endsInEntry(next)
  )
}

/** Removes text that ends in a number by chance: "Manual 3.5", a page header, "Contents 3" at the bottom. */
function trimRun(run: readonly TextGroup[]): TextGroup[] {
  const rowsWithGap = run.flatMap((group) => group.rows).filter((row) => readEntry(row)?.hasGap === true)
  const size = maxOf(rowsWithGap.map((row) => row.size))
  const rowsWithLeader = rowsWithGap.filter((row) => leaders.test(row.text))
  const entryRows = rowsWithLeader.length * 2 > rowsWithGap.length ? rowsWithLeader : rowsWithGap
  const isOutside = (group: TextGroup): boolean =>
    entryRows.length > 0 && !group.rows.some((row) => entryRows.includes(row))
  let from = 0
  while (
    isOutside(run[from]!) &&
    (run[from]!.style.size > size * MIN_TITLE_RATIO ||
      !endsInEntry(run[from]!) ||
      !hasGap(run[from]!) ||
      run[from]!.region !== run[from + 1]?.region)
  )
    from++
  let to = run.length
  while (isOutside(run[to - 1]!) && run[to - 1]!.above > MIN_FOOTER_GAP_EM * size) to--
  const body = run.slice(from, to)
  const last = body.at(-1)
  if (last === undefined) return [...run]
  const [entries, ...rest] = splitTail(last)
  const contents = joinEntries([...body.slice(0, -1), entries])
  return contents === null ? [...run] : [...run.slice(0, from), contents, ...rest, ...run.slice(to)]
}

function hasGap({ rows }: TextGroup): boolean {
  return rows.some((row) => readEntry(row)?.hasGap === true)
}

function splitTail(group: TextGroup): [TextGroup, ...TextGroup[]] {
  const { rows, region, above, below } = group
  const end = rows.findLastIndex((row) => readEntry(row) !== null) + 1
  const next = rows[end]
  if (end === 0 || next === undefined) return [group]
  const gap = next.box.y0 - rows[end - 1]!.box.y1
  return [
    { ...makeGroup(rows.slice(0, end), region), above, below: gap },
    { ...makeGroup(rows.slice(end), region), above: gap, below },
  ]
}

function joinEntries(run: readonly TextGroup[]): TextGroup | null {
  const rows = run.flatMap((group) => group.rows)
  const entries = rows.flatMap((row) => readEntry(row) ?? [])
  const needed = entries.filter(({ hasGap }) => hasGap).length * 2 >= entries.length ? MIN_ENTRIES : MIN_PLAIN_ENTRIES
  const growing = entries.filter(({ page }, index) => index === 0 || page >= entries[index - 1]!.page).length
  const isContents = growing >= entries.length * MIN_GROWING_RATIO && entries.at(-1)!.page !== entries[0]!.page
  if (entries.length < needed || !(isContents || isIndex(rows))) return null
  const [first, last] = [run[0]!, run.at(-1)!]
  return {
    ...makeGroup(rows, first.region),
    type: 'cate',
    text: entryLines(rows),
    above: first.above,
    below: last.below,
  }
}

/** Ignores symbols before the first letter. */
function isIndex(rows: readonly Row[]): boolean {
  const names = rows
    .filter((row) => readEntry(row)?.hasGap === true)
    .map(({ text }) => text.replace(/^[^\p{L}\d]+/u, ''))
  const ordered = names.filter((name, index) => index === 0 || collator.compare(name, names[index - 1]!) >= 0)
  return names.length >= MIN_INDEX_ENTRIES && ordered.length >= names.length * MIN_ALPHABETICAL_RATIO
}

function entryLines(rows: readonly Row[]): string {
  let text = ''
  let open = false
  for (const row of rows) {
    if (/^[\s.…·]*$/.test(row.text)) continue
    const entry = withoutLeaders(row.text)
    text += text === '' ? entry : `${open ? ' ' : '\n'}${entry}`
    open = readEntry(row) === null && !/^\p{Lu}+$/u.test(row.text)
  }
  return text
}
