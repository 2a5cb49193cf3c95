import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import { meanConfidence } from './detect-orientation.ts'

/** Maximum confidence and mean word length of noise. Text that is hard to read has longer words. */
const MAX_NOISE_CONFIDENCE = 0.35
const MAX_NOISE_WORD_LENGTH = 3
const CERTAIN_WORD_CONFIDENCE = 0.6
const severalCharacters = /[\p{L}\p{N}].*[\p{L}\p{N}]/u

/** Drops lines read in noise or textures, or below `minConfidence`. Line numbers stay valid. */
export function dropSpuriousWords(result: OcrResult, { minConfidence }: { minConfidence: number }): OcrResult {
  const byLine = Map.groupBy(result.words, ({ line }) => line)
  const words = [...byLine.values()].flatMap((lineWords) => {
    const confidence = meanConfidence(lineWords)
    return confidence < minConfidence || isNoise(lineWords, confidence) ? [] : lineWords
  })
  return { ...result, words }
}

function isNoise(words: readonly OcrWord[], lineConfidence: number): boolean {
  const hasCertainWord = words.some(
    ({ text, confidence }) => confidence >= CERTAIN_WORD_CONFIDENCE && severalCharacters.test(text),
  )
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return lineConfidence < MAX_NOISE_CONFIDENCE && !hasCertainWord && letters < MAX_NOISE_WORD_LENGTH * words.length
}
