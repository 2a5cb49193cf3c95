import type { Prepared } from '../../imaging/prepare-page.ts'
import { rotateRaster } from '../../imaging/rotate.ts'
import { charsOf } from '../../model/character-classes.ts'
import type { Rotation } from '../../model/geometry.ts'
import type { OcrResult } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { MIN_DIRECTION_LETTERS, meanConfidence, rotationOfLines } from './detect-orientation.ts'
import type { RecognizedPage } from './recognize-page.ts'

interface UprightOptions {
  readonly language: string
  /** Confidence below which the page may be rotated. */
  readonly minConfidence: number
  recognize(raster: GrayRaster): Promise<OcrResult>
}

/** For engines that read upright text only: tries rotations if the result is poor. */
export async function recognizeUpright(prepared: Prepared, options: UprightOptions): Promise<RecognizedPage> {
  let best = await recognizeAt(prepared, 0, options)
  const rotation = rotationOfLines(best.result)
  if (rotation !== 0) return await recognizeAt(prepared, rotation, options)
  const { count } = prepared.letterSize
  if (count === 0) return best
  const isShort = count < MIN_DIRECTION_LETTERS
  // Of a short line, a rotated reading can be a single letter with high confidence.
  const scoreOf = ({ confidence, result: { words } }: RecognizedPage): number =>
    isShort ? confidence * Math.min(1, charsOf(words) / count) : confidence
  const rotations: readonly Rotation[] = prepared.isDirectionCertain && !isShort ? [180] : [180, 90, 270]
  for (const rotation of rotations) {
    if (scoreOf(best) >= options.minConfidence) break
    const next = await recognizeAt(prepared, rotation, options)
    if (scoreOf(next) > scoreOf(best)) best = next
  }
  return best
}

async function recognizeAt(
  prepared: Prepared,
  rotation: Rotation,
  { language, recognize }: UprightOptions,
): Promise<RecognizedPage> {
  const { raster } = rotateRaster(prepared.raster, rotation)
  const result = await recognize(raster)
  return {
    language,
    result,
    confidence: meanConfidence(result.words),
    rotation,
    size: raster,
    isOrientationKnown: true,
  }
}
