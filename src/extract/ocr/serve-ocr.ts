/** OCR service protocol (`docs/ocr-service.md`) in a Worker that only runs Tesseract. */
import { toServiceResponse } from '../../engines/ocr-service-protocol.ts'
import { EngineTrap, type LoadModel, loadOcrEngine, PSM } from '../../engines/tesseract.ts'
import type { OcrResult } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { readPnmHeader } from '../image/pnm.ts'
import { meanConfidence } from './detect-orientation.ts'
import { MIN_GOOD_CONFIDENCE } from './page-engine.ts'

interface OcrServiceDeps {
  readonly installedLanguages: readonly string[]
  readonly maxPixels: number
  loadModel: LoadModel
}

const MAX_DPI = 2400
const MAX_HEADER_BYTES = 2048

/** Errors are JSON with `error`: 400 for invalid requests, 413 for large images. */
export async function serveOcr(request: Request, deps: OcrServiceDeps): Promise<Response> {
  if (request.method !== 'POST') return errorResponse(405, 'send an image by POST')
  const parameters = new URL(request.url).searchParams
  const languages = (parameters.get('languages') ?? '').split('+').filter((name) => name !== '')
  const missing = languages.filter((name) => !deps.installedLanguages.includes(name))
  if (languages.length === 0 || missing.length > 0)
    return errorResponse(
      400,
      `ocr_languages: ${missing.map((name) => `"${name}"`).join(', ') || 'nothing'} is not installed here; installed: ${deps.installedLanguages.join(', ')}.`,
    )
  const dpi = Number(parameters.get('dpi'))
  if (!(dpi > 0 && dpi <= MAX_DPI)) return errorResponse(400, `dpi must be a number up to ${MAX_DPI}.`)
  const contentLength = Number(request.headers.get('content-length') ?? 0)
  if (contentLength > deps.maxPixels + MAX_HEADER_BYTES) return tooLargeResponse(contentLength, deps)
  const raster = readPgm(new Uint8Array(await request.arrayBuffer()))
  if (raster === null) return errorResponse(400, 'the image must be a complete 8-bit PGM file (P5).')
  if (raster.pixels.length > deps.maxPixels) return tooLargeResponse(raster.pixels.length, deps)
  try {
    return Response.json(toServiceResponse(await recognize(raster, { languages, dpi }, deps)))
  } catch (error) {
    if (error instanceof EngineTrap) return errorResponse(500, 'the OCR engine stopped on this page')
    throw error
  }
}

function tooLargeResponse(pixels: number, { maxPixels }: OcrServiceDeps): Response {
  return errorResponse(413, `the image has ${pixels} pixels; the limit is ${maxPixels}.`)
}

function errorResponse(status: number, error: string): Response {
  return Response.json({ error }, { status })
}

function readPgm(bytes: Uint8Array): GrayRaster | null {
  const header = readPnmHeader(bytes)
  if (header?.kind !== 'P5' || header.maxValue !== 255 || header.width < 1 || header.height < 1) return null
  const { width, height, dataAt } = header
  const pixels = bytes.subarray(dataAt)
  return pixels.length === width * height ? { width, height, pixels } : null
}

/** Caches one engine, because two do not fit into an isolate. */
async function recognize(
  raster: GrayRaster,
  { languages, dpi }: { languages: readonly string[]; dpi: number },
  { loadModel }: OcrServiceDeps,
): Promise<OcrResult> {
  let best: OcrResult = { words: [], lines: [], imageRegions: [] }
  for (const [index, language] of languages.entries()) {
    const ocrEngine = await loadOcrEngine(language, loadModel, { keep: 1 })
    const result = ocrEngine.recognize(raster, { dpi, pageSegMode: PSM.AUTO })
    if (index === 0 || meanConfidence(result.words) > meanConfidence(best.words)) best = result
    if (result.words.length === 0 || meanConfidence(best.words) >= MIN_GOOD_CONFIDENCE) break
  }
  return best
}
