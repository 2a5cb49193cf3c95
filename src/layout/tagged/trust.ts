/** Decides whether tags can be trusted: some programs tag each page or line, or in drawing order. */

import { charsOf } from '../../model/character-classes.ts'
import { area, type Box, overlapArea, overlapX, unionOf, width } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import { maxOf } from '../../model/statistics.ts'
import type { TagCounts } from '../../model/tags.ts'
import { boxOfRows } from '../order/layout-items.ts'
import type { Row } from '../state.ts'
import type { TaggedItem } from './tagged-items.ts'

/** Minimum fraction of text inside the tree, without page furniture. */
const MIN_TAGGED_RATIO = 0.8
const EDGE_ZONE = 0.12
const MAX_BACKWARD_RATIO = 0.12
/** Minimum overlap of conflicting paragraphs, and their maximum fraction. */
const MIN_OVERLAP_RATIO = 0.35
const MAX_OVERLAPPING_RATIO = 0.15
/** Maximum items below that an item is compared with. */
const MAX_COMPARED = 1000
/** Minimum line spacing that is too wide for a paragraph. */
const MIN_WIDE_SPACING_EM = 2.6
/** Maximum fraction of characters in elements with such spacing. */
const MAX_WIDELY_SPACED_RATIO = 0.35
/** Minimum rows of a list, and fraction of early ends; an address or verse has fewer. */
const MIN_LIST_ROWS = 5
const MIN_EARLY_RATIO = 0.5
/** Maximum fraction and minimum number of paragraphs that begin within a sentence. */
const MAX_SPLIT_RATIO = 0.2
const MIN_SPLITS = 3
const MAX_HEADING_CHARS = 250
const MAX_HEADING_RATIO = 0.5
const MIN_ITEMS = 6

export interface VisibleItem {
  readonly item: TaggedItem
  readonly rows: readonly Row[]
}

interface TaggedSpans {
  readonly raw: RawPage
  readonly tagged: readonly Span[]
  readonly untagged: readonly Span[]
}

export function isTrusted(visible: readonly VisibleItem[], page: TaggedSpans): boolean {
  const { tags } = page.raw
  if (tags !== undefined && tags.exact !== true && !hasBlocks(tags.counts)) return false
  const texts = visible.filter(({ rows }) => rows.length > 0)
  if (texts.length === 0 || taggedRatio(page) < MIN_TAGGED_RATIO || !isInOrder(texts) || hasOverlappingItems(texts))
    return false
  // An author's paragraphs can be single words.
  return tags?.exact === true || (!hasMergedParagraphs(texts) && !hasSplitParagraphs(texts))
}

/** Spreadsheets may be tagged as one part per page. */
function hasBlocks({ paragraphs, headings, lists, tables }: TagCounts): boolean {
  return paragraphs + headings + lists + tables > 0
}

export function hasPlausibleHeadings(visible: readonly VisibleItem[]): boolean {
  const titles = visible.filter(({ item, rows }) => item.kind === 'title' && rows.length > 0)
  if (titles.some(({ rows }) => charsOf(rows) > MAX_HEADING_CHARS)) return false
  const texts = visible.filter(({ rows }) => rows.length > 0)
  if (texts.length < MIN_ITEMS) return true
  return titles.length <= MAX_HEADING_RATIO * texts.length
}

/** Maximum paragraphs per heading if all headings are tagged. */
const MAX_PARAGRAPHS_PER_HEADING = 50
const MIN_HEADINGS = 2

/** If headings are tagged, tagged paragraphs cannot be headings. */
export function tagsAllHeadings({ headings, paragraphs }: TagCounts): boolean {
  return headings >= MIN_HEADINGS && headings * MAX_PARAGRAPHS_PER_HEADING >= paragraphs
}

function taggedRatio({ raw, tagged, untagged }: TaggedSpans): number {
  const inside = ({ box }: Span): boolean => box.y1 > raw.height * EDGE_ZONE && box.y0 < raw.height * (1 - EDGE_ZONE)
  const count = (spans: readonly Span[]): number =>
    spans.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0)
  const taggedChars = count(tagged)
  return taggedChars === 0 ? 0 : taggedChars / (taggedChars + count(untagged.filter(inside)))
}

/** Whether items follow each other downward or in the next column. */
function isInOrder(visible: readonly VisibleItem[]): boolean {
  let backward = 0
  let steps = 0
  let before: Box | null = null
  for (const { item, rows } of visible) {
    if (item.kind === 'note' || item.kind === 'figure') continue
    const box = boxOfRows(rows)
    if (before !== null) {
      steps++
      const isAbove = box.y1 <= before.y0 + 1
      if (isAbove && overlapX(before, box) > 0.3 * Math.min(width(before), width(box))) backward++
    }
    before = box
  }
  return backward <= 1 || backward <= MAX_BACKWARD_RATIO * steps
}

function hasOverlappingItems(visible: readonly VisibleItem[]): boolean {
  // Boxes of rows are the ink, because font boxes overlap from line to line.
  const boxes = visible
    .filter(({ item }) => item.kind !== 'figure')
    .map(({ rows }) => unionOf(rows))
    .sort((a, b) => a.y0 - b.y0)
  const overlapping = new Set<Box>()
  boxes.forEach((box, index) => {
    const end = Math.min(boxes.length, index + 1 + MAX_COMPARED)
    for (let at = index + 1; at < end && boxes[at]!.y0 <= box.y1; at++) {
      const other = boxes[at]!
      if (overlapArea(box, other) > MIN_OVERLAP_RATIO * Math.min(area(box), area(other)))
        overlapping.add(box).add(other)
    }
  })
  return overlapping.size >= 4 && overlapping.size > MAX_OVERLAPPING_RATIO * boxes.length
}

/** Whether elements contain several paragraphs, or a heading and its text. */
function hasMergedParagraphs(visible: readonly VisibleItem[]): boolean {
  let mergedChars = 0
  let total = 0
  for (const { item, rows } of visible) {
    if (item.kind !== 'text' && item.kind !== 'title') continue
    const chars = charsOf(rows)
    total += chars
    const gaps = rows.filter((row, index) => {
      const above = rows[index - 1]
      if (above === undefined) return false
      const step = row.baseline - above.baseline
      return (
        step > MIN_WIDE_SPACING_EM * Math.max(row.size, above.size) ||
        Math.max(row.size, above.size) > 1.3 * Math.min(row.size, above.size)
      )
    }).length
    if (gaps > 0 || isList(rows)) mergedChars += chars
  }
  return mergedChars > MAX_WIDELY_SPACED_RATIO * total
}

/** Whether many rows end early: questions, entries, table rows. */
function isList(rows: readonly Row[]): boolean {
  if (rows.length < MIN_LIST_ROWS) return false
  const right = maxOf(rows.map(({ box }) => box.x1))
  const early = rows.filter((row, index) => {
    const next = rows[index + 1]
    if (next === undefined) return false
    const [word = ''] = next.text.split(' ', 1)
    const wordWidth = (width(next.box) * (word.length + 1)) / Math.max(1, next.text.length)
    return row.box.x1 + wordWidth < right && /^[^\p{Ll}]/u.test(next.text)
  }).length
  return early > MIN_EARLY_RATIO * (rows.length - 1)
}

function hasSplitParagraphs(visible: readonly VisibleItem[]): boolean {
  let splits = 0
  let pairs = 0
  visible.forEach(({ item, rows }, index) => {
    const before = visible[index - 1]
    if (item.kind !== 'text' || before?.item.kind !== 'text') return
    const above = before.rows.at(-1)!
    const row = rows[0]!
    // Numbers are rows of a table.
    if (!/\p{L}[,.:;?!-]?$/u.test(above.text) || !/^\p{L}/u.test(row.text)) return
    pairs++
    const step = row.baseline - above.baseline
    const follows = step > 0 && step < 1.6 * row.size && Math.abs(above.size - row.size) < 0.5
    if (follows && /[\p{L},-]$/u.test(above.text) && /^\p{Ll}/u.test(row.text)) splits++
  })
  return splits >= MIN_SPLITS && splits > MAX_SPLIT_RATIO * pairs
}
