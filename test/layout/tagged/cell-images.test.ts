import { describe, expect, test } from 'vitest'
import { assignImagesToCells, type CellBox } from '../../../src/layout/tagged/cell-images.ts'
import type { Box } from '../../../src/model/geometry.ts'
import type { RawImage } from '../../../src/model/raw-page.ts'

const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 })
const image = (at: Box, rest: Partial<RawImage> = {}): RawImage => ({
  box: at,
  pixelWidth: 100,
  pixelHeight: 60,
  ...rest,
})
const cell = (row: number, col: number, own: Box | null): CellBox => ({
  cell: { id: row * 10 + col, row, col, rowSpan: 1, colSpan: 1, header: row === 0 },
  box: own,
})

/** Three columns; the middle one has its images below a header. */
const table: readonly CellBox[] = [
  cell(0, 0, box(50, 100, 90, 110)),
  cell(0, 1, box(110, 100, 150, 110)),
  cell(0, 2, box(190, 100, 220, 110)),
  cell(1, 0, box(50, 140, 90, 150)),
  cell(1, 1, null),
  cell(1, 2, box(190, 140, 220, 150)),
  cell(2, 0, box(50, 200, 90, 210)),
  cell(2, 1, null),
  cell(2, 2, box(190, 200, 220, 210)),
]
const [first, second] = [box(100, 120, 180, 170), box(100, 180, 180, 230)]
const boxOf = (cells: readonly CellBox[], row: number, col: number): Box | null =>
  cells.find((each) => each.cell.row === row && each.cell.col === col)?.box ?? null

describe('images in cells of a tagged table', () => {
  test('belong to the row of the texts next to them', () => {
    const cells = assignImagesToCells(table, [image(first), image(second)])
    expect([boxOf(cells, 1, 1), boxOf(cells, 2, 1)]).toEqual([first, second])
    expect(boxOf(cells, 1, 0)).toEqual(box(50, 140, 90, 150))
  })

  test('belong to one cell if two are in it', () => {
    const cells = assignImagesToCells(table, [image(box(100, 120, 138, 170)), image(box(142, 120, 180, 170))])
    expect(boxOf(cells, 1, 1)).toEqual(first)
  })

  test('belong to the cell whose text is next to them', () => {
    const written = table.map((each) =>
      each.cell.row === 1 && each.cell.col === 1 ? { ...each, box: box(110, 155, 170, 165) } : each,
    )
    expect(boxOf(assignImagesToCells(written, [image(box(110, 120, 170, 153))]), 1, 1)).toEqual(box(110, 120, 170, 165))
  })

  test('can be in the first column, and belong to the empty cell below the nearest header', () => {
    const alone = table.map((each) => (each.cell.row === 1 && each.cell.col < 2 ? { ...each, box: null } : each))
    const left = box(40, 130, 80, 160)
    const cells = assignImagesToCells(alone, [image(left)].concat(image(box(105, 130, 160, 160))))
    expect([boxOf(cells, 1, 0), boxOf(cells, 1, 1)]).toEqual([left, box(105, 130, 160, 160)])
  })

  test.each([
    ['behind the whole table', image(box(40, 90, 230, 240))],
    ['without content', image(first, { empty: true })],
    ['as thin as a rule', image(box(100, 145, 180, 147))],
    ['far from the table', image(box(400, 120, 440, 170))],
    ['below the table', image(box(100, 300, 180, 350))],
  ])('are not images %s', (_, image) => {
    expect(assignImagesToCells(table, [image])).toEqual(table)
  })
})
