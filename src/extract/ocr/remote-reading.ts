/**
 * A prepared page → its words, read by the operator's own recogniser behind HTTP instead of Tesseract.
 * The page is sent level; upside down or sideways it is sent again only when what came back is poor.
 */
import { recogniseByHttp } from '../../engines/http-recogniser.ts'
import { type QuarterTurn, turnRaster } from '../../imaging/orientation.ts'
import type { Prepared } from '../../imaging/prepare.ts'
import type { OcrService } from '../../model/settings.ts'
import type { Reading } from './reading.ts'
import { meanConfidence, turnOfLines } from './turn-vote.ts'

export interface ServicePage {
  readonly languages: readonly string[]
  readonly pageIndex: number
  readonly service: OcrService
  /** Below this mean confidence the page may stand wrong. */
  readonly poor: number
}

export async function readByService(prepared: Prepared, page: ServicePage): Promise<Reading> {
  let best = await readAt(prepared, 0, page)
  const turn = turnOfLines(best.recognition)
  if (turn !== 0) return await readAt(prepared, turn, page)
  if (best.confidence >= page.poor || prepared.letters.count === 0) return best
  const turns: readonly QuarterTurn[] = prepared.sureOfLines ? [180] : [180, 90, 270]
  for (const turn of turns) {
    const next = await readAt(prepared, turn, page)
    if (next.confidence > best.confidence) best = next
    if (best.confidence >= page.poor) break
  }
  return best
}

async function readAt(prepared: Prepared, turn: QuarterTurn, { languages, pageIndex, service }: ServicePage): Promise<Reading> {
  const { raster } = turnRaster(prepared.raster, turn)
  const recognition = await recogniseByHttp(raster, { languages, dpi: prepared.dpi, pageIndex }, service)
  return { language: languages.join('+'), recognition, confidence: meanConfidence(recognition.words), turn, size: raster, voted: true }
}
