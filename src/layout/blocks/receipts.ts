/** Lays out receipts and tickets row by row: narrow pages of short rows with numbers. */

import type { Block } from '../../model/document.ts'
import { type Box, containsCenter, width } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { meanOf, median } from '../../model/statistics.ts'
import { isFromImage } from '../../model/text-source.ts'
import { toRow } from '../order/layout-items.ts'
import type { DetectedTable, Group, Line, PageObjects, Row, TextGroup } from '../state.ts'
import { compareLines, mergeLines } from '../text/lines.ts'
import { spansOf } from '../text/text-style.ts'
import { makeBlocks } from './make-blocks.ts'
import { makeGroup } from './paragraphs.ts'

/** Per row; receipt printers print 24 to 48. */
const MAX_CHARACTERS = 60
const MIN_ROWS = 10
const MIN_ASPECT_RATIO = 1.2
const MIN_NUMERIC_ROW_RATIO = 0.4
/** Maximum fraction of rows in one table; a larger one is the whole page. */
const MAX_TABLE_RATIO = 0.85
/** Fraction of words on each side that may be noise. */
const STRAY_RATIO = 0.02
/** Minimum fraction of unrotated words from OCR. */
const MIN_UPRIGHT_RATIO = 0.95
const BASELINE_TOLERANCE_EM = 0.4
const MIN_GAP_RATIO = 1.5
/** Minimum size ratio between blocks, such as the shop's name and address. */
const MIN_SIZE_RATIO = 1.4

/** Returns `null` for other pages. */
export function layoutReceipt(page: PageObjects): Block[] | null {
  const { raw, figures } = page
  const upright = raw.spans.filter((span) => isFromImage(span) && span.rotation === 0)
  if (raw.spans.length === 0 || upright.length < MIN_UPRIGHT_RATIO * raw.spans.length) return null
  const lines = mergeLines(raw).filter(({ box }) => !figures.some((figure) => containsCenter(figure.box, box)))
  const all = groupIntoRows(lines)
  if (!isReceipt(all, page.tables)) return null
  const tables = page.tables.map((table, index) => ({ table, index })).filter(({ table }) => table.method === 'lattice')
  const rows = groupIntoRows(lines.filter(({ box }) => !tables.some(({ table }) => containsCenter(table.box, box))))
  const parts: { y: number; group: Group }[] = [
    ...blocksOf(rows).map((group) => ({ y: group.box.y0, group })),
    ...tables.map(({ table, index }) => ({
      y: table.box.y0,
      group: { kind: 'table', index, region: 0, box: table.box } as const,
    })),
    ...figures.map(({ box }, index) => ({ y: box.y0, group: { kind: 'figure', index, region: 0, box } as const })),
  ]
  parts.sort((a, b) => a.y - b.y)
  return makeBlocks({ ...page, flow: [], regions: [], groups: parts.map(({ group }) => group) })
}

function groupIntoRows(lines: readonly Line[]): Row[] {
  const rows = groupAdjacent(
    [...lines].sort(compareLines),
    ({ baseline, size, box }, _, row) =>
      baseline - meanOf(row.map((line) => line.baseline)) < BASELINE_TOLERANCE_EM * size &&
      row.every((line) => areSideBySide(line.box, box)),
  )
  return rows.map(toRow)
}

function areSideBySide(a: Box, b: Box): boolean {
  const shared = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  return shared < 0.2 * Math.min(width(a), width(b))
}

function isReceipt(rows: readonly Row[], tables: readonly DetectedTable[]): boolean {
  if (rows.length < MIN_ROWS) return false
  const spans = spansOf(rows)
  const sides = (edge: 'x0' | 'x1'): number[] => spans.map(({ box }) => box[edge]).sort((a, b) => a - b)
  const stray = Math.floor(spans.length * STRAY_RATIO)
  const contentWidth = (sides('x1').at(-1 - stray) ?? 0) - (sides('x0')[stray] ?? 0)
  // Short words are mostly punctuation and noise.
  const letter = median(spans.filter(({ text }) => text.length > 2).map(({ text, box }) => width(box) / text.length))
  if (letter === null || contentWidth > MAX_CHARACTERS * letter) return false
  const contentHeight = rows.at(-1)!.baseline - rows[0]!.baseline
  if (contentHeight < MIN_ASPECT_RATIO * contentWidth) return false
  if (rows.filter(({ text }) => /\d/.test(text)).length < MIN_NUMERIC_ROW_RATIO * rows.length) return false
  return !tables.some(
    (table) =>
      table.cols > 2 &&
      rows.filter(({ box }) => containsCenter(table.box, box)).length >= MAX_TABLE_RATIO * rows.length,
  )
}

function blocksOf(rows: readonly Row[]): TextGroup[] {
  const usualSpacing = median(rows.slice(1).map((row, index) => row.baseline - rows[index]!.baseline)) ?? 0
  const blocks = groupAdjacent(
    rows,
    (row, above) => row.baseline - above.baseline <= MIN_GAP_RATIO * usualSpacing && haveSameStyle(above, row),
  )
  return blocks.map((blockRows) => ({
    ...makeGroup(blockRows),
    text: blockRows.map(({ text }) => text).join('\n'),
    plain: true,
  }))
}

function haveSameStyle(a: Row, b: Row): boolean {
  return Math.max(a.size, b.size) <= MIN_SIZE_RATIO * Math.min(a.size, b.size)
}
