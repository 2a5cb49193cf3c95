/** Recognizes headings between the rows of tables. */
import { eastAsianLetter } from '../../model/east-asian.ts'
import type { TextRow } from './types.ts'

const sectionNumber = /^(?:[A-Z]\.|§\s?)?\d{1,2}(?:\.\d{1,2})*\.?$/
/** Minimum size of headings that are not bold, relative to the page's text. */
const MIN_SIZE_RATIO = 1.08
/** Minimum size of headings with one segment, relative to the page's text and to the other rows. */
const MIN_SINGLE_SIZE_RATIO = 1.2

/** Sizes are those of most text of the page and of most rows, in points. */
export function isLargeHeadingRow({ segments, size }: TextRow, bodySize: number, rowSize: number): boolean {
  return segments.length === 1 && size >= MIN_SINGLE_SIZE_RATIO * Math.max(bodySize, rowSize)
}

/** A section number and its heading with a gap as in a table. `bodySize` is the size of most text. */
export function isNumberedHeadingRow({ segments, words, size }: TextRow, bodySize: number): boolean {
  const [number, title] = segments
  if (number === undefined || title === undefined || segments.length > 2 || number.words.length > 1) return false
  if (!sectionNumber.test(number.words[0]!.text) || !/^\p{L}/u.test(title.words[0]!.text)) return false
  if (size >= bodySize * MIN_SIZE_RATIO) return true
  // East Asian fonts often have no bold variant.
  const isBold = words.every(({ text, bold }, at) => bold || (at > 0 && eastAsianLetter.test(text)))
  return number.words[0]!.text.includes('.') && isBold
}
