/** What most of a page is set in, which headings are told from; and what counts as running text in that type. */
import { center, contains } from '../../model/geometry.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { addWeight, heaviest, roundSize } from './text-style.ts'

export interface Body {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly color: number
  readonly font: string
}

/** What counts as a paragraph, and as a good part of the page, when the body's size is looked for. */
const PARAGRAPH_ROWS = 3
const PARAGRAPH_CHARS = 120
const GOOD_PART = 0.2
/** Sizes that differ by less, in points, are one. */
const SAME_SIZE = 0.6
/** Two lines of text have more than so many characters, a sentence alone at least so many. */
const TWO_LINES_CHARS = 80
const SENTENCE_CHARS = 40

/** Paragraphs tell what body type is; where they have less text than the tables, these have a say in its size: in tables the words that stand out are bold, too. */
export function bodyOf({ groups, tables, raw }: PageGroups): Body {
  const sizes = new Map<number, number>()
  const colors = new Map<number, number>()
  const fonts = new Map<string, number>()
  let bold = 0
  let italic = 0
  let total = 0
  let running = 0
  for (const group of groups) {
    if (group.kind !== 'text') continue
    // Short lines may be anything.
    const weight = group.text.length * (group.rows.length > 3 ? 2 : 1)
    addWeight(sizes, roundSize(group.style.size), weight)
    addWeight(colors, group.style.color, weight)
    addWeight(fonts, group.style.font, weight)
    total += weight
    if (group.style.bold) bold += weight
    if (group.style.italic) italic += weight
    if (group.rows.length > 1) running += group.text.length
  }
  const inTables = tables.flatMap(({ cells }) => cells)
  const tabular = inTables.reduce((sum, { text }) => sum + text.length, 0)
  if (tabular > running) {
    const boxes = tables.map(({ box }) => box)
    for (const { text, size, box } of raw.spans)
      if (boxes.some((table) => contains(table, center(box)))) addWeight(sizes, roundSize(size), text.length)
  }
  return {
    size: bodySize(groups, heaviest(sizes, 10)),
    bold: bold > total / 2,
    italic: italic > total / 2,
    color: heaviest(colors, 0),
    font: heaviest(fonts, ''),
  }
}

/** Labels in charts and notes can outweigh the text: body type is the largest that a good part of the paragraphs has. */
function bodySize(groups: readonly Group[], common: number): number {
  const sizes = new Map<number, number>()
  let total = 0
  for (const group of groups) {
    if (group.kind !== 'text') continue
    total += group.text.length
    if (group.rows.length >= PARAGRAPH_ROWS && group.text.length >= PARAGRAPH_CHARS)
      addWeight(sizes, roundSize(group.style.size), group.text.length)
  }
  return Math.max(common, ...[...sizes].filter(([, weight]) => weight >= total * GOOD_PART).map(([size]) => size))
}

/** Running text: more than two lines, or two in the body's size, or a sentence in it. */
export function isParagraph({ type, rows, style, text }: TextGroup, body: Body): boolean {
  if (type !== 'text') return false
  if (rows.length > 2) return true
  if (Math.abs(style.size - body.size) >= SAME_SIZE) return false
  return rows.length === 2
    ? text.length > TWO_LINES_CHARS
    : text.length >= SENTENCE_CHARS && /[.!?。]["'”’»)]?$/u.test(text)
}
