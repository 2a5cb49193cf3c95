/**
 * What a recognizer says of grain, of the texture of a picture and of the strokes of a drawing is made up: here such lines are told and dropped.
 */
import type { OcrResult, OcrWord } from '../../model/recognition.ts'
import { median } from '../../model/statistics.ts'
import { meanConfidence } from './detect-orientation.ts'

/**
 * Lines read less surely than this, without one sure word of two signs, in words of less than so many letters on average: the grain of
 * paper, the texture of a picture. On 60 pages a fifth of what such lines said was there; print that is hard to read gives longer words.
 */
const NOISE_CONFIDENCE = 0.35
const NOISE_LETTERS = 3
/**
 * Large print is the easiest to read: lines so much higher than most of the page's and read less surely than this are strokes of a drawing or a picture.
 * Of 14 lines below .5 on 206 pages four were print, so the bar lies lower; on 324 pages that costs no score, and a heading in hard print stays.
 */
const LARGE = 2
const LARGE_CONFIDENCE = 0.35
/** A word read this surely is there. */
const SURE_WORD = 0.6
const severalSigns = /[\p{L}\p{N}].*[\p{L}\p{N}]/u
/** The recognition without lines that say nothing that is there, and without those read less surely than `least`. Lines keep their numbers. */
export function dropSpuriousWords(recognition: OcrResult, { least }: { least: number }): OcrResult {
  const usual = median(recognition.words.map(({ line }) => recognition.lines[line]!.height)) ?? 0
  const byLine = Map.groupBy(recognition.words, ({ line }) => line)
  const words = [...byLine.values()]
    .filter((line) => meanConfidence(line) >= least && !isNoise(line) && !isDrawn(line, recognition, usual))
    .flat()
  return { ...recognition, words }
}

function isNoise(line: readonly OcrWord[]): boolean {
  if (
    meanConfidence(line) >= NOISE_CONFIDENCE ||
    line.some(({ text, confidence }) => confidence >= SURE_WORD && severalSigns.test(text))
  )
    return false
  return line.reduce((sum, { text }) => sum + text.length, 0) < NOISE_LETTERS * line.length
}

/** Strokes of a picture, high as no print of the page is. */
function isDrawn(line: readonly OcrWord[], { lines }: OcrResult, usual: number): boolean {
  return lines[line[0]!.line]!.height > usual * LARGE && meanConfidence(line) < LARGE_CONFIDENCE
}
