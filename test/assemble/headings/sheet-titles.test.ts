import { expect, test } from 'vitest'
import { assemble } from '../../../src/assemble/assemble.ts'
import type { Block, TableBlock, TablePart } from '../../../src/model/document.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import type { OutlineEntry } from '../../../src/model/tags.ts'
import { table, text } from '../pages.ts'

interface Given {
  readonly blocks: readonly Block[]
  readonly outline?: readonly OutlineEntry[]
}

function assembled(pages: readonly Given[], fileType: string) {
  const made = pages.map((page, pageIndex) => ({ pageIndex, width: 595, height: 842, warnings: [], ...page }))
  const features = { ...defaultOptions.features, enable_table_cross_page: true }
  return assemble(made, { fileName: 'a', fileType, pageCount: made.length }, { ...defaultOptions, features }).pages
}

const rows = (count: number, from: number): string[][] =>
  Array.from({ length: count }, (_, row) => [`row ${from + row}`, String(from + row)])
const part = (count: number, { firstRow, firstCol = 0 }: Pick<TablePart, 'firstRow' | 'firstCol'>): TableBlock => ({
  ...table(rows(count, firstRow), { y: 50 }),
  source: 'tagged',
  part: { element: 7, firstRow, lastRow: firstRow + count - 1, firstCol, repeated: 0, continued: [] },
})

test('sheets have their names from the bookmarks as headings', () => {
  const caption = { ...table(rows(2, 0), { y: 50 }, [0]), source: 'tagged' as const }
  const pages = [
    { blocks: [text('A caption', { y: 20, type: 'table_caption' }), caption], outline: [{ title: 'Sales', level: 1 }] },
    { blocks: [part(2, { firstRow: 2 })] },
  ]
  const [first, second] = assembled(pages, '.xlsx')
  expect(first!.blocks[0]).toMatchObject({
    kind: 'title',
    text: 'Sales',
    level: 1,
    exact: true,
    box: { x0: 0, y0: 0, x1: 595, y1: 842 },
  })
  expect(first!.blocks[2]).toMatchObject({ kind: 'table', captions: [1] })
  expect(second!.blocks.map(({ kind }) => kind)).toEqual(['table'])
  for (const fileType of ['.docx', '.pdf', '.csv'])
    expect(assembled(pages, fileType)[0]!.blocks.map(({ kind }) => kind)).not.toContain('title')
})

test('parts of a sheet below each other are one table, even with empty rows between; parts next to each other are two', () => {
  const [first, second, third] = assembled(
    [
      { blocks: [part(3, { firstRow: 0 })] },
      { blocks: [part(2, { firstRow: 5 })] },
      { blocks: [part(3, { firstRow: 9, firstCol: 2 })] },
    ],
    '.xlsx',
  )
  expect(first!.blocks).toMatchObject([{ kind: 'table', rows: 5 }])
  const joined = first!.blocks[0] as TableBlock
  expect(joined.cells.filter(({ col }) => col === 0).map(({ row, text: content }) => `${row} ${content}`)).toEqual([
    '0 row 0',
    '1 row 1',
    '2 row 2',
    '3 row 5',
    '4 row 6',
  ])
  expect(second!.blocks).toEqual([])
  expect(third!.blocks).toHaveLength(1)
})
