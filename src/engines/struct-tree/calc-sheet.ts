/** Table grid of a worksheet as LibreOffice Calc tags it: every printed cell, without spans. */
import { mergeRanges, type NumberRange } from '../../model/ranges.ts'
import type { TagGrid } from '../../model/tags.ts'
import type { TreeCell } from './table-grid.ts'

/** `pageOf` returns the page of a filled cell. Returns `null` if the page shows no part of the sheet. */
export function calcSheetGrid(
  rows: readonly (readonly TreeCell[])[],
  { page, pageOf }: { readonly page: number; readonly pageOf: (cell: number) => number },
): TagGrid | null {
  const byPage = new Map<number, NumberRange>()
  const filled: number[] = []
  rows.forEach((cells, row) => {
    cells.forEach(({ id, isPlaceholder }, col) => {
      if (isPlaceholder) return
      const at = pageOf(id)
      const columns = byPage.get(at)
      byPage.set(
        at,
        columns === undefined
          ? { first: col, last: col }
          : { first: Math.min(columns.first, col), last: Math.max(columns.last, col) },
      )
      if (at === page) filled.push(row)
    })
  })
  const pageColumns = byPage.get(page)
  const [firstRow, lastRow] = [filled[0], filled.at(-1)]
  if (pageColumns === undefined || firstRow === undefined || lastRow === undefined) return null
  const { first, last } = columnRangeOf(pageColumns, [...byPage.values()])
  const cells = rows
    .slice(firstRow, lastRow + 1)
    .flatMap((row, down) =>
      row
        .slice(first, last + 1)
        .map(({ id, header }, across) => ({ id, row: firstRow + down, col: across, rowSpan: 1, colSpan: 1, header })),
    )
  return { rows: rows.length, cols: last - first + 1, cells, firstRow, lastRow, firstCol: first }
}

function columnRangeOf(pageColumns: NumberRange, all: readonly NumberRange[]): NumberRange {
  return (
    mergeRanges(all).find(({ first, last }) => pageColumns.first >= first && pageColumns.first <= last) ?? pageColumns
  )
}
