import { expect, test } from 'vitest'
import type { Block, TextBlock } from '../../../src/model/document.ts'
import { assembled, prose, table, text, title } from '../pages.ts'

const headingsOf = (...pages: Block[][]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
/** Centered above `prose`. */
const centered = (content: string, y: number): TextBlock => text(content, { y, x: 275 - content.length * 2.5 })

test('the first line in body style is the title of a document without headings if it is centered', () => {
  const top = centered('The way to the Eel and Otter Club', 110)
  expect(headingsOf([top, ...prose(150)])).toEqual([top.text])
  expect(headingsOf([{ ...top, box: { ...top.box, x0: 50 } }, ...prose(150)])).toEqual([])
  expect(headingsOf([centered('eels@example.org', 110), ...prose(150)])).toEqual([])
})

test('the first of two page headers above the table of a single page is its title', () => {
  const page = [
    centered('Eels of the Four Rivers', 12),
    centered('Counts by week and trap', 24),
    table(
      [
        ['Week', 'Eels'],
        ['1', '12'],
        ['2', '31'],
      ],
      { y: 60 },
    ),
  ]
  expect(headingsOf(page)).toEqual(['Eels of the Four Rivers'])
  expect(headingsOf([page[0]!, page[2]!])).toEqual([])
  expect(headingsOf([...page, ...prose(200)])).toEqual([])
})

test('the largest text of all at the start of a document with tagged headings is its title', () => {
  const chapter: Block = { ...title('Traps and baits', { y: 130, size: 14 }), exact: true }
  const name = (size: number): TextBlock => ({ ...text('eelCount++', { y: 100, size }), plain: true })
  expect(headingsOf([name(16), chapter, ...prose(150)])).toEqual(['eelCount++', 'Traps and baits'])
  expect(headingsOf([name(14), chapter, ...prose(150)])).toEqual(['Traps and baits'])
})
