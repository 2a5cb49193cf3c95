import { countLetters } from '../../model/character-classes.ts'
import { unspacedEastAsian } from '../../model/east-asian.ts'
import type { OcrWord } from '../../model/ocr-result.ts'

/** Minimum fraction of the letters that are ideographs or kana. */
const MIN_CJK_RATIO = 0.2

const cjkLetter = new RegExp(`[${unspacedEastAsian}]`, 'gu')

/** Whether a page is in Chinese or Japanese. */
export function hasCjkText(words: readonly OcrWord[]): boolean {
  const text = words.map((word) => word.text).join('')
  const letters = countLetters(text)
  return (text.match(cjkLetter)?.length ?? 0) >= Math.max(1, letters * MIN_CJK_RATIO)
}
