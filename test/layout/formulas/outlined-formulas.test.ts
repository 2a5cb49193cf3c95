/** Formulas of outlined glyphs, from PDF to Markdown and JSON. */
import { expect, test } from 'vitest'
import { pagesPdf, paragraph } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'

const sentence = [
  'Running text as wide as the column goes on for several lines, and it comes to',
  'its end above the formula that stands below it, in which all signs are known.',
]
/** A triangle of the size of a letter. */
const glyph = (x: number, y: number, wide = 5, high = 7): string =>
  `${x} ${y} m ${x + wide / 2} ${y + high} l ${x + wide} ${y} l f\n`
/** An equals sign as one shape. */
const equals = (x: number, y: number): string =>
  `${x} ${y} m ${x + 8} ${y} l ${x + 8} ${y + 0.8} l ${x} ${y + 0.8} l h ${x} ${y + 2.4} m ${x + 8} ${y + 2.4} l ${x + 8} ${y + 3.2} l ${x} ${y + 3.2} l f\n`
const formula =
  [200, 207, 214].map((x) => glyph(x, 690)).join('') +
  equals(226, 692) +
  [240, 247, 254, 261].map((x) => glyph(x, 690)).join('')
const page = (middle: string): Uint8Array =>
  pagesPdf([
    { content: paragraph('Body', 11, [72, 740], sentence) + middle + paragraph('Body', 11, [72, 655], sentence) },
  ])

test('a formula without text is an equation with an image', async () => {
  const { blocks, markdown } = await parsePdf(page(formula))
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'equation', 'text'])
  expect(blocks[1]).toMatchObject({
    content: '',
    format: 'text',
    captions: [],
    img_url: 'http://127.0.0.1/files/p1-1.png',
  })
  expect(markdown).toContain('\n\n![](http://127.0.0.1/files/p1-1.png)\n\n')
  // Without images there is no empty `$$`.
  expect((await parsePdf(page(formula), { image: 'none' })).markdown).not.toContain('$$')
})

test('shapes without an equals sign are not a formula', async () => {
  const { blocks } = await parsePdf(page([200, 207, 214, 240, 247, 254].map((x) => glyph(x, 690)).join('')))
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'text'])
})
