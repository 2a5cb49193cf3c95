/** Accents over letters and letters in circles, as TeX draws them. */
import { expect, test } from 'vitest'
import { joinOverprinted } from '../../../src/extract/pdf/overprinted-characters.ts'
import type { Span } from '../../../src/model/raw-page.ts'
import { type Ink, span } from '../../layout/raw-pages.ts'

/** A span with accents of no width, each at the position of the next letter. */
function printed(ink: Ink): Span {
  const plain = span(ink)
  let x = ink.x
  const edges = [...ink.text].map((char) => {
    const left = x
    if (!/[´`ˆ¨¸ˇ]/.test(char)) x += 5
    return left
  })
  return { ...plain, edges: Float32Array.from([...edges, x]), box: { ...plain.box, x1: x } }
}

const font = span({ text: '', x: 0, y: 0 }).font
const texts = (...spans: Span[]): string[] =>
  joinOverprinted(spans.map((one) => ({ ...one, font: one.font.name === 'Serif' ? font : one.font }))).map(
    ({ text }) => text,
  )

test.each([
  ['m¨oglich', 'möglich'],
  ['d´efaut, fenˆetre, ¸ca, `a', 'défaut, fenêtre, ça, à'],
  ['s´ı', 'sí'],
  ['Toluˇsis', 'Tolušis'],
  ['ˆq', 'ˆq'],
])('%s is read as %s', (drawn, read) => {
  expect(texts(printed({ text: drawn, x: 50, y: 100 }))).toEqual([read])
})

test('a composed letter keeps its position', () => {
  const [whole] = joinOverprinted([printed({ text: 'm¨og', x: 50, y: 100 })])
  expect([...whole!.edges!]).toEqual([50, 55, 60, 65])
})

test('an accent with a width of its own stays', () => {
  expect(texts(span({ text: '`a` and ´x´', x: 50, y: 100 }))).toEqual(['`a` and ´x´'])
})

test('a hyphen with three names is one', () => {
  expect(texts(span({ text: 'Open-\u00ad\u2010High', x: 50, y: 100 }))).toEqual(['Open-High'])
})

test('without edges, letters on both sides decide', () => {
  const { edges: _, ...turned } = span({ text: 'caf´e `a', x: 50, y: 100, rotation: 90 })
  expect(texts(turned)).toEqual(['café `a'])
})

test('the raised accent of a capital is combined', () => {
  expect(texts(span({ text: 'paar ¨', x: 50, y: 97 }), span({ text: 'Anderungen', x: 74.5, y: 100 }))).toEqual([
    'paar ',
    'Änderungen',
  ])
  expect(texts(span({ text: '´', x: 51, y: 97 }), span({ text: 'Etat', x: 50, y: 100 }))).toEqual(['État'])
})

test('the hat of a formula, from another font, is not', () => {
  expect(texts(span({ text: 'ˆ', x: 51, y: 97 }), span({ text: 'a', x: 50, y: 100, font: 'Math' }))).toEqual(['ˆ', 'a'])
})

test('a letter in a circle becomes one symbol', () => {
  const drawn = [
    span({ text: 'Copyright c', x: 50, y: 100 }),
    span({ text: '\u20dd', x: 98, y: 100, pitch: 1, font: 'Signs' }),
    span({ text: '2020', x: 112, y: 100 }),
  ]
  expect(texts(...drawn)).toEqual(['Copyright ©', '2020'])
  expect(texts(span({ text: 'vitamin b', x: 50, y: 100 }), drawn[1]!)).toEqual(['vitamin b', '\u20dd'])
})
