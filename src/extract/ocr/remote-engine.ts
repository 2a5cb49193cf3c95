/**
 * A prepared page → its words, read by the operator's own recognizer behind HTTP instead of Tesseract.
 * The page is sent level; upside down or sideways it is sent again only when what came back is poor.
 */
import { recognizeByHttp } from '../../engines/http-ocr.ts'
import type { Prepared } from '../../imaging/prepare.ts'
import { rotateRaster } from '../../imaging/rotate.ts'
import type { Rotation } from '../../model/geometry.ts'
import type { OcrService } from '../../model/settings.ts'
import { meanConfidence, rotationOfLines } from './detect-orientation.ts'
import type { Reading } from './recognize-page.ts'

export interface RemotePage {
  readonly languages: readonly string[]
  readonly pageIndex: number
  readonly service: OcrService
  /** Below this mean confidence the page may stand wrong. */
  readonly poor: number
}

export async function recognizeRemotely(prepared: Prepared, page: RemotePage): Promise<Reading> {
  let best = await readAt(prepared, 0, page)
  const turn = rotationOfLines(best.recognition)
  if (turn !== 0) return await readAt(prepared, turn, page)
  if (best.confidence >= page.poor || prepared.letters.count === 0) return best
  const turns: readonly Rotation[] = prepared.sureOfLines ? [180] : [180, 90, 270]
  for (const turn of turns) {
    const next = await readAt(prepared, turn, page)
    if (next.confidence > best.confidence) best = next
    if (best.confidence >= page.poor) break
  }
  return best
}

async function readAt(
  prepared: Prepared,
  turn: Rotation,
  { languages, pageIndex, service }: RemotePage,
): Promise<Reading> {
  const { raster } = rotateRaster(prepared.raster, turn)
  const recognition = await recognizeByHttp(raster, { languages, dpi: prepared.dpi, pageIndex }, service)
  return {
    language: languages.join('+'),
    recognition,
    confidence: meanConfidence(recognition.words),
    turn,
    size: raster,
    voted: true,
  }
}
