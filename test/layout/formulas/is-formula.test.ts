import { expect, test } from 'vitest'
import { mayJoin } from '../../../src/layout/formulas/is-formula.ts'
import { layoutState, rawPage } from '../raw-pages.ts'

function joins(text: string): boolean {
  return mayJoin(layoutState(rawPage([{ text, x: 50, y: 100 }])).lines[0]!)
}

test('a line with two long words is part of a formula if most characters are not words', () => {
  expect(joins('f(x1, x2) = f0 + f1(x1) + f2(x2) + f12(x1, x2) + 0.25 · (x1 + x2) response function')).toBe(true)
  expect(joins('the response function is modeled by f(x)')).toBe(false)
})
