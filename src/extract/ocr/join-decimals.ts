/**
 * Joins decimals that OCR engines split: in Chinese and Japanese fonts a point is half an em wide, with its ink on the
 * left, so that "2.33" is read as "2. 33".
 */
import { height, union } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import { hasCjkText } from './cjk-text.ts'

/** Maximum gap after the point, in heights of the digits; after a list number it is about 1.2. */
const MAX_GAP = 0.7

export function joinDecimals(result: OcrResult): OcrResult {
  if (!hasCjkText(result.words)) return result
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
    box: union(a.box, b.box),
    confidence: Math.min(a.confidence, b.confidence),
    line: a.line,
  }
}
