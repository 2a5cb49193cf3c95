import { describe, expect, test } from 'vitest'
import type { Ruling } from '../../../../src/layout/state.ts'
import { buildLattice, connectRulings, mergeCells } from '../../../../src/layout/tables/lattice/intersections.ts'

const h = (position: number, from: number, to: number): Ruling => ({
  horizontal: true,
  position,
  from,
  to,
})
const v = (position: number, from: number, to: number): Ruling => ({
  horizontal: false,
  position,
  from,
  to,
})

describe('buildLattice', () => {
  test('crossing lines make cells', () => {
    const lattice = buildLattice(
      [h(0, 0, 200), h(20, 0, 200), h(40, 0, 200), v(0, 0, 40), v(100, 0, 40), v(200, 0, 40)],
      10,
    )
    expect(lattice?.cells).toHaveLength(4)
    expect(lattice?.box).toEqual({ x0: 0, y0: 0, x1: 200, y1: 40 })
  })

  test('a missing border merges cells', () => {
    const lattice = buildLattice(
      [h(0, 0, 200), h(20, 0, 200), h(40, 0, 200), v(0, 0, 40), v(100, 20, 40), v(200, 0, 40)],
      10,
    )
    expect(lattice?.cells[0]).toEqual({ row: 0, col: 0, rowSpan: 1, colSpan: 2 })
    expect(lattice?.cells).toHaveLength(3)
  })

  test('lines that extend outward indicate an undrawn outer column and row', () => {
    const lattice = buildLattice([h(20, 0, 300), h(40, 0, 300), v(100, 0, 60), v(200, 0, 60)], 10)
    expect(lattice?.xs).toEqual([0, 100, 200, 300])
    expect(lattice?.ys).toEqual([0, 20, 40, 60])
  })

  test('a single ruling that extends beyond two others indicates an undrawn row at either end', () => {
    const lattice = buildLattice([h(20, 0, 300), h(40, 0, 300), v(100, 0, 60)], 10)
    expect(lattice?.ys).toEqual([0, 20, 40, 60])
    const shading = [h(20, 0, 300), h(40, 0, 300)].map((ruling) => ({ ...ruling, shading: true as const }))
    expect(buildLattice([...shading, v(100, 0, 60)], 10)).toBeNull()
  })

  test('lines in one direction are not a lattice', () =>
    expect(buildLattice([h(0, 0, 200), h(20, 0, 200)], 10)).toBeNull())

  test('graph paper is not a lattice', () => {
    const lines = Array.from({ length: 200 }, (_, index) => [h(index * 4, 0, 800), v(index * 4, 0, 800)]).flat()
    expect(buildLattice(lines, 10)).toBeNull()
  })
})

describe('connectRulings', () => {
  test('tables that do not touch are separate', () => {
    const groups = connectRulings([
      h(0, 0, 100),
      h(20, 0, 100),
      h(0, 150, 250),
      h(20, 150, 250),
      v(0, 0, 20),
      v(100, 0, 20),
      v(150, 0, 20),
      v(250, 0, 20),
    ])
    expect(groups.map((group) => group.length)).toEqual([4, 4])
  })
})

describe('mergeCells', () => {
  test('only whole rectangles merge, and each position is covered once', () => {
    // Missing borders in the shape of an L: right of (0, 0) and below (0, 0).
    const cells = mergeCells(2, 2, { right: (row) => row === 1, below: (_, col) => col === 1 })
    const covered = cells.reduce((sum, cell) => sum + cell.rowSpan * cell.colSpan, 0)
    expect(covered).toBe(4)
    expect(cells[0]).toEqual({ row: 0, col: 0, rowSpan: 1, colSpan: 2 })
  })
})
