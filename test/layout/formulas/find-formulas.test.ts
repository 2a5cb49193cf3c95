import { expect, test } from 'vitest'
import { groupRows } from '../../../src/layout/blocks/paragraphs.ts'
import { findFormulas } from '../../../src/layout/formulas/find-formulas.ts'
import { findOutlinedFormulas } from '../../../src/layout/formulas/outlined-formulas.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import type { Path } from '../../../src/model/raw-page.ts'
import { layoutState, outline, rawPage } from '../raw-pages.ts'
import { above, bar, below, formulasOf, roman, symbol, tall, variable } from './formula-inks.ts'

test('a letter has a subscript and a superscript, and the margin number is separate', () => {
  const inks = [
    variable('x', 160, 190),
    variable('i', 165, 192, 7),
    roman('2', 165, 186, 7),
    roman('+', 175, 190),
    variable('y', 185, 190),
    roman('=', 195, 190),
    roman('12.5', 205, 190),
    roman('(3.4a)', 400, 190),
  ]
  expect(formulasOf(inks)).toEqual(['x_i^2+y=12.5\\tag{3.4a}'])
})

test('fractions are nested', () => {
  const inks = [
    variable('y', 150, 190),
    roman('=', 160, 190),
    variable('a', 185, 176),
    roman('1', 178, 190),
    roman('+', 185, 190),
    variable('b', 193, 190),
    variable('c', 185, 204),
  ]
  expect(formulasOf(inks, [bar(176, 200, 180), bar(175, 201, 195)])).toEqual(['y=\\frac{\\frac{a}{1+b}}{c}'])
})

test('roots have a bar that begins at the end of the radical sign', () => {
  const inks = [
    variable('r', 160, 190),
    roman('=', 170, 190),
    symbol('√', 180, 183),
    variable('x', 185, 190),
    roman('+', 192, 190),
    roman('1', 200, 190),
  ]
  expect(formulasOf(inks, [bar(185, 206, 182)])).toEqual(['r=\\sqrt{x+1}'])
  expect(formulasOf([...inks, roman('3', 181, 184, 5)], [bar(185, 206, 182)])).toEqual(['r=\\sqrt[3]{x+1}'])
})

test('a bar right above symbols is an overline', () => {
  const inks = [variable('z', 160, 190), roman('=', 170, 190), variable('a', 182, 190), variable('b', 188, 190)]
  expect(formulasOf(inks, [bar(182, 193, 184)])).toEqual(['z=\\overline{ab}'])
})

test('tall brackets next to a fraction are not part of it', () => {
  const inks = [
    variable('q', 150, 190),
    roman('=', 160, 190),
    tall('[', 172, 177),
    variable('a', 182, 184),
    variable('b', 182, 198),
    tall(']', 190, 177),
  ]
  expect(formulasOf(inks, [bar(177, 192, 188)])).toEqual(['q=\\left[\\frac{a}{b}\\right]'])
})

test('limits are over and under sums and functions', () => {
  const sum = [
    variable('s', 150, 190),
    roman('=', 160, 190),
    { ...tall('∑', 175, 182), pitch: 1.4 },
    variable('n', 180, 178, 7),
    variable('i', 176, 204, 7),
    roman('=1', 180, 204, 7),
    variable('a', 192, 190),
    variable('i', 197, 192, 7),
  ]
  expect(formulasOf(sum)).toEqual(['s=\\sum_{i=1}^na_i'])
  const limit = [
    roman('lim', 150, 190),
    variable('n', 148, 197, 7),
    symbol('→', 152, 197, 7),
    symbol('∞', 157, 197, 7),
    variable('a', 168, 190),
    variable('n', 173, 192, 7),
    roman('=', 182, 190),
    roman('0', 192, 190),
  ]
  expect(formulasOf(limit)).toEqual(['\\lim_{n\\to\\infty}a_n=0'])
})

test('tall brackets around several rows are a matrix, and a single brace opens cases', () => {
  const cells = [roman('1', 190, 183), roman('0', 205, 183), roman('0', 190, 195), roman('1', 205, 195)]
  const matrix = [
    variable('I', 160, 190),
    roman('=', 170, 190),
    tall('⎡', 182, 174),
    tall('⎣', 182, 186),
    ...cells,
    tall('⎤', 214, 174),
    tall('⎦', 214, 186),
  ]
  expect(formulasOf(matrix)).toEqual(['I=\\begin{bmatrix}1&0\\\\0&1\\end{bmatrix}'])
  expect(
    formulasOf([variable('I', 160, 190), roman('=', 170, 190), { ...tall('{', 182, 174), pitch: 0.75 }, ...cells]),
  ).toEqual(['I=\\begin{cases}1&0\\\\0&1\\end{cases}'])
})

test('a matrix of numbers needs no relation, and its brackets are stacked parts', () => {
  const brackets = [
    ...[
      ['⎛⎜⎝', 150],
      ['⎞⎟⎠', 200],
    ].flatMap(([parts, x]) => [...String(parts)].map((part, at) => tall(part, Number(x), [168, 186, 192][at]!))),
  ]
  const numbers = [178, 190, 202].flatMap((y, row) => [roman(`${row + 1}`, 165, y), roman(`${row + 4}`, 185, y)])
  expect(formulasOf([...brackets, ...numbers])).toEqual(['\\begin{pmatrix}1&4\\\\2&5\\\\3&6\\end{pmatrix}'])
})

test('cases have words', () => {
  const inks = [
    variable('k', 130, 190),
    roman('=', 140, 190),
    ...[...'⎧⎨⎩'].map((part, at) => tall(part, 155, [162, 180, 198][at]!)),
    variable('a', 165, 172),
    roman('undefined', 165, 196),
    roman('otherwise', 230, 196),
  ]
  expect(formulasOf(inks)).toEqual(['k=\\begin{cases}a&\\\\\\text{undefined}&\\text{otherwise}\\end{cases}'])
})

test('a row that begins with a relation continues the one above, unless both have numbers', () => {
  const first = [
    variable('f', 160, 185),
    roman('=', 170, 185),
    variable('a', 180, 185),
    roman('+', 190, 185),
    variable('b', 200, 185),
  ]
  const second = [roman('=', 170, 202), variable('c', 180, 202), roman('+', 190, 202), variable('d', 200, 202)]
  expect(formulasOf([...first, ...second])).toEqual(['\\begin{aligned}f&=a+b\\\\&=c+d\\end{aligned}'])
  expect(formulasOf([...first, roman('(1)', 420, 185), ...second, roman('(2)', 420, 202)])).toEqual([
    'f=a+b\\tag{1}',
    '=c+d\\tag{2}',
  ])
})

test('words, letters of mathematical fonts, accents and tall brackets are read', () => {
  const inks = [
    { ...variable('A', 150, 190), font: 'CMSY10' },
    roman('=', 160, 190),
    { ...roman('R', 170, 190), font: 'MSBM10' },
    roman('(', 178, 190),
    variable('x', 184, 190),
    roman('2', 189, 186, 7),
    roman(')', 193, 190),
    roman('if', 215, 190),
    roman('ˆ', 235, 190),
    variable('y', 235, 190),
    symbol('≤', 243, 190),
    variable('θ', 252, 190),
  ]
  expect(formulasOf(inks)).toEqual([
    '\\mathcal{A}=\\mathbb{R}\\left(x^2\\right)\\quad\\text{if}\\quad\\hat{y}\\le\\theta',
  ])
})

test('mathematics that is not displayed stays text', () => {
  // Within a sentence, in code, a sentence, a number.
  expect(
    formulasOf([
      roman('Hence we have', 72, 190),
      variable('x', 145, 190),
      roman('=', 152, 190),
      variable('y', 160, 190),
    ]),
  ).toEqual([])
  expect(formulasOf([{ text: 'x = a + b * c', x: 160, y: 190, mono: true }])).toEqual([])
  expect(formulasOf([roman('Total costs = 12', 160, 190)])).toEqual([])
  expect(formulasOf([roman('12.5', 160, 190), roman('±', 185, 190), roman('3', 195, 190)])).toEqual([])
  // The last line of a paragraph, even if it is all mathematics.
  expect(formulasOf([variable('x', 72, 144), roman('=', 80, 144), variable('y', 90, 144)])).toEqual([])
  // The end of a justified line of text.
  expect(
    formulasOf([roman('so that', 72, 190), symbol('→', 330, 190), symbol('∞', 342, 190), variable('t', 322, 190)]),
  ).toEqual([])
})

test('rulings of a grid are not fraction bars', () => {
  const inks = [variable('x', 200, 183), roman('+', 208, 183), roman('1', 216, 183), roman('27', 206, 200)]
  const relation = [variable('y', 172, 191), roman('=', 182, 191)]
  const rule = bar(198, 224, 188)
  const edges = [198, 211, 224].map((x): Path => ({ ...rule, box: { x0: x - 0.2, y0: 172, x1: x + 0.2, y1: 204 } }))
  expect(formulasOf([...relation, ...inks], [rule])).toEqual(['y=\\frac{x+1}{27}'])
  expect(formulasOf([...relation, ...inks], [rule, ...edges]).join()).not.toContain('frac')
})

test('an equation is a separate block in reading order', () => {
  const inks = [
    variable('x', 160, 190),
    roman('=', 170, 190),
    variable('y', 180, 190),
    roman('+', 190, 190),
    variable('z', 200, 190),
    roman('(7)', 420, 190),
  ]
  const state = layoutState(rawPage([...above, ...inks, ...below]), findFormulas, orderLayout, groupRows)
  expect(outline(state).map((text) => text.slice(0, 22))).toEqual([
    'text: Running text as ',
    'equation: x = y + z (7',
    'text: which every sign',
  ])
  const equation = state.groups[1]
  expect(equation?.kind === 'text' ? equation.formula?.number : null).toBe('7')
  // The box does not include the number at the margin.
  expect(equation?.box.x1).toBeLessThan(210)
})

test('a formula of outlined glyphs with an equals sign is an equation figure', () => {
  const glyph = (x: number, bottom: number, wide = 5, high = 7): Path => ({
    box: { x0: x, y0: bottom - high, x1: x + wide, y1: bottom },
    stroked: false,
    rectangle: false,
    color: 0,
    opacity: 1,
  })
  const signs = [160, 167, 174, 190, 197, 204].map((x) => glyph(x, 165))
  const figures = (paths: readonly Path[]) =>
    layoutState({ ...rawPage([...above, ...below]), paths }, findOutlinedFormulas).figures
  expect(figures([...signs, glyph(181, 162, 8, 3)])).toEqual([
    { box: { x0: 160, y0: 158, x1: 209, y1: 165 }, text: '', type: 'equation' },
  ])
  expect(figures(signs)).toEqual([])
  // Scattered glyphs are a drawing.
  expect(figures([...signs.map((sign, index) => glyph(sign.box.x0, 165 + 3 * index)), glyph(181, 162, 8, 3)])).toEqual(
    [],
  )
})

test('hyphens and dashes are minus signs, three dots an ellipsis, and upright Greek letters variables', () => {
  const inks = [
    variable('x', 160, 190),
    roman('=', 170, 190),
    roman('-', 180, 190),
    roman('α', 186, 190),
    roman('–', 196, 190),
    variable('y', 206, 190),
    roman('+', 216, 190),
    ...[226, 230, 234].map((x) => symbol('⋅', x, 190)),
    roman('+', 244, 190),
    variable('z', 254, 190),
  ]
  expect(formulasOf(inks)).toEqual(['x=-\\alpha-y+\\cdots+z'])
})

test('products are no ellipsis', () => {
  const inks = [
    variable('x', 160, 190),
    roman('=', 170, 190),
    variable('a', 180, 190),
    symbol('⋅', 188, 190),
    variable('b', 194, 190),
    symbol('⋅', 202, 190),
    symbol('⋅', 206, 190),
    variable('c', 212, 190),
  ]
  expect(formulasOf(inks)).toEqual(['x=a\\cdot b\\cdot\\cdot c'])
})
