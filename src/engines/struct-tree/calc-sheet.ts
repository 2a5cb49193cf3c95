/**
 * The table of a sheet as Calc tags it: every place that is printed, row by row, and no spans, whatever is merged. A page shows so
 * many rows of so many columns; what is empty around the filled ones is no part of the table.
 */
import type { TagGrid } from '../../model/tags.ts'
import type { TreeCell } from './table-grid.ts'

interface Columns {
  readonly first: number
  readonly last: number
}

/** `pageOf`: the page that a filled cell stands on. `null`: the page shows nothing of the sheet. */
export function placeSheet(
  rows: readonly (readonly TreeCell[])[],
  { page, pageOf }: { readonly page: number; readonly pageOf: (cell: number) => number },
): TagGrid | null {
  const byPage = new Map<number, Columns>()
  const filled: number[] = []
  rows.forEach((cells, row) => {
    cells.forEach(({ id, hollow }, col) => {
      if (hollow) return
      const at = pageOf(id)
      const known = byPage.get(at)
      byPage.set(
        at,
        known === undefined
          ? { first: col, last: col }
          : { first: Math.min(known.first, col), last: Math.max(known.last, col) },
      )
      if (at === page) filled.push(row)
    })
  })
  const own = byPage.get(page)
  const [firstRow, lastRow] = [filled[0], filled.at(-1)]
  if (own === undefined || firstRow === undefined || lastRow === undefined) return null
  const { first, last } = bandOf(own, [...byPage.values()])
  const cells = rows
    .slice(firstRow, lastRow + 1)
    .flatMap((row, down) =>
      row
        .slice(first, last + 1)
        .map(({ id, header }, across) => ({ id, row: firstRow + down, col: across, rowSpan: 1, colSpan: 1, header })),
    )
  return { rows: rows.length, cols: last - first + 1, cells, firstRow, lastRow, firstCol: first }
}

/** Pages below each other show the same columns, though not every page fills them all. */
function bandOf(own: Columns, all: readonly Columns[]): Columns {
  const bands: Columns[] = []
  for (const columns of [...all].sort((a, b) => a.first - b.first)) {
    const before = bands.at(-1)
    if (before === undefined || columns.first > before.last) bands.push(columns)
    else bands[bands.length - 1] = { first: before.first, last: Math.max(before.last, columns.last) }
  }
  return bands.find(({ first, last }) => own.first >= first && own.first <= last) ?? own
}
