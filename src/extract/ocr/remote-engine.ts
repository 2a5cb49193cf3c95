/** Recognizes a prepared page with an external OCR service. Requests are repeated for rotated pages only if the first result is poor. */
import { recognizeByHttp } from '../../engines/http-ocr.ts'
import type { Prepared } from '../../imaging/prepare.ts'
import { rotateRaster } from '../../imaging/rotate.ts'
import type { Rotation } from '../../model/geometry.ts'
import type { OcrService } from '../../model/settings.ts'
import { meanConfidence, rotationOfLines } from './detect-orientation.ts'
import type { RecognizedPage } from './recognize-page.ts'

export interface RemoteOptions {
  readonly languages: readonly string[]
  readonly pageIndex: number
  readonly service: OcrService
  /** Confidence below which the page may be rotated. */
  readonly minConfidence: number
}

export async function recognizeRemotely(prepared: Prepared, options: RemoteOptions): Promise<RecognizedPage> {
  let best = await recognizeAt(prepared, 0, options)
  const rotation = rotationOfLines(best.result)
  if (rotation !== 0) return await recognizeAt(prepared, rotation, options)
  if (prepared.letterSize.count === 0) return best
  const rotations: readonly Rotation[] = prepared.isDirectionCertain ? [180] : [180, 90, 270]
  for (const rotation of rotations) {
    if (best.confidence >= options.minConfidence) break
    const next = await recognizeAt(prepared, rotation, options)
    if (next.confidence > best.confidence) best = next
  }
  return best
}

async function recognizeAt(
  prepared: Prepared,
  rotation: Rotation,
  { languages, pageIndex, service }: RemoteOptions,
): Promise<RecognizedPage> {
  const { raster } = rotateRaster(prepared.raster, rotation)
  const result = await recognizeByHttp(raster, { languages, dpi: prepared.dpi, pageIndex }, service)
  return {
    language: languages.join('+'),
    result,
    confidence: meanConfidence(result.words),
    rotation,
    size: raster,
    isOrientationKnown: true,
  }
}
