/** LaTeX is read into the tree from which it is written again. */
import { expect, test } from 'vitest'
import { readTex } from '../../../src/extract/structured/formulas/tex.ts'
import { latexOf } from '../../../src/render/formulas/latex.ts'

const normal = (source: string): string | null => {
  const equation = readTex(source)
  return equation === null ? null : latexOf(equation)
}

test.each([
  ['a_1 + b_{2}^*', 'a_1+b_2^\\ast'],
  ['\\dfrac12 x^23 \\sqrt[3]{y}', '\\frac{1}{2}x^23\\sqrt[3]{y}'],
  ['{n \\choose k} {a \\over b}', '\\begin{pmatrix}n\\\\k\\end{pmatrix}\\frac{a}{b}'],
  ['\\sum_{k=1}^n \\lim_{x\\to 0} \\int_0^1', '\\sum_{k=1}^n\\lim_{x\\to0}\\int_0^1'],
  ['\\left( \\frac ab \\right)^{\\!2} \\|x\\|', '\\left(\\frac{a}{b}\\right)^2\\Vert x\\Vert'],
  ["\\mathbb{R} \\mathrm{Var} \\hat{x} f'' \\not= 5\\%", '\\mathbb{R}\\text{Var}\\hat{x}f^{\\prime\\prime}\\ne5\\%'],
  ['\\begin{cases} 1 & a \\\\[2pt] 0 & b \\end{cases}', '\\begin{cases}1&a\\\\0&b\\end{cases}'],
  ['\\begin{align*} a &= b \\label{x} \\\\ &= c \\end{align*}', '\\begin{aligned}a&=b\\\\&=c\\end{aligned}'],
  ['x = 1 \\tag{2.1} % note', 'x=1\\tag{2.1}'],
  ['{\\rm Re} z \\mathbf{\\hat x} \\bar y', '\\text{Re}z\\hat{\\mathbf{x}}\\bar{y}'],
  ['\\left< x \\right>_0 |y| a \\mid b', '\\left\\langle x\\right\\rangle_0|y|a\\mid b'],
  ['\\left. \\frac ab \\right|_0', '\\left.\\frac{a}{b}\\right|_0'],
  ['\\text{ if $x$}\\ \\ell \\bullet \\cdot', '\\quad\\text{if}\\quad x\\quad\\ell\\bullet\\cdot'],
  ['\\operatorname{foo} x \\mathsf{A} \\rightleftharpoons', '\\operatorname{foo}x\\mathsf{A}⇌'],
  ['\\begin{eqnarray} a &=& b \\\\ c &=& d \\end{eqnarray}', '\\begin{aligned}a&=b\\\\c&=d\\end{aligned}'],
  ['\\begin{gather} a \\\\ b \\end{gather}', '\\begin{matrix}a\\\\b\\end{matrix}'],
])('%s', (source, latex) => {
  expect(normal(source)).toBe(latex)
})

test.each(['\\own{x}', 'x }', '\\frac{a}', '\\left( x', 'a & b', '{'.repeat(500), '\\frac'.repeat(3000), ''])(
  'unreadable: %.20s',
  (source) => {
    expect(readTex(source)).toBe(null)
  },
)

test.each(['\\href{https://a.example}{x}', '\\includegraphics{a.png}', '\\newcommand{\\a}{x}\\a', 'x'.repeat(2001)])(
  'refused: %.20s',
  (source) => {
    expect(readTex(source)).toBe(null)
  },
)

const growing = [...'abcdefgh'].map((name, at) => `\\def\\${name}{${`\\${'bcdefghi'[at]}`.repeat(8)}}`).join('')

test.each([
  '\\def\\a{\\a}\\a',
  `${growing}\\def\\i{x}\\a`,
  `\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(300)}`,
  '{'.repeat(990) + '}'.repeat(990),
  `${'\\sqrt{'.repeat(280)}x${'}'.repeat(280)}`,
  '\\hat'.repeat(490),
  '\\color{red}'.repeat(170),
  '\\dots'.repeat(380),
  `${'\\begin{matrix}'.repeat(70)}x${'\\end{matrix}'.repeat(70)}`,
  `\\begin{matrix}${'&'.repeat(1900)}\\end{matrix}`,
  '\\label{'.repeat(280),
  'x^2'.repeat(660),
])('bounded: %.20s', (source) => {
  const start = performance.now()
  readTex(source)
  expect(performance.now() - start).toBeLessThan(1000)
})
