/**
 * Formula → presentation MathML (MathML Core): one `math` element in display style, its number as a label beside it.
 * Text is escaped; nothing else is taken over from the page.
 */
import type { Accent, Equation, Formula, LetterStyle } from '../model/formula.ts'

const namespace = 'http://www.w3.org/1998/Math/MathML'

export function mathmlOf({ tree, number }: Equation): string {
  const body = write(tree)
  const labelled =
    number === undefined
      ? body
      : `<mtable><mlabeledtr><mtd><mtext>(${escapeXml(number)})</mtext></mtd><mtd>${body}</mtd></mlabeledtr></mtable>`
  return `<math xmlns="${namespace}" display="block">${labelled}</math>`
}

/** First code points of the mathematical alphabets of Unicode, by style; holes in them are letters that exist elsewhere. */
const alphabets: Readonly<Partial<Record<LetterStyle, number>>> = {
  bold: 0x1d400,
  script: 0x1d49c,
  fraktur: 0x1d504,
  blackboard: 0x1d538,
  sans: 0x1d5a0,
  mono: 0x1d670,
}
const holes: Readonly<Record<string, string>> = {
  'script B': 'ℬ',
  'script E': 'ℰ',
  'script F': 'ℱ',
  'script H': 'ℋ',
  'script I': 'ℐ',
  'script L': 'ℒ',
  'script M': 'ℳ',
  'script R': 'ℛ',
  'script e': 'ℯ',
  'script g': 'ℊ',
  'script o': 'ℴ',
  'fraktur C': 'ℭ',
  'fraktur H': 'ℌ',
  'fraktur I': 'ℑ',
  'fraktur R': 'ℜ',
  'fraktur Z': 'ℨ',
  'blackboard C': 'ℂ',
  'blackboard H': 'ℍ',
  'blackboard N': 'ℕ',
  'blackboard P': 'ℙ',
  'blackboard Q': 'ℚ',
  'blackboard R': 'ℝ',
  'blackboard Z': 'ℤ',
}

function letter(text: string, style: LetterStyle): string {
  if (style === 'italic') return `<mi>${escapeXml(text)}</mi>`
  if (style === 'roman') return `<mi mathvariant="normal">${escapeXml(text)}</mi>`
  const first = alphabets[style]
  const index = /^[A-Z]$/.test(text)
    ? text.charCodeAt(0) - 65
    : /^[a-z]$/.test(text)
      ? text.charCodeAt(0) - 97 + 26
      : -1
  if (first === undefined || index < 0) return `<mi mathvariant="bold">${escapeXml(text)}</mi>`
  return `<mi>${holes[`${style} ${text}`] ?? String.fromCodePoint(first + index)}</mi>`
}

const marks: Readonly<Record<Accent, string>> = {
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

/** One element, whatever the formula is. */
function write(formula: Formula): string {
  switch (formula.kind) {
    case 'row':
      return `<mrow>${formula.items.map(write).join('')}</mrow>`
    case 'letter':
      return letter(formula.text, formula.style)
    case 'number':
      return `<mn>${escapeXml(formula.text)}</mn>`
    case 'sign':
      return `<mo>${escapeXml(formula.text)}</mo>`
    case 'words':
      return `<mtext>${escapeXml(formula.text)}</mtext>`
    case 'function':
      return `<mi>${escapeXml(formula.name)}</mi>`
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
      const bracket = (sign: string): string =>
        sign === '' ? '' : `<mo fence="true"${stretchy}>${escapeXml(sign)}</mo>`
      return `<mrow>${bracket(formula.open)}${write(formula.body)}${bracket(formula.close)}</mrow>`
    }
    case 'matrix':
      return `<mtable>${formula.rows.map((row) => `<mtr>${row.map((cell) => `<mtd>${write(cell)}</mtd>`).join('')}</mtr>`).join('')}</mtable>`
    case 'accent': {
      const mark = `<mo>${escapeXml(marks[formula.accent])}</mo>`
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

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
}
