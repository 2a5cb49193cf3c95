/** Check boxes that are drawn as squares, with and without marks. */
import { expect, test } from 'vitest'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'

const square = (x: number, y: number, size = 10): string => `${x} ${y} ${size} ${size} re S\n`
const cross = (x: number, y: number): string =>
  `${x + 2} ${y + 2} m ${x + 8} ${y + 8} l ${x + 8} ${y + 2} m ${x + 2} ${y + 8} l S\n`
const text = (x: number, y: number, words: string): string => show('Body', 12, [x, y], words)
const parse = async (...content: string[]): Promise<string> =>
  (await parsePdf(pagesPdf([{ content: content.join('') }]))).markdown.trim()

test('squares before texts are check boxes; a cross in one is its mark', async () => {
  const markdown = await parse(
    square(60, 700) + text(76, 701, 'Tent with all poles'),
    square(60, 670) + cross(60, 670) + text(76, 671, 'Map of the valley'),
  )
  expect(markdown.match(/[☐☒] \w+/gu)).toEqual(['☐ Tent', '☒ Map'])
})

test('squares in a grid, with other text in them or of a color are no check boxes', async () => {
  const grid = [0, 10, 20].map((x) => square(60 + x, 700)).join('')
  expect(await parse(grid, text(96, 701, 'A row of a crossword'))).not.toMatch(/[☐☒]/u)
  expect(await parse(square(60, 700), text(62, 702, 'B'), text(76, 701, 'Second answer'))).not.toMatch(/[☐☒]/u)
  expect(await parse('1 0 0 rg 60 700 10 10 re B 0 g\n', text(76, 701, 'Income'))).not.toMatch(/[☐☒]/u)
})

test('a white background stays a check box; its side is between half and almost two lines', async () => {
  const words = text(90, 701, 'Income')
  expect(await parse('1 1 1 rg 70 700 12 12 re B 0 g\n', words)).toContain('☐ Income')
  expect(await parse(square(70, 700, 12), words)).toContain('☐ Income')
  for (const size of [4, 22]) expect(await parse(square(84 - size, 700, size), words)).not.toMatch(/[☐☒]/u)
  const panel = square(60, 700, 30) + show('Body', 20, [96, 708], 'Income')
  expect(await parse(panel)).not.toMatch(/[☐☒]/u)
})

test('a check box is close to words; numbers have none', async () => {
  expect(await parse(square(60, 700), text(96, 701, 'Income'))).not.toMatch(/[☐☒]/u)
  expect(await parse(square(60, 700), text(76, 701, '1200'))).not.toMatch(/[☐☒]/u)
})

test('noise is no mark', async () => {
  const noise = '64 704 m 66 704 l S\n'
  expect(await parse(square(60, 700) + noise, text(76, 701, 'Income'))).toContain('☐ Income')
})
