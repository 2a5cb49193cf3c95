/**
 * Pieces that MathML and Office formulas have in common → parts of a formula's tree: single signs by their kind, runs of
 * letters, rows, fences. Mathematical alphabets of Unicode become plain letters with a style.
 */
import type { Accent, Formula, LetterStyle } from '../../../model/formula.ts'

/** Operators that stand for a function's name. */
const functions = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim limsup liminf max min sup inf det dim ker gcd deg arg hom Pr mod'.split(
    ' ',
  ),
)

export function row(items: readonly Formula[]): Formula {
  const flat = items.flatMap((item) => (item.kind === 'row' ? item.items : [item]))
  return flat.length === 1 ? flat[0]! : { kind: 'row', items: flat }
}

export function isEmpty(formula: Formula): boolean {
  return formula.kind === 'row' && formula.items.length === 0
}

/** A run of characters, one sign after the other; digits stay together, and known names are functions. */
export function readSigns(text: string, style?: LetterStyle): Formula[] {
  const parts: Formula[] = []
  for (const [piece] of text.matchAll(/\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{sc=Latin}]{2,}|\s+|[\s\S]/gu)) {
    if (/^\s/.test(piece)) continue
    if (/^\p{Nd}/u.test(piece) && plainLetter(piece) === null) parts.push({ kind: 'number', text: piece })
    else if (functions.has(piece)) parts.push({ kind: 'function', name: piece })
    else for (const char of piece) parts.push(sign(char, style))
  }
  return parts
}

/** One character. */
function sign(char: string, style?: LetterStyle): Formula {
  const plain = plainLetter(char)
  if (plain !== null)
    return plain.kind === 'letter' && style === 'bold' && plain.style === 'italic' ? { ...plain, style } : plain
  if (/\p{L}/u.test(char))
    return { kind: 'letter', text: char, style: style ?? (/[\p{Ll}\p{sc=Latin}]/u.test(char) ? 'italic' : 'roman') }
  if (/\p{Nd}/u.test(char)) return { kind: 'number', text: char }
  return { kind: 'sign', text: char === '-' ? '−' : char === '*' ? '∗' : char }
}

/** Styles in the order of the block of mathematical letters (U+1D400), 52 letters each. */
const alphabets: readonly LetterStyle[] = [
  'bold',
  'italic',
  'bold',
  'script',
  'script',
  'fraktur',
  'blackboard',
  'fraktur',
  'sans',
  'sans',
  'sans',
  'sans',
  'mono',
]
/** Greek alphabets of 58 signs each, from U+1D6A8. */
const greekAlphabets: readonly LetterStyle[] = ['bold', 'italic', 'bold', 'sans', 'sans']
const greek = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ'
/** Letters that had a place before the block was made. */
const early: Readonly<Record<string, readonly [string, LetterStyle]>> = {
  ℂ: ['C', 'blackboard'],
  ℍ: ['H', 'blackboard'],
  ℕ: ['N', 'blackboard'],
  ℙ: ['P', 'blackboard'],
  ℚ: ['Q', 'blackboard'],
  ℝ: ['R', 'blackboard'],
  ℤ: ['Z', 'blackboard'],
  ℬ: ['B', 'script'],
  ℰ: ['E', 'script'],
  ℱ: ['F', 'script'],
  ℋ: ['H', 'script'],
  ℐ: ['I', 'script'],
  ℒ: ['L', 'script'],
  ℳ: ['M', 'script'],
  ℛ: ['R', 'script'],
  ℎ: ['h', 'italic'],
}

function plainLetter(char: string): Extract<Formula, { kind: 'letter' | 'number' }> | null {
  if (Object.hasOwn(early, char)) return { kind: 'letter', text: early[char]![0], style: early[char]![1] }
  const code = char.codePointAt(0) ?? 0
  if (code >= 0x1d400 && code < 0x1d6a4) {
    const at = code - 0x1d400
    const letter = at % 52
    return {
      kind: 'letter',
      text: String.fromCharCode(letter < 26 ? 65 + letter : 71 + letter),
      style: alphabets[Math.floor(at / 52)] ?? 'italic',
    }
  }
  if (code >= 0x1d6a8 && code < 0x1d7ca) {
    const at = code - 0x1d6a8
    return { kind: 'letter', text: [...greek][at % 58] ?? char, style: greekAlphabets[Math.floor(at / 58)] ?? 'italic' }
  }
  if (code >= 0x1d7ce && code < 0x1d800) return { kind: 'number', text: String((code - 0x1d7ce) % 10) }
  return null
}

/** Signs set above a letter, by what MathML and Office call them. */
const accentsBySign: Readonly<Record<string, Accent>> = {
  '̂': 'hat',
  '^': 'hat',
  ˆ: 'hat',
  '̃': 'tilde',
  '~': 'tilde',
  '˜': 'tilde',
  '̄': 'bar',
  '¯': 'bar',
  '‾': 'overline',
  '̅': 'overline',
  '―': 'overline',
  '̇': 'dot',
  '˙': 'dot',
  '̈': 'ddot',
  '¨': 'ddot',
  '⃗': 'vec',
  '→': 'vec',
  '̌': 'check',
  ˇ: 'check',
  '́': 'acute',
  '´': 'acute',
  '̀': 'grave',
  '`': 'grave',
  '̆': 'breve',
  '˘': 'breve',
  _: 'underline',
  '̲': 'underline',
}

export function accentOf(char: string): Accent | null {
  return Object.hasOwn(accentsBySign, char) ? accentsBySign[char]! : null
}

/** Sums, integrals and the like, whose bounds stand above and below, or beside (integrals). */
export function isLarge(char: string): boolean {
  return /^[∑∏∐⋂⋃⋀⋁⨀⨁⨂⨄⨆∫∬∭∮∯∰]$/u.test(char)
}

export function isIntegral(char: string): boolean {
  return /^[∫∬∭∮∯∰]$/u.test(char)
}
