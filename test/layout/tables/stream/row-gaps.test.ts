import { expect, test } from 'vitest'
import { findRowStarts } from '../../../../src/layout/tables/stream/row-gaps.ts'
import type { GridRow } from '../../../../src/layout/tables/types.ts'

/** Rows of 10 points, with as many cells as their number. */
function rows(lines: readonly (readonly [y: number, cells: number])[], baselines = false): GridRow[] {
  return lines.map(([y, cells], index) => {
    // Ink of OCR depends on the letters.
    const box = { x0: 0, y0: y - (baselines && index % 2 === 1 ? 3 : 0), x1: 100, y1: y + 10 }
    const segments = Array.from({ length: 3 }, (_, col) => ({
      col,
      colSpan: 1,
      words: [
        {
          text: 'word',
          box,
          size: 10,
          bold: false,
          mono: false,
          noSpaceBefore: false,
          line: index,
          baseline: y + 10,
        },
      ],
      box,
    })).slice(3 - cells)
    return { segments, box, size: 10 }
  })
}

const startsOf = (list: readonly GridRow[]): number[] | null => {
  const starts = findRowStarts(list, { cols: 3, hasConflict: () => false })
  return starts === null ? null : [...starts].sort((a, b) => a - b)
}

test('the closest lines are those of one cell, even if few cells have several lines', () => {
  const steps = [0, 14, 28, 38, 52, 66, 80, 94, 104, 118, 132, 146]
  const list = rows(steps.map((y) => [y, [38, 104].includes(y) ? 1 : 3]))
  expect(startsOf(list)).toEqual([0, 1, 2, 4, 5, 6, 7, 9, 10, 11])
})

test('distances that vary without a gap do not show table rows', () => {
  const steps = [0, 12, 25.9, 38.9, 52.9, 64.9, 78.8, 91.8]
  expect(startsOf(rows(steps.map((y, at) => [y, at % 2 === 0 ? 3 : 2])))).toBeNull()
})

test('distances in scans are those of the baselines', () => {
  const list = rows(
    [0, 14, 28, 42, 56, 70, 84, 98].map((y, at) => [y, at % 2 === 0 ? 3 : 2]),
    true,
  )
  expect(startsOf(list)).toBeNull()
})
