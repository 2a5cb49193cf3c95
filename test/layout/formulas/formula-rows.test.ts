import { expect, test } from 'vitest'
import { findFormulas } from '../../../src/layout/formulas/find-formulas.ts'
import { latexOf } from '../../../src/render/formulas/latex.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'
import { bar, formulasOf, roman, symbol, tall, variable } from './formula-inks.ts'

const row = (left: string, y: number): Ink[] => [variable(left, 180, y), roman('=', 190, y)]

function fraction([numerator, denominator]: string, x: number, y: number): Ink[] {
  return [variable(numerator ?? '', x + 1, y - 6.8), variable(denominator ?? '', x + 1, y + 6.9)]
}

test('aligned rows of fractions overlap, and their number is centered between them', () => {
  const inks = [
    ...row('y', 180),
    ...fraction('ab', 202, 180),
    ...row('z', 203),
    ...fraction('cd', 202, 203),
    roman('(3)', 400, 191.5),
  ]
  const bars = [bar(202, 208, 177.5), bar(202, 208, 200.5)]
  expect(formulasOf(inks, bars)).toEqual(['\\begin{aligned}y&=\\frac{a}{b}\\\\z&=\\frac{c}{d}\\end{aligned}\\tag{3}'])
})

test('a case has a fraction, and conditions are far to the right', () => {
  const inks = [
    ...row('y', 190),
    ...[...'⎧⎨⎩'].map((part, at) => tall(part, 200, [168, 186, 200][at] as number)),
    ...fraction('ab', 212, 182),
    ...[variable('x', 260, 182), symbol('>', 268, 182), roman('0', 278, 182)],
    roman('0', 213, 203),
    ...[variable('x', 260, 203), symbol('≤', 268, 203), roman('0', 278, 203)],
  ]
  expect(formulasOf(inks, [bar(212, 218, 179.5)])).toEqual(['y=\\begin{cases}\\frac{a}{b}&x>0\\\\0&x\\le0\\end{cases}'])
})

test('a number without space in its row is below the right end', () => {
  const terms = [...'abcdefghijklmnopqrstuv'].flatMap((letter, at) => [
    variable(letter, 92 + at * 16, 185),
    symbol('+', 99 + at * 16, 185),
  ])
  const inks = [variable('y', 72, 185), roman('=', 80, 185), ...terms.slice(0, -1), roman('(7)', 422, 197)]
  expect(formulasOf(inks)).toEqual([`y=${[...'abcdefghijklmnopqrstuv'].join('+')}\\tag{7}`])
})

test('a calculation without words needs no relation', () => {
  const inks = [...'abcde'].flatMap((letter, at) => [
    variable(letter, 180 + at * 20, 190),
    symbol('+', 190 + at * 20, 190),
  ])
  expect(formulasOf([...inks.slice(0, -1), ...row('y', 215)])).toContain('a+b+c+d+e')
})

test('a row continues after an open bracket', () => {
  const inks = [
    ...row('y', 184),
    ...[roman('[', 202, 184), variable('a', 207, 184), symbol('+', 215, 184), variable('b', 225, 184)],
    ...[symbol('+', 202, 198), variable('c', 212, 198), roman(']', 218, 198)],
  ]
  expect(formulasOf(inks)).toEqual(['\\begin{aligned}y&=[a+b\\\\&+c]\\end{aligned}'])
})

test('text of the next column is not part of a row', () => {
  const text = Array.from({ length: 12 }, () => 'text that fills the right column')
  const left = Array.from({ length: 4 }, () => 'text that fills the left column')
  const inks = [
    ...lines(left, { x: 72, y: 120 }),
    ...[variable('y', 140, 190), symbol('=', 150, 190), variable('x', 162, 190)],
    ...[symbol('+', 170, 190), variable('z', 180, 190), symbol('+', 188, 190), variable('w', 198, 190)],
    ...[symbol('+', 208, 190), variable('v', 222, 190)],
    ...lines(left, { x: 72, y: 218 }),
    ...lines(text, { x: 238, y: 115 }),
  ]
  const state = layoutState(rawPage(inks), findFormulas)
  expect(state.lines.flatMap(({ formula }) => (formula === undefined ? [] : [latexOf(formula)]))).toEqual(['y=x+z+w+v'])
})

test('the bar of a tall root is far above the lowest part of its sign', () => {
  const inks = [...row('y', 190), tall('√', 200, 186), ...fraction('ab', 212, 190)]
  expect(formulasOf(inks, [bar(205, 222, 172), bar(211, 219, 187.5)])).toEqual(['y=\\sqrt{\\frac{a}{b}}'])
})

test('brackets in an exponent are as large as those of the row, and a nested script as large as its base', () => {
  const inks = [
    ...row('y', 190),
    variable('e', 200, 190),
    symbol('−', 205, 185.6, 7),
    roman('(', 211, 186.4),
    variable('r', 216, 180.9, 5),
    variable('i', 219, 182.5, 5),
    variable('s', 217, 188.2, 5),
    roman(')', 223, 186.4),
    roman('2', 228, 180.8, 5),
  ]
  expect(formulasOf(inks, [bar(216, 222, 183.8)])).toEqual(['y=e^{-\\left(\\frac{r_i}{s}\\right)^2}'])
})
