/** Chooses the rotation with the best confidence in OCR of samples. */

import { type OcrEngine, PSM } from '../../engines/tesseract.ts'
import type { Prepared } from '../../imaging/prepare-page.ts'
import { chooseSampleBox, cropRaster, rotateRaster } from '../../imaging/rotate.ts'
import { charsOf } from '../../model/character-classes.ts'
import type { Rotation, Size } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'

const CERTAIN_CONFIDENCE = 0.62
/** Confidence, and lead over the opposite rotation, that make trials at 90° and 270° unnecessary. */
const LIKELY_CONFIDENCE = 0.4
const MIN_LEAD = 0.12
/** Minimum letters of a page whose lines have a certain direction. */
export const MIN_DIRECTION_LETTERS = 40
/** Minimum letters in a sample, and in the largest one. */
const MIN_LETTERS = 20
const MIN_LETTERS_OF_LAST = 8
const SAMPLES: readonly Sample[] = [
  { width: 40, height: 16, minLetters: MIN_LETTERS, compareAll: false },
  { width: 120, height: 60, minLetters: MIN_LETTERS, compareAll: false },
  { width: 200, height: 160, minLetters: MIN_LETTERS_OF_LAST, compareAll: true },
]
const MIN_ROTATED_RATIO = 0.6

interface Sample extends Size {
  readonly minLetters: number
  readonly compareAll: boolean
}

interface TrialPage {
  readonly ocrEngine: OcrEngine
  readonly prepared: Prepared
}

/** Returns the clockwise rotation that makes the page upright; tries `first` first. */
export function detectOrientation(page: TrialPage, first: Rotation): Rotation {
  for (const sample of SAMPLES) {
    const rotation = trySample(page, first, sample)
    if (rotation !== null) return rotation
  }
  return 0
}

function trySample(
  { ocrEngine, prepared }: TrialPage,
  first: Rotation,
  { minLetters, compareAll, ...size }: Sample,
): Rotation | null {
  const { raster, dpi, isDirectionCertain, letterSize } = prepared
  const sample = cropRaster(
    raster,
    chooseSampleBox(raster, { width: size.width * letterSize.height, height: size.height * letterSize.height }),
  )
  let best: { rotation: Rotation; score: number } | null = null
  let second = 0
  for (const rotation of new Set<Rotation>([first, 0, 180, 90, 270])) {
    if (
      rotation === 90 &&
      !compareAll &&
      isDirectionCertain &&
      best !== null &&
      best.score >= LIKELY_CONFIDENCE &&
      best.score >= second + MIN_LEAD
    )
      break
    const { words } = ocrEngine.recognize(rotateRaster(sample, rotation).raster, { dpi, pageSegMode: PSM.SINGLE_BLOCK })
    if (charsOf(words) < minLetters) continue
    const score = meanConfidence(words)
    if (score >= CERTAIN_CONFIDENCE && !compareAll) return rotation
    // Rotated noise also has many letters, so it needs the confidence of text.
    if (rotation % 180 !== 0 && isDirectionCertain && score < CERTAIN_CONFIDENCE) continue
    if (best === null || score > best.score) {
      second = best?.score ?? 0
      best = { rotation, score }
    } else second = Math.max(second, score)
  }
  return best?.rotation ?? null
}

/** Clockwise rotation for most lines, which Tesseract reads in all directions. */
export function rotationOfLines({ words, lines }: OcrResult): Rotation {
  const letters = { 0: 0, 90: 0, 180: 0, 270: 0 }
  for (const { text, line } of words) {
    const quarter = ((Math.round((lines[line]?.angle ?? 0) / 90) % 4) + 4) % 4
    letters[([0, 90, 180, 270] as const)[quarter]!] += text.length
  }
  const total = charsOf(words)
  if (total < MIN_LETTERS) return 0
  return ([90, 180, 270] as const).find((rotation) => letters[rotation] > MIN_ROTATED_RATIO * total) ?? 0
}

/** Weighted by letters: noise read as dots does not outweigh text. */
export function meanConfidence(words: readonly OcrWord[]): number {
  const letters = charsOf(words)
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters
}
