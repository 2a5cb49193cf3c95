/** MathML Core: one `math` element in display style, labeled with its number. */

import { escapeHtml } from '../../model/escape-html.ts'
import type { Accent, Equation, Formula, LetterStyle } from '../../model/formula.ts'
import { wordPairs } from './tokens.ts'

export function mathmlOf({ tree, number }: Equation): string {
  const body = write(tree)
  const labeled =
    number === undefined
      ? body
      : `<mtable><mlabeledtr><mtd><mtext>(${escapeHtml(number)})</mtext></mtd><mtd>${body}</mtd></mlabeledtr></mtable>`
  return `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">${labeled}</math>`
}

export function inlineMathml(tree: Formula): string {
  return `<math xmlns="http://www.w3.org/1998/Math/MathML">${write(tree)}</math>`
}

const alphabets: Readonly<Partial<Record<LetterStyle, number>>> = {
  bold: 0x1d400,
  script: 0x1d49c,
  fraktur: 0x1d504,
  blackboard: 0x1d538,
  sans: 0x1d5a0,
  mono: 0x1d670,
}
const earlierLetters: Readonly<Partial<Record<LetterStyle, ReadonlyMap<string, string>>>> = {
  script: new Map(wordPairs('B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ e ℯ g ℊ o ℴ')),
  fraktur: new Map(wordPairs('C ℭ H ℌ I ℑ R ℜ Z ℨ')),
  blackboard: new Map(wordPairs('C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ')),
}

function letter(text: string, style: LetterStyle): string {
  if (style === 'italic') return `<mi>${escapeHtml(text)}</mi>`
  if (style === 'roman') return `<mi mathvariant="normal">${escapeHtml(text)}</mi>`
  const first = alphabets[style]
  if (first === undefined || !/^[A-Za-z]$/.test(text)) return `<mi mathvariant="bold">${escapeHtml(text)}</mi>`
  const index = text.charCodeAt(0) - (text <= 'Z' ? 65 : 97 - 26)
  return `<mi>${earlierLetters[style]?.get(text) ?? String.fromCodePoint(first + index)}</mi>`
}

const accentMarks: Readonly<Record<Accent, string>> = {
  hat: '^',
  tilde: '~',
  bar: '¯',
  dot: '˙',
  ddot: '¨',
  vec: '→',
  check: 'ˇ',
  acute: '´',
  grave: '`',
  breve: '˘',
  overline: '¯',
  underline: '_',
}

function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return `<mrow>${formula.items.map(write).join('')}</mrow>`
    case 'letter':
      return letter(formula.text, formula.style)
    case 'number':
      return `<mn>${escapeHtml(formula.text)}</mn>`
    case 'sign':
      return `<mo>${escapeHtml(formula.text)}</mo>`
    case 'words':
      return `<mtext>${escapeHtml(formula.text)}</mtext>`
    case 'function':
      return `<mi>${escapeHtml(formula.name)}</mi>`
    case 'gap':
      return '<mspace width="1em"/>'
    case 'fraction':
      return `<mfrac>${write(formula.above)}${write(formula.below)}</mfrac>`
    case 'scripts':
      return attach(write(formula.base), { low: formula.sub, high: formula.sup, names: ['msub', 'msup', 'msubsup'] })
    case 'limits':
      return attach(write(formula.base), {
        low: formula.under,
        high: formula.over,
        names: ['munder', 'mover', 'munderover'],
      })
    case 'root':
      return formula.index === undefined
        ? `<msqrt>${write(formula.body)}</msqrt>`
        : `<mroot>${write(formula.body)}${write(formula.index)}</mroot>`
    case 'fence': {
      const stretchy = formula.tall ? '' : ' stretchy="false"'
      const bracket = (char: string): string =>
        char === '' ? '' : `<mo fence="true"${stretchy}>${escapeHtml(char)}</mo>`
      return `<mrow>${bracket(formula.open)}${write(formula.body)}${bracket(formula.close)}</mrow>`
    }
    case 'matrix':
      return `<mtable>${formula.rows.map((row) => `<mtr>${row.map((cell) => `<mtd>${write(cell)}</mtd>`).join('')}</mtr>`).join('')}</mtable>`
    case 'accent': {
      const mark = `<mo>${escapeHtml(accentMarks[formula.accent])}</mo>`
      const element = formula.accent === 'underline' ? 'munder' : 'mover'
      return `<${element} accent="true">${write(formula.body)}${mark}</${element}>`
    }
    case 'lines':
      return `<mtable columnalign="right left">${formula.lines.map(([left, right]) => `<mtr><mtd>${write(left)}</mtd><mtd>${write(right)}</mtd></mtr>`).join('')}</mtable>`
  }
}

interface Attached {
  readonly low: Formula | undefined
  readonly high: Formula | undefined
  readonly names: readonly [low: string, high: string, both: string]
}

function attach(base: string, { low, high, names }: Attached): string {
  if (low !== undefined && high !== undefined) return `<${names[2]}>${base}${write(low)}${write(high)}</${names[2]}>`
  if (low !== undefined) return `<${names[0]}>${base}${write(low)}</${names[0]}>`
  return high === undefined ? base : `<${names[1]}>${base}${write(high)}</${names[1]}>`
}
