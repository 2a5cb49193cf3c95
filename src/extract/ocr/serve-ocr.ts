/**
 * A picture of a page → what Tesseract reads in it: the recognizer's contract (`docs/ocr-service.md`) from the other side,
 * for a Worker that does nothing else. The picture comes prepared, upright or not, so nothing is done to it; only PGM is taken.
 */
import { toServiceResponse } from '../../engines/ocr-service-protocol.ts'
import { EngineTrap, type LoadModel, loadOcrEngine } from '../../engines/tesseract.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { OcrResult } from '../../model/recognition.ts'
import { readPnmHeader } from '../image/pnm.ts'
import { meanConfidence } from './detect-orientation.ts'

export interface OcrServiceDeps {
  readonly installedLanguages: readonly string[]
  /** Largest picture, in pixels. */
  readonly maxPixels: number
  loadModel: LoadModel
}

/** A page read better than this is not tried in the next language. */
const READ_WELL = 0.6
const MOST_DPI = 2400

/** Answers a request; 400 with `{"error"}` when it asks for what can't be done here, 413 for pictures that are too large. */
export async function serveOcr(request: Request, deps: OcrServiceDeps): Promise<Response> {
  if (request.method !== 'POST') return refuse(405, 'send a picture by POST')
  const asked = new URL(request.url).searchParams
  const languages = (asked.get('languages') ?? '').split('+').filter((name) => name !== '')
  const missing = languages.filter((name) => !deps.installedLanguages.includes(name))
  if (languages.length === 0 || missing.length > 0)
    return refuse(
      400,
      `ocr_languages: ${missing.map((name) => `"${name}"`).join(', ') || 'nothing'} is not installed here; installed: ${deps.installedLanguages.join(', ')}.`,
    )
  const dpi = Number(asked.get('dpi'))
  if (!(dpi > 0 && dpi <= MOST_DPI)) return refuse(400, `dpi: a number up to ${MOST_DPI} is needed.`)
  const claimed = Number(request.headers.get('content-length') ?? 0)
  if (claimed > deps.maxPixels + HEADER_SLACK) return refuse(413, tooLarge(claimed, deps))
  const raster = readGraymap(new Uint8Array(await request.arrayBuffer()))
  if (raster === null) return refuse(400, 'the picture must be a whole PGM file of 8 bits (P5).')
  if (raster.pixels.length > deps.maxPixels) return refuse(413, tooLarge(raster.pixels.length, deps))
  try {
    return Response.json(toServiceResponse(await readInLanguages(raster, { languages, dpi }, deps)))
  } catch (error) {
    if (error instanceof EngineTrap) return refuse(500, 'the text recogniser stopped on this page')
    throw error
  }
}

const HEADER_SLACK = 2048

function tooLarge(pixels: number, { maxPixels }: OcrServiceDeps): string {
  return `the picture has ${pixels} pixels; the limit is ${maxPixels}.`
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status })
}

function readGraymap(bytes: Uint8Array): GrayRaster | null {
  const header = readPnmHeader(bytes)
  if (header?.kind !== 'P5' || header.maxValue !== 255 || header.width < 1 || header.height < 1) return null
  const { width, height, dataAt } = header
  const pixels = bytes.subarray(dataAt)
  return pixels.length === width * height ? { width, height, pixels } : null
}

/** One engine at a time: two do not fit into an isolate. */
async function readInLanguages(
  raster: GrayRaster,
  { languages, dpi }: { languages: readonly string[]; dpi: number },
  { loadModel }: OcrServiceDeps,
): Promise<OcrResult> {
  let best: OcrResult = { words: [], lines: [], imageRegions: [] }
  for (const [index, language] of languages.entries()) {
    const ocrEngine = await loadOcrEngine(language, loadModel, { keep: 1 })
    const read = ocrEngine.recognize(raster, { dpi, pageSegMode: 3 })
    if (index === 0 || meanConfidence(read.words) > meanConfidence(best.words)) best = read
    if (read.words.length === 0 || meanConfidence(best.words) >= READ_WELL) break
  }
  return best
}
