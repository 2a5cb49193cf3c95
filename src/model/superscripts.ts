/**
 * Raised and lowered runs of text → Unicode's super- and subscripts, so that an exponent is never read as more digits of its
 * base: `10` with a raised `6` is `10⁶`, not `106`. Shared by everything that knows how a run is set; it knows no layout.
 * What has no such character (ordinal endings, letters) stays plain, unless the plain form would be another number.
 */

export type ScriptLevel = 'super' | 'sub'

/** Digits, signs and the two letters that fonts of text have raised. */
export const superscripts: Readonly<Record<string, string>> = {
  ...tableOf('0123456789n', '⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ'),
  ...tableOf('+-\u2212\u2010\u2011\u2013', '⁺⁻⁻⁻⁻⁻'),
}
export const subscripts: Readonly<Record<string, string>> = {
  ...tableOf('0123456789', '₀₁₂₃₄₅₆₇₈₉'),
  ...tableOf('+-\u2212\u2010\u2011\u2013', '₊₋₋₋₋₋'),
}
/** Only behind what can have an exponent: raised behind a word they are an ending or part of a note's mark. */
const exponentOnly = tableOf('i()', 'ⁱ⁽⁾')

/** What a script can hang on: a word, a number, a closing sign, another script. Openings and blanks have none. */
const anyBase = /[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}.,;:!?'"%…*†‡§¶°′″™®⁺⁻₊₋⁽]$/u
/** A fraction's lower number hangs on its stroke; the upper one tells that it is a fraction. */
const fractionStroke = /[⁰¹²³⁴⁵⁶⁷⁸⁹][/⁄]$/
/** What can be raised to a power letter by letter: a number, a bracket, a letter alone, another script. */
const powerBase = /(?:[\p{N}\p{Pe}⁺⁻₊₋⁽ⁿⁱ]|(?:^|[^\p{L}\p{M}])\p{L})$/u

/** Marks of notes: numbers with what parts them, which stays as it is. */
const noteNumbers = /^\d{1,3}(?:\s?[,;\u2010\u2011\u2013-]\s?\d{1,3})*[,;:]?$/
const number = /^[+\-\u2212\u2010\u2011\u2013]?[\d+\-\u2212\u2010\u2011\u2013]*$/
const power = /^[\dni()+\-\u2212\u2010\u2011\u2013]+$/
const index = /^\d+(?:,\s?\d+)+$/
/** Behind a digit these would go on with its number, or begin a sum. */
const goesOnWithNumber = /^[+\-\u2212\u2013]?[.,]?\d|^[+\-\u2212\u2013]\p{L}/u

/**
 * The text of a raised or lowered run as it stands behind `before`, the line so far. The result has as many units as the run,
 * unless it is written with a sign (`2^(0.5)`).
 */
export function scriptText(before: string, run: string, level: ScriptLevel): string {
  const core = run.trim()
  if (core === '' || !run.startsWith(core[0]!)) return run
  if (!anyBase.test(before) && !(level === 'sub' && fractionStroke.test(before))) return run
  const rest = run.slice(core.length)
  const signs = level === 'super' ? superscripts : subscripts
  if (level === 'super' ? noteNumbers.test(core) : index.test(core))
    return core.replace(/\d/g, (digit) => signs[digit]!) + rest
  if (number.test(core)) return mapped(core, signs) + rest
  if (level === 'super' && power.test(core) && powerBase.test(before))
    return mapped(core, { ...signs, ...exponentOnly }) + rest
  if (/\p{Nd}$/u.test(before) && goesOnWithNumber.test(core)) return `${level === 'super' ? '^' : '_'}(${core})${rest}`
  return run
}

function mapped(text: string, signs: Readonly<Record<string, string>>): string {
  return [...text].map((sign) => signs[sign] ?? sign).join('')
}

function tableOf(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((sign, at) => [sign, [...to][at]!]))
}
