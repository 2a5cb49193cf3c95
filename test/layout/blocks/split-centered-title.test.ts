import { expect, test } from 'vitest'
import { splitCenteredTitle } from '../../../src/layout/blocks/split-centered-title.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

const prose = lines(
  Array<string>(6).fill(
    'The river is slow here and the eels stay in it until the end of the summer when they go down to',
  ),
  { x: 60, y: 200 },
)
/** Centered on A4. */
const centered = (text: string, y: number): Ink => ({ text, x: (595 - text.length * 5) / 2, y })
const stack = [
  centered('The way to the Eel and Otter Club', 80),
  centered('45 Old Mill Road', 92),
  centered('Riverton', 104),
]
const textsOf = (inks: readonly Ink[]): string[] =>
  splitCenteredTitle(grouped([...inks])).groups.map((group) => (group.kind === 'text' ? group.text : group.kind))

test('the first of several centered lines above the text is a separate group', () => {
  expect(textsOf([...stack, ...prose]).slice(0, 2)).toEqual([
    'The way to the Eel and Otter Club',
    '45 Old Mill Road Riverton',
  ])
})

test('a line that continues and a cover are one group', () => {
  const wrapped = [centered('The way to the Eel and Otter Club of', 80), centered('Riverton', 92)]
  expect(textsOf([...wrapped, ...prose])[0]).toBe('The way to the Eel and Otter Club of Riverton')
  expect(textsOf(stack)).toHaveLength(1)
})

test('a table below keeps its caption', async () => {
  const show = (text: string, x: number, y: number): string => `BT /Body 10 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const middle = (text: string, y: number): string => show(text, Math.round((612 - text.length * 5) / 2), y)
  const rules = [600, 580, 560].map((y) => `100 ${y} m 400 ${y} l S\n`)
  const edges = [100, 250, 400].map((x) => `${x} 600 m ${x} 560 l S\n`)
  const content = [
    middle('The way to the Eel and Otter Club', 740),
    middle('45 Old Mill Road', 728),
    middle('Riverton', 716),
    ...rules,
    ...edges,
    ...[587, 567].map((y) => show('Eels', 110, y) + show('1234', 260, y)),
    show('Table 1. Eels by month and place', 100, 545),
    ...[500, 488, 476, 464].map((y) =>
      show('The river is slow here and the eels stay in it until the end of the summer', 72, y),
    ),
  ].join('')
  const { blocks } = await parsePdf(pagesPdf([{ content }]))
  const [table] = blocks.filter(({ type }) => type === 'table')
  expect(table!.captions.map((index) => blocks[index]!.content)).toEqual(['Table 1. Eels by month and place'])
})
