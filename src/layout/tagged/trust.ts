/**
 * Are a page's tags worth more than its looks? Programs that tag by guessing, one element for a whole page, one for each line,
 * or in the order of drawing, do more harm than good: such pages are read as if they had no tags.
 */
import type { Box } from '../../model/geometry.ts'
import { overlapArea } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { TagCounts } from '../../model/tags.ts'
import type { Row } from '../state.ts'
import { boxOfRows } from './tagged-content.ts'
import type { TaggedItem } from './tagged-items.ts'

/** The tree must hold nearly all of the page's text, but for what stands at its edges: running heads are no part of a tree. */
const minCoverage = 0.8
const edgeZone = 0.12
/** Steps back up in one column are rare in a good order. */
const maxBackward = 0.12
/** Paragraphs do not lie on each other. */
const overlapRatio = 0.35
const maxOverlapping = 0.15
/** A step between lines that no paragraph has, in sizes. */
const gapEm = 2.6
/** Share of characters that may stand in elements with such gaps. */
const maxGappy = 0.35
/** Fewer rows that end early may be an address or a verse. */
const minListRows = 5
const earlyRatio = 0.5
/** Share of paragraphs that may begin in the middle of a sentence on the line below the one before. */
const maxCut = 0.2
const minCut = 3
/** Headings are short and few. */
const maxTitleChars = 250
const maxTitleRatio = 0.5
const maxTitleCharRatio = 0.4
const fewItems = 6

/** An item with the rows that it shows. */
export interface ShownItem {
  readonly item: TaggedItem
  readonly rows: readonly Row[]
}

/** Whether to read the page by its tags at all. */
export function isTrusted(
  shown: readonly ShownItem[],
  page: { raw: RawPage; owned: readonly Span[]; loose: readonly Span[] },
): boolean {
  const texts = shown.filter(({ rows }) => rows.length > 0)
  if (texts.length === 0 || coverage(page) < minCoverage || !isInOrder(texts) || isPiledUp(texts)) return false
  // An author's own paragraphs may be single words in a row: only tags that were guessed are lumped or chopped.
  return page.raw.tags?.exact === true || (!isLumped(texts) && !isChopped(texts))
}

/** Whether the page's titles can be believed. */
export function hasSaneTitles(shown: readonly ShownItem[]): boolean {
  const titles = shown.filter(({ item, rows }) => item.kind === 'title' && rows.length > 0)
  if (titles.some(({ rows }) => charsOf(rows) > maxTitleChars)) return false
  const texts = shown.filter(({ rows }) => rows.length > 0)
  if (texts.length < fewItems) return true
  const share =
    titles.reduce((sum, { rows }) => sum + charsOf(rows), 0) / texts.reduce((sum, { rows }) => sum + charsOf(rows), 0)
  return titles.length <= maxTitleRatio * texts.length && share <= maxTitleCharRatio
}

/** Documents whose authors marked hardly any heading have headings that only look like it. */
const paragraphsPerHeading = 50
const minHeadings = 2

/** Whether a paragraph that the tags call a paragraph can't be a heading. */
export function tagsHeadings({ headings, paragraphs }: TagCounts): boolean {
  return headings >= minHeadings && headings * paragraphsPerHeading >= paragraphs
}

function charsOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { text }) => sum + text.length, 0)
}

function coverage({ raw, owned, loose }: { raw: RawPage; owned: readonly Span[]; loose: readonly Span[] }): number {
  const inside = ({ box }: Span): boolean => box.y1 > raw.height * edgeZone && box.y0 < raw.height * (1 - edgeZone)
  const count = (spans: readonly Span[]): number =>
    spans.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0)
  const held = count(owned)
  return held === 0 ? 0 : held / (held + count(loose.filter(inside)))
}

/** From item to item the page goes down, or on to another column. */
function isInOrder(shown: readonly ShownItem[]): boolean {
  let backward = 0
  let steps = 0
  let before: Box | null = null
  for (const { item, rows } of shown) {
    if (item.kind === 'note' || item.kind === 'figure') continue
    const box = boxOfRows(rows)
    if (before !== null) {
      steps++
      const shared = Math.min(before.x1, box.x1) - Math.max(before.x0, box.x0)
      const above = box.y1 <= before.y0 + 1
      if (above && shared > 0.3 * Math.min(before.x1 - before.x0, box.x1 - box.x0)) backward++
    }
    before = box
  }
  return backward <= 1 || backward <= maxBackward * steps
}

function isPiledUp(shown: readonly ShownItem[]): boolean {
  const boxes = shown.filter(({ item }) => item.kind !== 'figure').map(({ rows }) => inkOf(rows))
  const areaOf = (box: Box): number => (box.x1 - box.x0) * (box.y1 - box.y0)
  let piled = 0
  boxes.forEach((box, index) => {
    if (
      boxes.some(
        (other, at) => at !== index && overlapArea(box, other) > overlapRatio * Math.min(areaOf(box), areaOf(other)),
      )
    )
      piled++
  })
  return piled >= 4 && piled > maxOverlapping * boxes.length
}

/** Fonts' boxes overlap from line to line; ink does not. */
function inkOf(rows: readonly Row[]): Box {
  const box = boxOfRows(rows)
  return { ...box, y0: Math.min(...rows.map((row) => row.box.y0)), y1: Math.max(...rows.map((row) => row.box.y1)) }
}

/** Several paragraphs, or a title and its text, in one element. */
function isLumped(shown: readonly ShownItem[]): boolean {
  let lumped = 0
  let total = 0
  for (const { item, rows } of shown) {
    if (item.kind !== 'text' && item.kind !== 'title') continue
    const chars = charsOf(rows)
    total += chars
    const gaps = rows.filter((row, index) => {
      const above = rows[index - 1]
      if (above === undefined) return false
      const step = row.baseline - above.baseline
      return (
        step > gapEm * Math.max(row.size, above.size) ||
        (step > 0 && Math.max(row.size, above.size) > 1.3 * Math.min(row.size, above.size))
      )
    }).length
    if (gaps > 0 || isList(rows)) lumped += chars
  }
  return lumped > maxGappy * total
}

/** Rows that end though the next one's first word had room, again and again: questions, entries, rows of a table. */
function isList(rows: readonly Row[]): boolean {
  if (rows.length < minListRows) return false
  const right = Math.max(...rows.map(({ box }) => box.x1))
  const early = rows.filter((row, index) => {
    const next = rows[index + 1]
    if (next === undefined || next.baseline <= row.baseline) return false
    const [word = ''] = next.text.split(' ', 1)
    const width = ((next.box.x1 - next.box.x0) * (word.length + 1)) / Math.max(1, next.text.length)
    return row.box.x1 + width < right && /^[^\p{Ll}]/u.test(next.text)
  }).length
  return early > earlyRatio * (rows.length - 1)
}

/** One element for each line. */
function isChopped(shown: readonly ShownItem[]): boolean {
  let cut = 0
  let pairs = 0
  shown.forEach(({ item, rows }, index) => {
    const before = shown[index - 1]
    if (item.kind !== 'text' || before?.item.kind !== 'text') return
    pairs++
    const above = before.rows.at(-1)!
    const row = rows[0]!
    const step = row.baseline - above.baseline
    const follows =
      step > 0 &&
      step < 1.6 * row.size &&
      Math.abs(above.size - row.size) < 0.5 &&
      Math.abs(above.box.x0 - row.box.x0) < 4 * row.size
    if (follows && /[\p{L},-]$/u.test(above.text) && /^\p{Ll}/u.test(row.text)) cut++
  })
  return cut >= minCut && cut > maxCut * pairs
}
