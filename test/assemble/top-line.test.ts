/** The line that a document begins with, in the type of its text. */
import { expect, test } from 'vitest'
import type { Block, TextBlock } from '../../src/model/document.ts'
import { assembled, prose, table, text, title } from './pages.ts'

const titlesOf = (...pages: Block[][]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : [])),
  )
/** In the middle of what `prose` fills. */
const centerd = (content: string, y: number): TextBlock => text(content, { y, x: 275 - content.length * 2.5 })

test('in the middle above the text it is the title, though headings follow', () => {
  const top = centerd('The way to the Eel and Otter Club', 110)
  expect(titlesOf([top, ...prose(150)])).toEqual([top.text])
  expect(titlesOf([top, ...prose(150), title('By boat', { y: 700, size: 10, bold: true })])).toEqual([
    top.text,
    'By boat',
  ])
})

test('none: at the left, below a larger title, on a later page, an address of mail', () => {
  const top = centerd('The way to the Eel and Otter Club', 110)
  const boat = title('By boat', { y: 700, size: 10, bold: true })
  expect(titlesOf([{ ...top, box: { ...top.box, x0: 50 } }, ...prose(150), boat])).toEqual(['By boat'])
  expect(titlesOf([title('Eels', { y: 40, size: 20 }), top, ...prose(150)])).toEqual(['Eels'])
  expect(titlesOf([...prose(150), boat], [top, ...prose(150)])).toEqual(['By boat'])
  expect(titlesOf([centerd('eels@example.org', 110), ...prose(150), boat])).toEqual(['By boat'])
})

test('of two heads above the table of a single page the first is what it is called', () => {
  const page = [
    centerd('Eels of the Four Rivers', 12),
    centerd('Counts by week and trap', 24),
    table(
      [
        ['Week', 'Eels'],
        ['1', '12'],
        ['2', '31'],
      ],
      { y: 60 },
    ),
  ]
  expect(titlesOf(page)).toEqual(['Eels of the Four Rivers'])
  expect(titlesOf([page[0]!, page[2]!])).toEqual([])
  expect(titlesOf([...page, ...prose(200)])).toEqual([])
})
