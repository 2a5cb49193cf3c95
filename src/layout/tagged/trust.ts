/**
 * Decides whether the tags of a page can be trusted. Some programs guess: one element for the page, one per line, or
 * in drawing order. Such pages are read as untagged.
 */
import type { Box } from '../../model/geometry.ts'
import { overlapArea } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { TagCounts } from '../../model/tags.ts'
import type { Row } from '../state.ts'
import { boxOfRows } from './tagged-content.ts'
import type { TaggedItem } from './tagged-items.ts'

/** Minimum part of the page's text inside the tree. Page furniture is outside of it. */
const minCoverage = 0.8
const edgeZone = 0.12
/** Maximum part of steps that go back up within a column. */
const maxBackward = 0.12
/** Minimum overlap of two paragraphs that counts as a conflict. */
const overlapRatio = 0.35
const maxOverlapping = 0.15
/** Line spacing that no paragraph has, in em. */
const gapEm = 2.6
/** Maximum part of characters in elements with such gaps. */
const maxGappy = 0.35
/** Minimum number of rows with early ends. Fewer can be an address or a verse. */
const minListRows = 5
const earlyRatio = 0.5
/** Maximum part of paragraphs that begin in the middle of a sentence, on the line below the previous one. */
const maxCut = 0.2
const minCut = 3
/** Maximum length of a heading, in characters. */
const maxTitleChars = 250
const maxTitleRatio = 0.5
const maxTitleCharRatio = 0.4
const fewItems = 6

/** An item with its visible rows. */
export interface ShownItem {
  readonly item: TaggedItem
  readonly rows: readonly Row[]
}

/** Whether the tags of the page are used at all. */
export function isTrusted(
  shown: readonly ShownItem[],
  page: { raw: RawPage; owned: readonly Span[]; loose: readonly Span[] },
): boolean {
  const texts = shown.filter(({ rows }) => rows.length > 0)
  if (texts.length === 0 || coverage(page) < minCoverage || !isInOrder(texts) || isPiledUp(texts)) return false
  // Paragraphs of an author can be single words in a row: only guessed tags are checked.
  return page.raw.tags?.exact === true || (!isLumped(texts) && !isChopped(texts))
}

/** Whether the tagged headings of the page are plausible. */
export function hasSaneTitles(shown: readonly ShownItem[]): boolean {
  const titles = shown.filter(({ item, rows }) => item.kind === 'title' && rows.length > 0)
  if (titles.some(({ rows }) => charsOf(rows) > maxTitleChars)) return false
  const texts = shown.filter(({ rows }) => rows.length > 0)
  if (texts.length < fewItems) return true
  const share =
    titles.reduce((sum, { rows }) => sum + charsOf(rows), 0) / texts.reduce((sum, { rows }) => sum + charsOf(rows), 0)
  return titles.length <= maxTitleRatio * texts.length && share <= maxTitleCharRatio
}

/** Minimum number of paragraphs per heading in documents whose authors tagged few headings. */
const paragraphsPerHeading = 50
const minHeadings = 2

/** Whether tagged paragraphs cannot be headings. */
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

/** Items follow each other down the page, or in the next column. */
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
  const boxes = shown.filter(({ item }) => item.kind !== 'figure').map(({ rows }) => inkBoxOf(rows))
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

/** Ink boxes. Font boxes overlap from line to line. */
function inkBoxOf(rows: readonly Row[]): Box {
  const box = boxOfRows(rows)
  return { ...box, y0: Math.min(...rows.map((row) => row.box.y0)), y1: Math.max(...rows.map((row) => row.box.y1)) }
}

/** Several paragraphs, or a heading and its text, in one element. */
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

/** Rows that end although the next word would have fitted: questions, entries, table rows. */
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

/** One element per line. */
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
