/** Which signs mean what in a formula, and which fonts set mathematics. Tables only; geometry lives elsewhere. */
import type { LetterStyle } from '../../model/formula.ts'
import type { Font } from '../../model/raw-page.ts'

const relations = new Set('=<>≠≤≥≦≧≪≫≈≃≅≡∼≜≝≐∝∈∉∋⊂⊃⊆⊇⊄→←↔⇒⇐⇔↦⟶⟹⟺≺≻≼≽∥⊥⊢⊨≔≲≳')
const operations = new Set('+−±∓×÷·⋅∗⊕⊗⊖⊙∘∪∩∧∨∖⊎')
const bigOperators = new Set('∑∏∐∫∬∭∮⋃⋂⨁⨂⨀⨆⨄⋀⋁')
/** Signs that only mathematics uses, beyond relations and operations. */
const others = new Set('∂∇∞√∀∃∄∅ℏℓℜℑℵ′″∴∵…⋯⋮⋱⟨⟩⌊⌋⌈⌉‖∠△□')

export const isRelation = (sign: string): boolean => relations.has(sign)
export const isOperation = (sign: string): boolean => operations.has(sign) || sign === '-' || sign === '/'
export const isBigOperator = (sign: string): boolean => bigOperators.has(sign)

/** Integrals carry their limits beside them. */
export const isIntegral = (sign: string): boolean => sign >= '∫' && sign <= '∳'

/** Signs that running text without mathematics hardly ever has. Greek letters count: Greek text is told by its words. */
export function isMathSymbol(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x80) return false
  if (code >= 0x1d400 && code <= 0x1d7ff) return true
  if (code >= 0x391 && code <= 0x3f6) return true
  return (
    (relations.has(char) || operations.has(char) || bigOperators.has(char) || others.has(char)) &&
    char !== '·' &&
    char !== '…'
  )
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '⟨': '⟩', '⌊': '⌋', '⌈': '⌉' }
const closers = new Set(Object.values(closing))

export const isOpening = (sign: string): boolean => Object.hasOwn(closing, sign)
export const isClosing = (sign: string): boolean => closers.has(sign)
/** Half-open intervals pair round with square brackets. */
export function pairs(open: string, close: string): boolean {
  return closing[open] === close || ('(['.includes(open) && ')]'.includes(close))
}

/** Pieces that tall brackets are built of → the bracket. */
const pieces: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['⎛⎜⎝', '('],
      ['⎞⎟⎠', ')'],
      ['⎡⎢⎣', '['],
      ['⎤⎥⎦', ']'],
      ['⎧⎨⎩', '{'],
      ['⎫⎬⎭', '}'],
      ['⎪', '|'],
      ['⏐', '|'],
    ] as const
  ).flatMap(([parts, bracket]) => [...parts].map((part) => [part, bracket])),
)

/** The bracket that a piece belongs to, or `undefined`. */
export const bracketOf = (piece: string): string | undefined => pieces[piece]

const functionNames = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim liminf limsup max min sup inf arg det dim ker deg gcd mod Pr hom argmax argmin tr diag rank sgn sign var cov Var Cov Re Im erf'.split(
    ' ',
  ),
)
const limitNames = new Set('lim liminf limsup max min sup inf argmax argmin det gcd Pr'.split(' '))

export const isFunctionName = (word: string): boolean => functionNames.has(word)
/** Functions that carry their condition underneath. */
export const takesLimits = (word: string): boolean => limitNames.has(word)

/** Computer Modern's mathematical faces and their kin; faces whose name says that they are for mathematics. */
const mathName =
  /^cmmi|^cmsy|^cmex|^cmbsy|^cmmib|^lmmath|^ms[ab]m|^eu[fsr]m|^rsfs|^mt(?:mi|sy|ex|extra)|mathsymbol|math(?:s|ematical)?(?:$|[-_ ,]|italic|symb|black|ext|reg)|^(?:cambria|xits|asana|stix(?:two)?|libertinus|dejavu|tex ?gyre\w*)[ -]?math|^stix(?:general|variants|integrals|size|nonuni)|^symbol(?:mt|ps)?(?:$|[-,])|^pxsy|^pxmi|^txsy|^txmi|^txex|^pxex|^rm(?:mi|sy)|pazomath|^mathtime|^esint|^bbold|^wasy/i

const mathFonts = new WeakMap<Font, boolean>()

/** The font sets mathematics and nothing else. */
export function isMathFont(font: Font): boolean {
  let known = mathFonts.get(font)
  if (known === undefined) {
    known = mathName.test(font.name)
    mathFonts.set(font, known)
  }
  return known
}

/** TeX's extension fonts hang their tall signs below the baseline, its symbol fonts the root sign. */
export function hangsBelow(font: Font, sign: string): boolean {
  return extensionName.test(font.name) || (sign === '√' && /^cmsy|^lmmathsy|^[tp]xsy/i.test(font.name))
}

const extensionName = /^cmex|^lmmathext|^txex|^pxex|^mtex/i

/** Letters of these are variables, whatever their descriptor says of slant. */
export const isMathItalic = (font: Font): boolean =>
  /^cmmi|^lmmathi|^(?:mt|tx|px|rm|eu)mi\d?|maths?[-_ ]?italic/i.test(font.name)

const slanted = new WeakMap<Font, boolean>()

/** Variables are slanted; many fonts tell it by a short name only. */
export function isSlantedSymbol(font: Font): boolean {
  let known = slanted.get(font)
  if (known === undefined) {
    known = font.italic || isMathItalic(font) || /ital|obliq|slant|kursiv|[-,](?:bd)?it?$/i.test(font.name)
    slanted.set(font, known)
  }
  return known
}

/** How a font sets its letters when it is no ordinary text font. */
export function styleOfFont(font: Font, letter: string): LetterStyle | null {
  const capital = letter >= 'A' && letter <= 'Z'
  if (/^cmsy|^rsfs|^eus[mb]|^lmmathsy|script/i.test(font.name) && capital) return 'script'
  if (/^msbm|^bbold|blackboard|^dsrom/i.test(font.name)) return 'blackboard'
  if (/^euf[mb]|fraktur/i.test(font.name)) return 'fraktur'
  return null
}

/** Styles of Unicode's mathematical alphabets, 52 letters each from U+1D400 on; then Greek, 58 signs each from U+1D6A8 on. */
const alphabets: readonly LetterStyle[] = [
  'bold', 'italic', 'bold', 'script', 'script', 'fraktur', 'blackboard', 'fraktur', 'sans', 'sans', 'sans', 'sans', 'mono',
] // biome-ignore format: one row per table
const greekAlphabets: readonly LetterStyle[] = ['bold', 'italic', 'bold', 'bold', 'bold']

/** A mathematical letter of Unicode as its plain letter and style; `null` for any other sign. */
export function plainLetter(char: string): { text: string; style: LetterStyle } | null {
  const code = char.codePointAt(0) ?? 0
  if (code >= 0x1d400 && code < 0x1d6a4)
    return { text: char.normalize('NFKC'), style: alphabets[Math.floor((code - 0x1d400) / 52)] ?? 'italic' }
  if (code >= 0x1d6a8 && code < 0x1d7cc)
    return { text: char.normalize('NFKC'), style: greekAlphabets[Math.floor((code - 0x1d6a8) / 58)] ?? 'italic' }
  if (code >= 0x1d7ce && code <= 0x1d7ff) return { text: char.normalize('NFKC'), style: 'roman' }
  if ('ℝℕℤℚℂℙℍ'.includes(char)) return { text: char.normalize('NFKC'), style: 'blackboard' }
  if ('ℒℱℋℐℬℰℳℛℊ'.includes(char)) return { text: char.normalize('NFKC'), style: 'script' }
  return null
}
