/**
 * Writes raised and lowered text in Unicode: `10⁶`, not `106`. Text without such characters is marked (`2^(0.5)`) only
 * after a digit, because the number would change.
 */

export type ScriptLevel = 'super' | 'sub'

export const superscripts: Readonly<Record<string, string>> = {
  ...tableOf('0123456789n', '⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ'),
  ...tableOf('+-\u2212\u2010\u2011\u2013', '⁺⁻⁻⁻⁻⁻'),
}
export const subscripts: Readonly<Record<string, string>> = {
  ...tableOf('0123456789', '₀₁₂₃₄₅₆₇₈₉'),
  ...tableOf('+-\u2212\u2010\u2011\u2013', '₊₋₋₋₋₋'),
}
/** Only after a power base: after a word they are an ending or part of a footnote reference. */
const exponentOnly = tableOf('i()', 'ⁱ⁽⁾')

const anyBase = /[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}.,;:!?'"%…*†‡§¶°′″™®⁺⁻₊₋⁽]$/u
const fractionSlash = /[⁰¹²³⁴⁵⁶⁷⁸⁹][/⁄]$/
const powerBase = /(?:[\p{N}\p{Pe}⁺⁻₊₋⁽ⁿⁱ]|(?:^|[^\p{L}\p{M}])\p{L})$/u

/** Footnote references with their separators, which they keep. */
const footnoteNumbers = /^\d{1,3}(?:\s?[,;\u2010\u2011\u2013-]\s?\d{1,3})*[,;:]?$/
const number = /^[+\-\u2212\u2010\u2011\u2013]?[\d+\-\u2212\u2010\u2011\u2013]*$/
const power = /^[\dni()+\-\u2212\u2010\u2011\u2013]+$/
const index = /^\d+(?:,\s?\d+)+$/
const continuesNumber = /^[+\-\u2212\u2013]?[.,]?\d|^[+\-\u2212\u2013]\p{L}/u

/** Text of a run after `before`, the line up to it. The length stays, except in the form `2^(0.5)`. */
export function scriptText(before: string, run: string, level: ScriptLevel): string {
  const core = run.trim()
  if (core === '' || !run.startsWith(core[0]!)) return run
  if (!anyBase.test(before) && !(level === 'sub' && fractionSlash.test(before))) return run
  const rest = run.slice(core.length)
  const characters = level === 'super' ? superscripts : subscripts
  if (level === 'super' ? footnoteNumbers.test(core) : index.test(core))
    return core.replace(/\d/g, (digit) => characters[digit]!) + rest
  if (number.test(core)) return mapped(core, characters) + rest
  if (level === 'super' && power.test(core) && powerBase.test(before))
    return mapped(core, { ...characters, ...exponentOnly }) + rest
  if (/\p{Nd}$/u.test(before) && continuesNumber.test(core)) return `${level === 'super' ? '^' : '_'}(${core})${rest}`
  return run
}

function mapped(text: string, characters: Readonly<Record<string, string>>): string {
  return [...text].map((char) => characters[char] ?? char).join('')
}

function tableOf(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((char, at) => [char, [...to][at]!]))
}
