import { expect, test } from 'vitest'
import type { Equation, Formula } from '../../src/model/formula.ts'
import { asciiMathOf } from '../../src/render/formulas/ascii-math.ts'
import { latexOf } from '../../src/render/formulas/latex.ts'
import { mathmlOf } from '../../src/render/formulas/mathml.ts'
import { render } from '../../src/render/registry.ts'
import { documentOf, optionsWith, page, text } from './documents.ts'

const letter = (text: string): Formula => ({ kind: 'letter', text, style: 'italic' })
const sign = (text: string): Formula => ({ kind: 'sign', text })
const number = (text: string): Formula => ({ kind: 'number', text })
const row = (...items: Formula[]): Formula => ({ kind: 'row', items })
const all = (tree: Formula, more: Partial<Equation> = {}): string[] => {
  const equation = { tree, ...more }
  return [
    latexOf(equation),
    mathmlOf(equation).replace(/^<math xmlns="[^"]*" display="block">|<\/math>$/g, ''),
    asciiMathOf(equation),
  ]
}

test('fractions, roots, scripts', () => {
  expect(all({ kind: 'fraction', above: number('1'), below: row(letter('x'), sign('+'), letter('α')) })).toEqual([
    '\\frac{1}{x+\\alpha}',
    '<mfrac><mn>1</mn><mrow><mi>x</mi><mo>+</mo><mi>α</mi></mrow></mfrac>',
    '(1)/(x+alpha)',
  ])
  expect(all({ kind: 'root', body: letter('x'), index: number('3') })).toEqual([
    '\\sqrt[3]{x}',
    '<mroot><mi>x</mi><mn>3</mn></mroot>',
    'root(3)(x)',
  ])
  expect(all({ kind: 'root', body: letter('x') })).toEqual(['\\sqrt{x}', '<msqrt><mi>x</mi></msqrt>', 'sqrt(x)'])
  expect(all({ kind: 'scripts', base: letter('x'), sub: letter('i') })).toEqual([
    'x_i',
    '<msub><mi>x</mi><mi>i</mi></msub>',
    'x_i',
  ])
  expect(all({ kind: 'scripts', base: letter('x'), sup: number('2') })).toEqual([
    'x^2',
    '<msup><mi>x</mi><mn>2</mn></msup>',
    'x^2',
  ])
  expect(all({ kind: 'scripts', base: letter('x'), sub: row(letter('i'), letter('j')), sup: number('2') })).toEqual([
    'x_{ij}^2',
    '<msubsup><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow><mn>2</mn></msubsup>',
    'x_(i j)^2',
  ])
})

test('limits, functions, fences, gaps and words', () => {
  const sum: Formula = {
    kind: 'limits',
    base: sign('∑'),
    under: row(letter('i'), sign('='), number('1')),
    over: letter('n'),
  }
  expect(all(row(sum, letter('a')))).toEqual([
    '\\sum_{i=1}^na',
    '<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>a</mi></mrow>',
    'sum_(i=1)^n a',
  ])
  const tall: Formula = { kind: 'fence', open: '[', close: ')', body: letter('t'), tall: true }
  expect(
    latexOf({
      tree: row(
        { kind: 'function', name: 'sin' },
        letter('x'),
        { kind: 'gap' },
        { kind: 'words', text: 'if 5% {or} so' },
        tall,
      ),
    }),
  ).toBe('\\sin x\\quad\\text{if 5\\% \\{or\\} so}\\left[t\\right)')
  expect(
    latexOf({ tree: row(letter('β'), letter('x'), sign('≤'), { kind: 'function', name: 'argmax' }, letter('y')) }),
  ).toBe('\\beta x\\le\\operatorname{argmax}y')
})

test('letter styles, accents, matrices, cases, aligned lines, numbers', () => {
  expect(all({ kind: 'letter', text: 'R', style: 'blackboard' })).toEqual(['\\mathbb{R}', '<mi>ℝ</mi>', 'bbb(R)'])
  expect(all({ kind: 'letter', text: 'x', style: 'bold' })).toEqual(['\\mathbf{x}', '<mi>𝐱</mi>', 'bb(x)'])
  expect(all({ kind: 'accent', accent: 'hat', body: letter('y') })).toEqual([
    '\\hat{y}',
    '<mover accent="true"><mi>y</mi><mo>^</mo></mover>',
    'hat(y)',
  ])
  const rows = [
    [number('1'), number('0')],
    [number('0'), number('1')],
  ]
  const matrix: Formula = { kind: 'matrix', rows }
  expect(latexOf({ tree: { kind: 'fence', open: '(', close: ')', body: matrix, tall: true } })).toBe(
    '\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}',
  )
  expect(latexOf({ tree: { kind: 'fence', open: '{', close: '', body: matrix, tall: true } })).toBe(
    '\\begin{cases}1&0\\\\0&1\\end{cases}',
  )
  expect(asciiMathOf({ tree: { kind: 'fence', open: '[', close: ']', body: matrix, tall: true } })).toBe(
    '[(1,0),(0,1)]',
  )
  const lines: Formula = {
    kind: 'lines',
    lines: [
      [letter('f'), row(sign('='), letter('a'))],
      [row(), row(sign('='), letter('b'))],
    ],
  }
  expect(all(lines, { number: '2' })).toEqual([
    '\\begin{aligned}f&=a\\\\&=b\\end{aligned}\\tag{2}',
    expect.stringContaining('<mtext>(2)</mtext>'),
    '{:(f,=a),(,=b):} qquad "(2)"',
  ])
})

test('a bracket at the start of a row is no distance to the row above', () => {
  const tree: Formula = {
    kind: 'lines',
    lines: [
      [letter('a'), sign('=')],
      [sign('['), letter('b')],
    ],
  }
  expect(latexOf({ tree })).toBe('\\begin{aligned}a&=\\\\{}[&b\\end{aligned}')
})

test('symbols with a meaning in the notation are escaped', () => {
  expect(all(row(letter('a'), sign('<'), sign('&')))).toEqual([
    'a<\\&',
    '<mrow><mi>a</mi><mo>&lt;</mo><mo>&amp;</mo></mrow>',
    'a<&',
  ])
  expect(latexOf({ tree: row(number('5'), sign('%'), sign('_')) })).toBe('5\\%\\_')
})

test('an equation in all three notations, in Markdown and in the JSON', () => {
  const formula: Equation = { tree: row(letter('x'), sign('='), number('1')), number: '4' }
  const document = documentOf([page([{ ...text('x = 1 (4)', { type: 'equation' }), formula }])])
  const outputs = (formula: 'latex' | 'mathml' | 'ascii') => {
    const { markdown, json, warnings } = render(document, [], {
      options: optionsWith({ elementFormats: { formula } }),
      links: { kind: 'none' },
    })
    const { content, format } = JSON.parse(json ?? '').pages[0].blocks[0]
    expect(warnings).toEqual([])
    return [markdown, content, format]
  }
  expect(outputs('latex')).toEqual(['$$\nx=1\\tag{4}\n$$\n', 'x=1\\tag{4}', 'latex'])
  expect(outputs('ascii')).toEqual(['$$\nx=1 qquad "(4)"\n$$\n', 'x=1 qquad "(4)"', 'ascii'])
  const [markdown, content, format] = outputs('mathml')
  expect(markdown).toBe(`${content}\n`)
  expect(format).toBe('mathml')
})
