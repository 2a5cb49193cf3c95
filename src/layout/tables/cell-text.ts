import { isProbablyLetter } from '../../model/character-classes.ts'
import { endsWithCjk, startsWithCjk } from '../../model/join-text.ts'
import { groupIntoRows } from './text-rows.ts'
import type { Segment, Word } from './types.ts'

const EMPTY_MARKERS = '-‐–—―－−.*…'
const CURRENCY_SIGNS = '$€£¥'
/** Minimum dots of a leader, and of one below other leaders. */
const MIN_LEADER_DOTS = 4
const MIN_SHORT_LEADER_DOTS = 2

/** Numbers with grouped thousands may continue on the next line. */
const numberStart = /^[-−–△▲(]?\s?(?:\d{1,3}(?:,\d{3})*(?:,\d{0,3}|\.\d*)?)?[)%]?$/u
const numberPart = /^[\d.,]+[)%]?$/

/** Whether a narrow cell breaks a number: "713,644,34" and "6". */
export function continuesNumber(text: string, line: string): boolean {
  if (!numberPart.test(line) || !numberStart.test(text) || !numberStart.test(text + line)) return false
  // "12" is complete, but no group of thousands has one or two digits.
  return /^[-−–△▲(]$|[.,]$|,\d{1,2}$|,\d{3}\.\d$/u.test(text) || (/,/.test(text) && /^[.,]/.test(line))
}

/** Joins lines without a space between ideographs, in hyphenated words and in broken numbers. */
export function cellText(words: readonly Word[]): string {
  let text = ''
  for (const row of groupIntoRows(words)) {
    const line = rowText(row.words)
    if (text === '' || continuesNumber(text, line)) text += line
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Lu}/u.test(line)) text += line
    else if (endsWithCjk(text) && startsWithCjk(line)) text += line
    else text += ` ${line}`
  }
  return withoutLeader(text.trim())
}

export function endsWithLeader(text: string): boolean {
  return withoutLeader(text).length < text.length
}

/** Long labels leave space for a short leader only. */
export function withoutShortLeader(text: string): string {
  return withoutLeader(text, MIN_SHORT_LEADER_DOTS).trimEnd()
}

/** A loop, because a pattern takes quadratic time on hostile rows of dots. */
function withoutLeader(text: string, minDots = MIN_LEADER_DOTS): string {
  let end = text.length
  let dots = 0
  for (; end > 0 && (text[end - 1] === '.' || text[end - 1] === ' '); end--) if (text[end - 1] === '.') dots++
  return dots >= minDots ? text.slice(0, end) : text
}

export function rowText(words: readonly Word[]): string {
  let text = ''
  for (const word of words) text += word.noSpaceBefore || text === '' ? word.text : ` ${word.text}`
  return text
}

export function endsInColon(text: string): boolean {
  return /[:：]$/.test(text)
}

/** Includes amounts, years, and markers such as a dash or "n/a". */
export function isNumeric(text: string): boolean {
  let digits = 0
  let letters = 0
  let markers = 0
  let others = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (isProbablyLetter(code)) letters++
    else if (code === 0x20 || code === 0xa0) continue
    else if (EMPTY_MARKERS.includes(text[index] as string)) markers++
    else if (!CURRENCY_SIGNS.includes(text[index] as string)) others++
  }
  // "Q1" and "T4" are headers.
  if (digits > 0) return letters <= Math.max(1, digits / 3) && !(digits === 1 && /^\p{Lu}\d$/u.test(text))
  return (markers > 0 && letters + others === 0) || /^n\s*\/?\s*a\.?$|^n\.\s*a\.$/i.test(text.trim())
}

export function isNumericCell({ words }: Pick<Segment, 'words'>): boolean {
  return isNumeric(rowText(words))
}
