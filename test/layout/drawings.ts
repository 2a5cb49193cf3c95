/** Hand-drawn raw pages for tables and figures: rulings, fills and words in columns. */

import { findDrawings } from '../../src/layout/figures/find-drawings.ts'
import { findFigures } from '../../src/layout/figures/find-figures.ts'
import type { DetectedTable, PageGroups, PageObjects } from '../../src/layout/state.ts'
import { findTables } from '../../src/layout/tables/index.ts'
import type { Path, RawImage, RawPage } from '../../src/model/raw-page.ts'
import { type Ink, layoutState, rawPage } from './raw-pages.ts'

interface Drawn {
  readonly text?: readonly Ink[]
  readonly paths?: readonly Path[]
  readonly images?: readonly RawImage[]
  readonly width?: number
  readonly height?: number
}

export function page({ text = [], paths = [], images = [], width = 595, height = 842 }: Drawn): RawPage {
  return { ...rawPage(text, { width, height }), paths, images }
}

/** The page after the passes that find drawings, tables and figures. */
export function layOut(drawn: Drawn, trace: NonNullable<PageGroups['trace']> = () => {}): PageGroups {
  const traced = (state: PageObjects): PageObjects => ({ ...state, trace })
  return layoutState(page(drawn), traced, findDrawings, findTables, findFigures)
}

export function across(y: number, x0: number, x1: number, thickness = 0.5): Path {
  return {
    box: { x0, y0: y - thickness / 2, x1, y1: y + thickness / 2 },
    stroked: true,
    rectangle: true,
    color: 0,
    opacity: 1,
  }
}

export function down(x: number, y0: number, y1: number, thickness = 0.5): Path {
  return {
    box: { x0: x - thickness / 2, y0, x1: x + thickness / 2, y1 },
    stroked: true,
    rectangle: true,
    color: 0,
    opacity: 1,
  }
}

export function fill(x0: number, y0: number, x1: number, y1: number, color = 0xdddddd): Path {
  return { box: { x0, y0, x1, y1 }, stroked: false, rectangle: true, color, opacity: 1 }
}

/** A stroke that is not a rectangle: part of a curve or slanted line. */
export function curve(x0: number, y0: number, x1: number, y1: number): Path {
  return { box: { x0, y0, x1, y1 }, stroked: true, rectangle: false, color: 0x3366cc, opacity: 1 }
}

/** All lines of a grid. */
export function gridLines(xs: readonly number[], ys: readonly number[]): Path[] {
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return [...ys.map((y) => across(y, x0, x1)), ...xs.map((x) => down(x, y0, y1))]
}

/** Words in columns: each text is at the left edge of its column, row by row; "" leaves a gap. */
export function columns(
  rows: readonly (readonly string[])[],
  at: { xs: readonly number[]; y: number; leading?: number; bold?: boolean },
): Ink[] {
  return rows.flatMap((row, index) =>
    row.flatMap((text, col): Ink[] =>
      text === '' ? [] : [{ text, x: at.xs[col] ?? 0, y: at.y + index * (at.leading ?? 20), bold: at.bold ?? false }],
    ),
  )
}

/** Formats a table as rows of texts with their spans: `text{c2}`; header cells start with `#`. */
export function sketch(table: DetectedTable | undefined): string[] {
  if (table === undefined) return []
  return Array.from({ length: table.rows }, (_, row) =>
    table.cells
      .filter((cell) => cell.row === row)
      .map(
        (cell) =>
          `${cell.header ? '#' : ''}${cell.text}${cell.colSpan > 1 ? `{c${cell.colSpan}}` : ''}${cell.rowSpan > 1 ? `{r${cell.rowSpan}}` : ''}`,
      )
      .join(' | '),
  )
}
