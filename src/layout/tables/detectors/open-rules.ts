/** Tables without a bottom ruling: a header between rulings, and rows that keep its column gaps free. */

import { centerY, unionOf } from '../../../model/geometry.ts'
import { maxOf } from '../../../model/statistics.ts'
import { isDrawn } from '../../rulings.ts'
import type { Line } from '../../state.ts'
import { isNumericCell } from '../cell-text.ts'
import { readRun } from '../stream/candidates.ts'
import { findSeparators, rowsShowingColumns } from '../stream/columns.ts'
import { MAX_HEADER_HEIGHT_EM } from '../stream/header-above.ts'
import { rowsInColumns } from '../stream/rows-in-columns.ts'
import { haveSameExtent, joinRulings, type RulingLevel } from '../stream/ruling-levels.ts'
import { rowsWithin } from '../text-rows.ts'
import type { TableDetector, TablePage, TextRow } from '../types.ts'

/** Minimum columns; two may be prose below a heading. */
const MIN_COLUMNS = 3
/** Maximum gap between labels and rulings over values. */
const MAX_LABEL_GAP_EM = 8

export const openRules: TableDetector = {
  method: 'stream/open-rules',
  *detect(page) {
    const { size } = page
    const levels = joinRulings(page.rulings().filter(isDrawn), size)
    for (const top of levels) {
      const below = levels.filter((level) => level.position > top.position && haveSameExtent(level, top, size))
      const [bottom, end] = below
      if (bottom === undefined || bottom.position - top.position > MAX_HEADER_HEIGHT_EM * size) continue
      const rows = openRegion({ top, bottom, end: end?.position ?? Infinity }, page)
      if (rows !== null) yield* readRun(rows, page, { splits: 0 })
    }
  },
}

interface HeaderRulings {
  readonly top: RulingLevel
  readonly bottom: RulingLevel
  readonly end: number
}

function openRegion({ top, bottom, end }: HeaderRulings, { wordsIn, size, lines }: TablePage): TextRow[] | null {
  const columns = { x0: top.from, x1: top.to }
  const header = rowsWithin({ ...columns, y0: top.position, y1: bottom.position }, wordsIn)
  if (header.length === 0 || header.some(({ segments }) => segments.some(isNumericCell))) return null
  const gaps = findSeparators(rowsShowingColumns(header), size)
  if (gaps.length < MIN_COLUMNS - 1) return null
  const lowest = Math.min(end, maxOf(lines.map(({ box }) => box.y1)))
  const below = rowsWithin({ ...columns, y0: bottom.position, y1: lowest }, wordsIn)
  const { rows: body } = rowsInColumns(below, { gaps, from: bottom.position, size })
  // The third ruling closes the table.
  if (body.length === below.length && end < Infinity) return null
  return body.length < 2 || haveLabelsOutside(body, lines, size) ? null : [...header, ...body]
}

function haveLabelsOutside(rows: readonly TextRow[], lines: readonly Line[], size: number): boolean {
  const { x0 } = unionOf(rows)
  const labels = lines.filter(({ box }) => box.x1 < x0 && x0 - box.x1 < MAX_LABEL_GAP_EM * size)
  const isLabeled = (row: TextRow): boolean =>
    labels.some(({ box }) => Math.abs(centerY(box) - centerY(row.box)) < size / 2)
  return rows.filter(isLabeled).length * 2 > rows.length
}
