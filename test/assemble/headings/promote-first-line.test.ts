import { expect, test } from 'vitest'
import type { Block, TextBlock } from '../../../src/model/document.ts'
import { assembled, prose, table, text, title } from '../pages.ts'

const headingsOf = (...pages: Block[][]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
/** Centered above `prose`. */
const centered = (content: string, y: number): TextBlock => text(content, { y, x: 275 - content.length * 2.5 })

test('the first line in body style is the title if it is centered above text, even if headings follow', () => {
  const top = centered('The way to the Eel and Otter Club', 110)
  expect(headingsOf([top, ...prose(150)])).toEqual([top.text])
  expect(headingsOf([top, ...prose(150), title('By boat', { y: 700, size: 10, bold: true })])).toEqual([
    top.text,
    'By boat',
  ])
})

test('but not at the left, below a larger heading, on a later page, or an e-mail address', () => {
  const top = centered('The way to the Eel and Otter Club', 110)
  const boat = title('By boat', { y: 700, size: 10, bold: true })
  expect(headingsOf([{ ...top, box: { ...top.box, x0: 50 } }, ...prose(150), boat])).toEqual(['By boat'])
  expect(headingsOf([title('Eels', { y: 40, size: 20 }), top, ...prose(150)])).toEqual(['Eels'])
  expect(headingsOf([...prose(150), boat], [top, ...prose(150)])).toEqual(['By boat'])
  expect(headingsOf([centered('eels@example.org', 110), ...prose(150), boat])).toEqual(['By boat'])
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
