import { expect, test } from 'vitest'
import { labelHeadings } from '../../../src/layout/blocks/label-headings.ts'
import type { DetectedTable } from '../../../src/layout/state.ts'
import { grouped, type Ink, lines, outline, rawPage } from '../raw-pages.ts'

const cell = { row: 0, col: 0, rowSpan: 1, colSpan: 1, header: false }
const box = { x0: 50, y0: 90, x1: 300, y1: 200 }

test('the text style of a page of tables determines the heading size', () => {
  const inTable = lines(Array(8).fill('Northern region 412'), { x: 60, y: 105 })
  const head: Ink = { text: 'Sales by quarter', x: 50, y: 80, size: 16, bold: true }
  const cells = inTable.map(({ text }, row) => ({ ...cell, row, text, box }))
  const table = {
    box,
    rows: 8,
    cols: 1,
    cells,
    confidence: 1,
    source: 'layout',
    method: 'lattice',
  } as unknown as DetectedTable
  const page = (tables: readonly DetectedTable[]): string[] => {
    const state = grouped([head])
    return outline(
      labelHeadings({
        ...state,
        raw: rawPage(inTable),
        tables,
        groups: [...state.groups, { kind: 'table', index: 0, region: 0, box }],
      }),
    )
  }
  expect(page([])).toEqual(['text: Sales by quarter', 'table'])
  expect(page([table])).toEqual(['title: Sales by quarter', 'table'])
})

test('one-line sentences are text, and titles between them are not a byline', () => {
  const page = (sentence: string): string[] =>
    outline(
      labelHeadings(
        grouped([
          { text: 'Introduction', x: 50, y: 60, size: 20, bold: true },
          { text: sentence, x: 50, y: 90 },
          { text: 'Background', x: 50, y: 120, size: 15, bold: true },
          { text: 'Dr Jane Doe, Calder', x: 50, y: 145 },
        ]),
      ),
    ).slice(2, 3)
  expect(page('This is the first paragraph of the introduction.')).toEqual(['title: Background'])
  expect(page('University of Calder')).toEqual(['text: Background'])
})
