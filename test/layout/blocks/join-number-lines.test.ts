import { expect, test } from 'vitest'
import { joinNumberLines } from '../../../src/layout/blocks/join-number-lines.ts'
import { grouped, type Ink, lines, outline } from '../raw-pages.ts'

const text = (y: number): Ink[] =>
  lines(
    ['Running text in the size of the page, which goes', 'on to the next line and is not bold, and then', 'ends.'],
    {
      x: 80,
      y,
    },
  )
const page = (number: Ink, title: Ink): string[] =>
  outline(joinNumberLines(grouped([...text(60), number, title, ...text(200)])))
const number = { text: '2.2', x: 80, y: 130, bold: true }
const title = { text: 'K-Nearest Neighbors', x: 80, y: 148, bold: true }

test.each([
  ['in its style', number, title],
  ['in the style of the text, above a larger title', { ...number, bold: false }, { ...title, size: 14 }],
])('a section number %s is joined with the title below', (_, one, other) => {
  expect(page(one, other)).toContain('text: 2.2 K-Nearest Neighbors')
})

test.each([
  ['text', number, { ...title, bold: false }],
  ['a number of one part', { ...number, text: '2' }, title],
  ['a title further below', number, { ...title, y: 160 }],
  ['a title set further right', number, { ...title, x: 200 }],
])('they stay separate: %s', (_, one, other) => {
  expect(page(one, other).join('\n')).not.toContain(`${one.text} ${other.text}`)
})

test('"CHAPTER" and the number below at the right edge are joined', () => {
  const word = { text: 'CHAPTER', x: 400, y: 130, bold: true }
  const nine = { text: 'NINE', x: 407, y: 152, bold: true, size: 14 }
  expect(page(word, nine)).toContain('text: CHAPTER NINE')
  expect(page(word, { ...nine, text: 'NINE LIVES', x: 365 })).not.toContain('text: CHAPTER NINE LIVES')
  expect(page({ ...word, text: 'FIGURE' }, nine)).not.toContain('text: FIGURE NINE')
})

test('the large number of a chapter is joined with its large title', () => {
  const large = { text: '3', x: 300, y: 135, size: 24 }
  const chapter = { text: 'A little background', x: 110, y: 170, size: 20 }
  expect(page(large, chapter)).toContain('text: 3 A little background')
  expect(page({ ...large, size: 12, y: 150 }, chapter)).not.toContain('text: 3 A little background')
  expect(page(large, { ...chapter, size: 12, bold: true })).not.toContain('text: 3 A little background')
})
