import { pixelBox } from '../../imaging/rotate.ts'
import { charsOf } from '../../model/character-classes.ts'
import { type Box, height } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { meanConfidence } from './detect-orientation.ts'

/** Maximum confidence and mean word length of noise. Text that is hard to read has longer words. */
const MAX_NOISE_CONFIDENCE = 0.35
const MAX_NOISE_WORD_LENGTH = 3
const CERTAIN_WORD_CONFIDENCE = 0.6
/** Minimum short lines that begin at one edge, within a tolerance in line heights: labels of a table. */
const MIN_LABELS = 3
const MAX_LABEL_WORDS = 2
const EDGE_TOLERANCE = 0.3
/** Maximum gray level of ink; light gray text is at 190. */
const MAX_INK_LEVEL = 200
const severalCharacters = /[\p{L}\p{N}].*[\p{L}\p{N}]/u

/** Drops lines read in noise or textures, or below `minConfidence`. Line numbers stay valid. */
export function dropSpuriousWords(result: OcrResult, { minConfidence }: { minConfidence: number }): OcrResult {
  const byLine = [...Map.groupBy(result.words, ({ line }) => line).values()].map((words) => {
    const confidence = meanConfidence(words)
    const isUsed = confidence >= minConfidence
    return { words, isUsed, isNoise: isNoise(words, confidence) }
  })
  const labels = byLine.flatMap(({ words, isUsed, isNoise }) =>
    isUsed && !isNoise && words.length <= MAX_LABEL_WORDS ? words.slice(0, 1) : [],
  )
  const words = byLine.flatMap(({ words, isUsed, isNoise }) =>
    isUsed && (!isNoise || isLabel(words, labels)) ? words : [],
  )
  return { ...result, words }
}

/** Tesseract reads some gaps between words as dashes. `raster`: of the recognized page. */
export function dropWordsWithoutInk(result: OcrResult, raster: GrayRaster): OcrResult {
  const words = result.words.filter(
    ({ text, box }) => /[\p{L}\p{N}]/u.test(text) || darkestLevel(raster, box) <= MAX_INK_LEVEL,
  )
  return { ...result, words }
}

function darkestLevel(raster: GrayRaster, box: Box): number {
  const { x0, y0, x1, y1 } = pixelBox(box, raster)
  let darkest = 255
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) darkest = Math.min(darkest, raster.pixels[y * raster.width + x]!)
  return darkest
}

function isLabel([first, ...others]: readonly OcrWord[], labels: readonly OcrWord[]): boolean {
  if (first === undefined || others.length >= MAX_LABEL_WORDS) return false
  const tolerance = height(first.box) * EDGE_TOLERANCE
  const isAligned = ({ box }: OcrWord): boolean =>
    Math.abs(box.x0 - first.box.x0) <= tolerance && Math.abs(height(box) - height(first.box)) <= tolerance
  return labels.filter(isAligned).length >= MIN_LABELS
}

function isNoise(words: readonly OcrWord[], lineConfidence: number): boolean {
  const hasCertainWord = words.some(
    ({ text, confidence }) => confidence >= CERTAIN_WORD_CONFIDENCE && severalCharacters.test(text),
  )
  const letters = charsOf(words)
  return lineConfidence < MAX_NOISE_CONFIDENCE && !hasCertainWord && letters < MAX_NOISE_WORD_LENGTH * words.length
}
