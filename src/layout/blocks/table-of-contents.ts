/**
 * Paragraphs whose lines end in page numbers that only grow → one table of contents (`cate`), an entry a line.
 * Needs several entries; a single line with leaders may be a form's.
 */

import type { Group, PageGroups, Row, TextGroup } from '../state.ts'
import { withoutLeaders } from '../text/dot-leaders.ts'
import { romanNumber } from '../text/list-markers.ts'
import { makeGroup } from './paragraphs.ts'

/** Entries that make a table of contents when leaders or a wide hole set off their numbers … */
const MIN_ENTRIES = 3
/** … and when the numbers merely follow the text. */
const MIN_PLAIN_ENTRIES = 5
/** Share of steps from entry to entry that must not go back: an index or a price list goes to and fro. */
const GROWING_RATIO = 0.85
/** A line between two entries without a number of its own (a part's name, a long entry's first line) is short. */
const MAX_BETWEEN_ROWS = 2

/** Entries are set apart by leaders or a wide hole: then a line without one above them is a title if it is this much larger … */
const DISPLAY_RATIO = 1.15
/** … and one below them is the page's foot if so far off. */
const FOOT_EM = 3

/** The longest label with the sign before it. */
const MAX_LABEL = 7

const leaders = /(?:\.\s?){3,}|…|·{3,}|_{3,}/
const trailing = /[\s.…·_](\d{1,4}|[ivxlIVXL]{1,6})$/

interface Entry {
  readonly page: number
  /** The number stands apart from the text. */
  readonly apart: boolean
}

/** Joins runs of contents entries into `cate` groups. */
export function labelContents(draft: PageGroups): PageGroups {
  const groups: Group[] = []
  let run: TextGroup[] = []
  const flush = (): void => {
    groups.push(...settle(run))
    run = []
  }
  draft.groups.forEach((group, index) => {
    if (
      group.kind === 'text' &&
      group.type === 'text' &&
      (endsInEntry(group) || (run.length > 0 && isBetween(group, draft.groups[index + 1])))
    )
      run.push(group)
    else {
      flush()
      groups.push(group)
    }
  })
  flush()
  const isFound = groups.some((group) => group.kind === 'text' && group.type === 'cate')
  return { ...draft, groups: isFound ? groups.map(endOfContents) : groups }
}

/** The last entries at the top of another column are too few to be told by themselves. */
function endOfContents(group: Group): Group {
  if (
    group.kind !== 'text' ||
    group.type !== 'text' ||
    !group.rows.every((row) => readEntry(row) !== null && leaders.test(row.text))
  )
    return group
  return { ...group, type: 'cate', text: entryLines(group.rows) }
}

/** Read several times while runs are gathered. */
const entryByRow = new WeakMap<Row, Entry | null>()

function readEntry(row: Row): Entry | null {
  // Most lines end in a word: no need to look further.
  if (!/[\divxlIVXL]$/.test(row.text)) return null
  let entry = entryByRow.get(row)
  if (entry === undefined) {
    entry = parseEntry(row)
    entryByRow.set(row, entry)
  }
  return entry
}

function parseEntry(row: Row): Entry | null {
  const match = trailing.exec(row.text.slice(-MAX_LABEL))
  if (match === null) return null
  const label = match[1]!
  if (!/\p{L}/u.test(row.text.slice(0, -label.length))) return null
  const page = /\d/.test(label) ? Number(label) : romanNumber(label) - 100
  const apart = leaders.test(row.text) || (row.lines.length > 1 && row.lines.at(-1)!.text === label)
  return { page, apart }
}

/** Its last row too, unless its entries are set apart: then the page's number may follow them, or an entry that goes on in the next group. */
function endsInEntry(group: TextGroup): boolean {
  const entries = group.rows.flatMap((row) => readEntry(row) ?? [])
  return (
    entries.length * 2 >= group.rows.length &&
    (readEntry(group.rows.at(-1)!) !== null || (entries.length >= MIN_ENTRIES && entries.every(({ apart }) => apart)))
  )
}

function isBetween(group: TextGroup, next: Group | undefined): boolean {
  return (
    group.rows.length <= MAX_BETWEEN_ROWS && next?.kind === 'text' && next.region === group.region && endsInEntry(next)
  )
}

/** Without what only happens to end in a number above and below: "Manual 3.5" in display type, "Contents 3" at the page's foot. */
function settle(run: readonly TextGroup[]): TextGroup[] {
  const set = run.flatMap((group) => group.rows).filter((row) => readEntry(row)?.apart === true)
  const size = Math.max(...set.map((row) => row.size))
  const isOutside = (group: TextGroup): boolean => !group.rows.some((row) => readEntry(row)?.apart === true)
  let from = 0
  while (
    set.length > 0 &&
    from < run.length &&
    isOutside(run[from]!) &&
    (run[from]!.style.size > size * DISPLAY_RATIO || !endsInEntry(run[from]!))
  )
    from++
  let to = run.length
  while (set.length > 0 && to > from && isOutside(run[to - 1]!) && run[to - 1]!.above > FOOT_EM * size) to--
  const body = run.slice(from, to)
  const last = body.at(-1)
  if (last === undefined) return [...run]
  const [entries, ...rest] = cutTail(last)
  const contents = join([...body.slice(0, -1), entries])
  return contents === null ? [...run] : [...run.slice(0, from), contents, ...rest, ...run.slice(to)]
}

/** A group that ends in rows behind its last entry → two. */
function cutTail(group: TextGroup): [TextGroup, ...TextGroup[]] {
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

function join(run: readonly TextGroup[]): TextGroup | null {
  const rows = run.flatMap((group) => group.rows)
  const entries = rows.flatMap((row) => readEntry(row) ?? [])
  const needed = entries.filter(({ apart }) => apart).length * 2 >= entries.length ? MIN_ENTRIES : MIN_PLAIN_ENTRIES
  const growing = entries.filter(({ page }, index) => index === 0 || page >= entries[index - 1]!.page).length
  if (entries.length < needed || growing < entries.length * GROWING_RATIO || entries.at(-1)!.page === entries[0]!.page)
    return null
  const [first, last] = [run[0]!, run.at(-1)!]
  return {
    ...makeGroup(rows, first.region),
    type: 'cate',
    text: entryLines(rows),
    above: first.above,
    below: last.below,
  }
}

/** One line an entry: a row without a number goes on in the next. Leaders are drawn, not written: they become a blank. */
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
