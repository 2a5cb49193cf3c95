/** Restores zeros that OCR engines read as the letter "o": alone in a cell among numbers, and within a number. */
import { centerY, height, overlapX } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'

/** Minimum gap between cells, and maximum distance of the rows above and below, in heights of the word. */
const MIN_CELL_GAP = 1
const MAX_ROW_DISTANCE = 4
const MIN_NUMBERS = 2
/** Maximum number of letters that are compared with all words of the page. */
const MAX_LETTERS = 1000

const letter = /^o$/
/** Marks of cells. */
const mark = /^o*O+o*$/
/** "2O17", but not "O2" or "1o". */
const numberWithLetter = /^[($€£¥+–−-]*\d[\d.,]*O[\dO.,]*[)%]*$/
const numeric = /^[($€£¥+–−-]*\d[\d.,]*[)%]*$/

export function restoreZeros(result: OcrResult): OcrResult {
  const isTooMany = result.words.filter(({ text }) => letter.test(text)).length > MAX_LETTERS
  const lines = Map.groupBy(result.words, ({ line }) => line)
  const words = result.words.map((word) => {
    if (numberWithLetter.test(word.text)) return { ...word, text: word.text.replaceAll('O', '0') }
    const isZero =
      !isTooMany && letter.test(word.text) && isCell(word, lines.get(word.line)!) && isAmongNumbers(word, result.words)
    return isZero ? { ...word, text: '0' } : word
  })
  return { ...result, words }
}

function isCell(word: OcrWord, line: readonly OcrWord[]): boolean {
  const gap = height(word.box) * MIN_CELL_GAP
  return line.every(
    ({ text, box }) =>
      letter.test(text) || numeric.test(text) || box.x1 <= word.box.x0 - gap || box.x0 >= word.box.x1 + gap,
  )
}

/** Numbers of the same line, and right above and below. */
function isAmongNumbers(word: OcrWord, words: readonly OcrWord[]): boolean {
  const distance = height(word.box) * MAX_ROW_DISTANCE
  const near = words.filter(
    ({ line, box }) =>
      line === word.line || (overlapX(box, word.box) > 0 && Math.abs(centerY(box) - centerY(word.box)) <= distance),
  )
  return (
    near.filter(({ text }) => numeric.test(text)).length >= MIN_NUMBERS && !near.some(({ text }) => mark.test(text))
  )
}
