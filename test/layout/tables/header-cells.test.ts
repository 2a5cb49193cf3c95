/** The header is shaded in a color of its own; the rows of the body may be shaded, too. */
import { expect, test } from 'vitest'
import { findHeaderCells } from '../../../src/layout/tables/header-cells.ts'
import type { TableCell, TableGrid } from '../../../src/layout/tables/types.ts'

const rowCount = 6

function gridOf(rows: number): TableGrid {
  const cells = Array.from({ length: rows * 2 }, (_, at): TableCell => {
    const [row, col] = [at >> 1, at % 2]
    const box = { x0: col * 100, y0: row * 20, x1: col * 100 + 100, y1: row * 20 + 20 }
    return { row, col, rowSpan: 1, colSpan: 1, box, words: [] }
  })
  return { box: { x0: 0, y0: 0, x1: 200, y1: rows * 20 }, rows, cols: 2, cells, headerRows: 0 }
}

function headerRowsFor(colors: readonly (number | null)[]): number {
  const grid = gridOf(rowCount)
  const fills = grid.cells.flatMap(({ row, box }) => {
    const color = colors[row] ?? null
    return color === null ? [] : [{ ...box, color }]
  })
  return findHeaderCells(grid, fills).size / 2
}

const [dark, darker, light] = [0x717171, 0x6e6e6e, 0xeaeaea]

test.each<[string, (number | null)[], number]>([
  ['one dark row', [dark], 1],
  ['two rows of nearly the same color', [dark, darker], 2],
  ['a dark row above light rows', [dark, light, light, light, light, light], 1],
  ['a dark row above light stripes', [dark, null, light, null, light, null], 1],
  ['no header: stripes of one color', [light, null, light, null, light, null], 0],
  ['no header: all rows in one color', [light, light, light, light, light, light], 0],
])('%s', (_, colors, expected) => expect(headerRowsFor(colors)).toBe(expected))
