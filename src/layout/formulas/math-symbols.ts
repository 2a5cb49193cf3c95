import { cached } from '../../model/cached.ts'
import type { LetterStyle } from '../../model/formula.ts'
import type { Font } from '../../model/raw-page.ts'

const relations = new Set('=<>≠≤≥≦≧≪≫≈≃≅≡∼≜≝≐∝∈∉∋⊂⊃⊆⊇⊄→←↔⇒⇐⇔↦⟶⟹⟺≺≻≼≽⊥⊢⊨≔≲≳')
const operations = new Set('+−±∓×÷·⋅∗⊕⊗⊖⊙∘∪∩∧∨∖⊎')
const bigOperators = new Set('∑∏∐∫∬∭∮⋃⋂⨁⨂⨀⨆⨄⋀⋁')
/** Other symbols that only mathematics uses. */
const others = new Set('∂∇∞√∀∃∄∅ℏℓℜℑℵ′″∴∵⋮⋱⋯⟨⟩⌊⌋⌈⌉‖∥∠△□∆⊞⊟⊤∣')

export const isRelation = (symbol: string): boolean => relations.has(symbol)
export const isOperation = (symbol: string): boolean => operations.has(symbol) || symbol === '-' || symbol === '/'
export const isBigOperator = (symbol: string): boolean => bigOperators.has(symbol)
/** Limits of integrals are at their side. */
export const isIntegral = (symbol: string): boolean => symbol >= '∫' && symbol <= '∳'

/** Greek letters count, because Greek text is recognized by its words. */
export function isMathSymbol(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x80 || char === '·') return false
  if ((code >= 0x1d400 && code <= 0x1d7ff) || (code >= 0x391 && code <= 0x3f6)) return true
  return relations.has(char) || operations.has(char) || bigOperators.has(char) || others.has(char)
}

const closingBrackets: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '⟨⟩', '⌊⌋', '⌈⌉'].map((pair) => [...pair] as [string, string]),
)
const closing = new Set(closingBrackets.values())

export const isOpening = (symbol: string): boolean => closingBrackets.has(symbol)
export const isClosing = (symbol: string): boolean => closing.has(symbol)

/** Half-open intervals mix round and square brackets. */
export function isBracketPair(open: string, close: string): boolean {
  return closingBrackets.get(open) === close || ('(['.includes(open) && ')]'.includes(close))
}

const bracketParts: ReadonlyMap<string, string> = new Map(
  ['(⎛⎜⎝', ')⎞⎟⎠', '[⎡⎢⎣', ']⎤⎥⎦', '{⎧⎨⎩', '}⎫⎬⎭', '|⎪⏐'].flatMap((row) => {
    const [bracket = '', ...parts] = row
    return parts.map((part) => [part, bracket] as const)
  }),
)

/** Returns the bracket of a part such as ⎛. */
export const bracketOfPart = (char: string): string | undefined => bracketParts.get(char)

export function hasBracketPart(text: string): boolean {
  for (const char of text) if (bracketParts.has(char)) return true
  return false
}

const functionNames = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim liminf limsup max min sup inf arg det dim ker deg gcd mod Pr hom argmax argmin tr diag rank sgn sign var cov Var Cov Re Im erf'.split(
    ' ',
  ),
)
const namesWithLimits = new Set('lim liminf limsup max min sup inf argmax argmin det gcd Pr'.split(' '))

export const isFunctionName = (word: string): boolean => functionNames.has(word)
/** Functions with a condition below. */
export const takesLimits = (word: string): boolean => namesWithLimits.has(word)

/** Matches Computer Modern and its relatives, and fonts with a mathematical name. */
const mathFontName =
  /^cmmi|^cmsy|^cmex|^cmbsy|^cmmib|^lmmath|^ms[ab]m|^eu[fsr]m|^rsfs|^mt(?:mi|sy|ex|extra)|mathsymbol|math(?:s|ematical)?(?:$|[-_ ,]|italic|symb|black|ext|reg)|^(?:cambria|xits|asana|stix(?:two)?|libertinus|dejavu|tex ?gyre\w*)[ -]?math|^stix(?:general|variants|integrals|size|nonuni)|^symbol(?:mt|ps)?(?:$|[-,])|^pxsy|^pxmi|^txsy|^txmi|^txex|^pxex|^rm(?:mi|sy)|pazomath|^mathtime|^esint|^bbold|^wasy/i
const mathItalicName = /^cmmi|^lmmathi|^(?:mt|tx|px|rm|eu)mi\d?|maths?[-_ ]?italic/i
const extensionName = /^cmex|^lmmathext|^txex|^pxex|^mtex/i

export const isMathFont = perFont(({ name }) => mathFontName.test(name))

/** Whether letters are variables, even if the descriptor lacks the italic flag. */
export const isMathItalic = perFont(({ name }) => mathItalicName.test(name))

export const isSlanted = perFont((font) => font.italic || isMathItalic(font))

const isExtensionFont = perFont(({ name }) => extensionName.test(name))

/** TeX's extension fonts place tall symbols below the baseline, its symbol fonts the radical sign. */
export function hangsBelow(font: Font, symbol: string): boolean {
  return isExtensionFont(font) || (symbol === '√' && /^cmsy|^lmmathsy|^[tp]xsy/i.test(font.name))
}

/** Returns `null` for ordinary text fonts. */
export function styleOfFont({ name }: Font, letter: string): LetterStyle | null {
  const isCapital = letter >= 'A' && letter <= 'Z'
  if (isCapital && /^cmsy|^rsfs|^eus[mb]|^lmmathsy|script/i.test(name)) return 'script'
  if (/^msbm|^bbold|blackboard|^dsrom/i.test(name)) return 'blackboard'
  if (/^euf[mb]|fraktur/i.test(name)) return 'fraktur'
  return null
}

function perFont(test: (font: Font) => boolean): (font: Font) => boolean {
  const known = new WeakMap<Font, boolean>()
  return (font) => cached(known, font, test)
}
