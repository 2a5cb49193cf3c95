/**
 * Joins decimals that OCR engines split: in Chinese and Japanese fonts a point is half an em wide, with its ink on the
 * left, so that "2.33" is read as "2. 33".
 */
import { height, unionAll } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'

/** Maximum gap after the point, in heights of the digits; after a list number it is about 1.2. */
const MAX_GAP = 0.7
/** Minimum fraction of the letters that are ideographs or kana. */
const MIN_CJK_RATIO = 0.2

const cjkLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

export function joinDecimals(result: OcrResult): OcrResult {
  const text = result.words.map((word) => word.text).join('')
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if ((text.match(cjkLetter)?.length ?? 0) < Math.max(1, letters * MIN_CJK_RATIO)) return result
  const words: OcrWord[] = []
  for (const word of result.words) {
    const before = words.at(-1)
    if (before !== undefined && isSplitDecimal(before, word)) words[words.length - 1] = join(before, word)
    else words.push(word)
  }
  return { ...result, words }
}

function isSplitDecimal(before: OcrWord, word: OcrWord): boolean {
  const gap = word.box.x0 - before.box.x1
  return (
    before.line === word.line &&
    /\d\.$/.test(before.text) &&
    /^\d/.test(word.text) &&
    gap >= 0 &&
    gap <= height(word.box) * MAX_GAP
  )
}

function join(a: OcrWord, b: OcrWord): OcrWord {
  return {
    text: a.text + b.text,
    box: unionAll([a.box, b.box]),
    confidence: Math.min(a.confidence, b.confidence),
    line: a.line,
  }
}
