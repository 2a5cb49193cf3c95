import { describe, expect, test } from 'vitest'
import { across, columns, down, layOut, sketch } from '../drawings.ts'
import type { Ink } from '../raw-pages.ts'

const values = ['31.08', '0.06', '6.08', '26.77', '12.89', '0.27']
const labels = ['Lowmarket', 'Brennick', 'Merrivale', 'Oakhanger', 'Thornby']

function centered(text: string, x: number, y: number): Ink {
  return { text, x: x - text.length * 2.5, y }
}

/** Right-aligned numbers end at these positions. */
const rights = [220, 280, 340, 400, 460, 520]

function body(y: number): Ink[] {
  return labels.flatMap((label, row) => [
    { text: label, x: 60, y: y + row * 15 },
    ...values.map((value, col) => ({ text: value, x: rights[col]! - value.length * 5, y: y + row * 15 })),
  ])
}

describe('headers over several columns', () => {
  test('a cell of a lattice over unruled columns is split as they are', () => {
    const state = layOut({
      text: [
        { text: 'Town', x: 60, y: 128 },
        centered('Total', 250, 112),
        centered('Women', 435, 112),
        ...rights.flatMap((right, col) =>
          col % 3 === 0
            ? [{ text: 'All', x: right - 15, y: 136 }]
            : [
                { text: 'Under', x: right - 29, y: 128 },
                { text: '18', x: right - 10, y: 136 },
              ],
        ),
        ...body(155),
      ],
      paths: [
        across(100, 55, 525),
        across(117, 155, 525),
        across(142, 55, 525),
        across(222, 55, 525),
        ...[55, 155, 345, 525].map((x) => down(x, 100, 222)),
      ],
    })
    expect(sketch(state.tables[0]).slice(0, 3)).toEqual([
      '#Town{r2} | #Total{c3} | #Women{c3}',
      '#All | #Under 18 | #Under 18 | #All | #Under 18 | #Under 18',
      `Lowmarket | ${values.join(' | ')}`,
    ])
  })

  const repeated = (above: readonly Ink[]): string[] => {
    const state = layOut({
      text: [
        ...above,
        ...columns([['Town', 'Output', 'Growth', 'Output', 'Growth', 'Rank', 'Year']], {
          xs: [60, 190, 250, 310, 370, 430, 490],
          y: 130,
        }),
        ...body(155),
      ],
      paths: [across(100, 55, 525), across(138, 55, 525), across(222, 55, 525)],
    })
    return sketch(state.tables[0])
  }

  test('span the columns that repeat below them, next to other columns', () => {
    expect(repeated([centered('North', 235, 115), centered('South', 355, 115)])[0]).toBe(
      '# | #North{c2} | #South{c2} | # | #',
    )
  })

  test('span one column if they are not over the center of several', () => {
    expect(repeated([centered('North', 265, 115), centered('South', 385, 115)])[0]).not.toContain('{c2}')
  })
})

test('a header above the borders of a lattice is its first row, a caption is not', () => {
  const xs = [62, 202, 272]
  const rows = ['--with-fortran', '--enable-parallel', '--with-hdf5'].map((label) => [label, 'x', 'y'])
  const table = (above: readonly Ink[]): string[] => {
    const state = layOut({
      text: [...above, ...columns(rows, { xs, y: 115, leading: 15 })],
      paths: [
        ...[104, 119, 134, 149].map((y) => across(y, 57, 330)),
        ...[57, 197, 267, 330].map((x) => down(x, 104, 149)),
      ],
    })
    return sketch(state.tables[0])
  }
  const header = columns([['Linux', 'One', 'Two']], { xs, y: 100 }).map((ink) => ({ ...ink, bold: true }))
  expect(table(header)).toEqual(['#Linux | #One | #Two', ...rows.map((row) => row.join(' | '))])
  expect(table([{ text: 'Table 1. Options of the build', x: 62, y: 100, bold: true }])).toHaveLength(3)
})
