import { charsOf } from '../../model/character-classes.ts'
import { containsCenter } from '../../model/geometry.ts'
import { addWeight, maxOf, mostFrequent } from '../../model/statistics.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'

import { roundSize } from './text-style.ts'

export interface BodyStyle {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly color: number
  readonly font: string
}

/** Minimum rows of a paragraph that determines the body size, and fraction of text in it. */
const MIN_PARAGRAPH_ROWS = 3
const MIN_PARAGRAPH_CHARS = 120
const MIN_PART_RATIO = 0.2
/** In points. */
const SIZE_TOLERANCE = 0.6
/** Minimum length of two lines, and of a single sentence. */
const MIN_TWO_LINES_CHARS = 80
const MIN_SENTENCE_CHARS = 40

/** Ignores code. Tables count if they have more text. */
export function bodyStyleOf({ groups, tables, raw }: PageGroups): BodyStyle {
  const sizes = new Map<number, number>()
  const colors = new Map<number, number>()
  const fonts = new Map<string, number>()
  let bold = 0
  let italic = 0
  let total = 0
  let running = 0
  for (const group of groups) {
    if (group.kind !== 'text' || group.type === 'code') continue
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
  const tabular = charsOf(inTables)
  if (tabular > running) {
    const boxes = tables.map(({ box }) => box)
    for (const { text, size, box } of raw.spans)
      if (boxes.some((table) => containsCenter(table, box))) addWeight(sizes, roundSize(size), text.length)
  }
  return {
    size: bodySize(groups, mostFrequent(sizes, 10)),
    bold: bold > total / 2,
    italic: italic > total / 2,
    color: mostFrequent(colors, 0),
    font: mostFrequent(fonts, ''),
  }
}

/** The largest frequent size of paragraphs, because labels and notes can outweigh the text. */
function bodySize(groups: readonly Group[], common: number): number {
  const sizes = new Map<number, number>()
  let total = 0
  for (const group of groups) {
    if (group.kind !== 'text' || group.type === 'code') continue
    total += group.text.length
    if (group.rows.length >= MIN_PARAGRAPH_ROWS && group.text.length >= MIN_PARAGRAPH_CHARS)
      addWeight(sizes, roundSize(group.style.size), group.text.length)
  }
  return Math.max(
    common,
    maxOf([...sizes].filter(([, weight]) => weight >= total * MIN_PART_RATIO).map(([size]) => size)),
  )
}

/** Whether it has more than two rows, or two rows or a sentence in the body size. */
export function isParagraph({ type, rows, style, text }: TextGroup, body: BodyStyle): boolean {
  if (type !== 'text') return false
  if (rows.length > 2) return true
  if (Math.abs(style.size - body.size) >= SIZE_TOLERANCE) return false
  return rows.length === 2
    ? text.length > MIN_TWO_LINES_CHARS
    : text.length >= MIN_SENTENCE_CHARS && /[.!?。]["'”’»)]?$/u.test(text)
}
