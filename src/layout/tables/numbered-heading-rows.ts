/** Recognizes rows of a section number and its heading, which a wide gap separates as in a table. */
import { eastAsianLetter } from '../../model/east-asian.ts'
import type { TextRow } from './types.ts'

const sectionNumber = /^(?:[A-Z]\.|§\s?)?\d{1,2}(?:\.\d{1,2})*\.?$/
/** Minimum size of headings that are not bold, relative to the page's text. */
const MIN_SIZE_RATIO = 1.08

/** `bodySize` is the font size of the page's text, in points. */
export function isNumberedHeadingRow({ segments, words, size }: TextRow, bodySize: number): boolean {
  const [number, title] = segments
  if (number === undefined || title === undefined || segments.length > 2 || number.words.length > 1) return false
  if (!sectionNumber.test(number.words[0]!.text) || !/^\p{L}/u.test(title.words[0]!.text)) return false
  if (size >= bodySize * MIN_SIZE_RATIO) return true
  // East Asian fonts often have no bold variant.
  const isBold = words.every(({ text, bold }, at) => bold || (at > 0 && eastAsianLetter.test(text)))
  return number.words[0]!.text.includes('.') && isBold
}
