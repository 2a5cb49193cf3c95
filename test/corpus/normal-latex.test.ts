import { expect, test } from 'vitest'
import { alignFormulas, editDistance } from './align-formulas.ts'
import { normalLatex } from './normal-latex.ts'

test.each([
  ['\\mathbf{\\hat{a}_{x}}', '\\hat{\\mathbf{a}}_{\\mathbf{x}}'],
  ['\\left\\| x \\right\\|\\, \\leq 1', '\\Vert x\\Vert\\le1'],
  ['{a \\over b}', '\\frac{a}{b}'],
  ['\\text{such that}\\ x', '\\mathrm{suchthat}x'],
  ['x_1, ..., x_n', 'x_{1},\\ldots,x_{n}'],
])('%s and %s print the same', (left, right) => expect(normalLatex(left)).toBe(normalLatex(right)))

test('formulas that are printed differently stay different', () => {
  expect(normalLatex('x^{ab}')).not.toBe(normalLatex('x^ab'))
  expect(normalLatex('\\mathbf{x}')).not.toBe(normalLatex('x'))
  expect(normalLatex('\\frac{a')).toBeNull()
})

test('formulas are aligned in order; one that is missing costs its length', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3)
  expect(alignFormulas(['ab', 'xyz', 'cd'], ['ab', 'ce'])).toEqual([
    { left: 'ab', right: 'ab', distance: 0 },
    { left: 'xyz', distance: 3 },
    { left: 'cd', right: 'ce', distance: 1 },
  ])
})
