/**
 * A prepared page → its words, in one language: the right way up by a sample where that is not sure, long pages band by band.
 * It chooses no language and knows no points: see `ocr.ts`.
 */

import { type LoadModel, type OcrEngine, warmUp } from '../../engines/tesseract.ts'
import { renderWarmupImage } from '../../engines/warmup-image.ts'
import { histogramOf } from '../../imaging/contrast.ts'
import { planSlices, sliceRaster } from '../../imaging/page-slices.ts'
import { type Prepared, prepare } from '../../imaging/prepare.ts'
import { chooseSample, cropRaster, rotateRaster } from '../../imaging/rotate.ts'
import type { Rotation } from '../../model/geometry.ts'
import type { OcrResult, PageSlice, ReadSlices } from '../../model/recognition.ts'
import { detectOrientation, meanConfidence, rotationOfLines } from './detect-orientation.ts'
import { joinSlices } from './join-slices.ts'

/** The part that is looked at first, in shares of the page. On 192 pages it said what the whole says (183) or nothing, never the opposite; in a third of the time. */
const GUESS_PART = { width: 0.6, height: 0.4 } as const
/** Fewer letter shapes than this give no orientation: the page is taken as it is. */
const FEWEST_LETTERS = 12

/** A page that was turned by its sample and is read no better than this is read as it stands, too: the sample may have shown the grain of a picture. */
const DOUBTFUL_CONFIDENCE = 0.6
/** More letters than this share of what was read: it is text, not a table of numbers. */
const MOSTLY_LETTERS = 0.5
/** A page that was turned for layout may be read this much worse than Tesseract read it sideways. */
const TURNED_LOSS = 0.05

/** When less than this share of the pieces that look like letters was read, on a page of uneven light, lines are looked for in another way. */
const FEW_READ = 0.5

/** So many lines are a table, not rules between sections. */
const MANY_RULINGS = 8

export interface Reading {
  readonly language: string
  readonly recognition: OcrResult
  readonly confidence: number
  /** How far the prepared raster was turned clockwise before it was read. */
  readonly turn: Rotation
  readonly size: { width: number; height: number }
  /** Orientations were compared, or there is nothing to compare. */
  readonly voted: boolean
}

export interface ReadablePage {
  readonly ocrEngine: OcrEngine
  readonly prepared: Prepared
  /** Who reads the bands of a long page; absent: this thread, one after the other. */
  readonly readBands?: ReadSlices | undefined
}

/**
 * Reads the page as it stands, unless its lines may run sideways or Leptonica finds it upside down: then a sample decides.
 * Leptonica's other answers, 90 and 270, mean that it does not know; such a page is read, and turned only if it could not be.
 * It is not asked about a page that reads well: turned letters never do.
 */
export async function read(page: ReadablePage): Promise<Reading> {
  const { prepared } = page
  if (prepared.letters.count < FEWEST_LETTERS) return await readAt(page, { turn: 0, voted: true })
  const asItLies = prepared.sureOfLines ? await readAcross(page) : null
  if (asItLies !== null && (asItLies.turn !== 0 || readsWell(asItLies))) return asItLies
  const guess = guessTurn(page)
  if (asItLies !== null && guess !== 180) return asItLies
  const turned = await readAt(page, { turn: detectOrientation(page, guess === 180 ? 180 : 0), voted: true })
  if (turned.turn === 0 || turned.confidence >= DOUBTFUL_CONFIDENCE) return turned
  const asItStands = asItLies ?? (await readAt(page, { turn: 0, voted: true }))
  return asItStands.confidence >= turned.confidence ? { ...asItStands, voted: true } : turned
}

/** Upside down, 50 pages of text read with a confidence of 0.19 to 0.34, upright with 0.87 and more. Digits read well both ways. */
function readsWell({ confidence, recognition: { words } }: Reading): boolean {
  if (confidence < DOUBTFUL_CONFIDENCE) return false
  const text = words.map((word) => word.text).join('')
  return text.replace(/\P{L}/gu, '').length > text.length * MOSTLY_LETTERS
}

/** From a part of the page where there is much print, or, when that does not tell, from all of it. */
function guessTurn({ ocrEngine, prepared: { raster } }: ReadablePage): Rotation {
  const part = chooseSample(raster, {
    width: raster.width * GUESS_PART.width,
    height: raster.height * GUESS_PART.height,
  })
  const guess = ocrEngine.detectRotation(cropRaster(raster, part))
  return guess === 0 || guess === 180 ? guess : ocrEngine.detectRotation(raster)
}

/** Reads the page as it stands; when most of what was read runs another way, the page was laid sideways after all and is turned. */
async function readAcross(page: ReadablePage): Promise<Reading> {
  const reading = await readAt(page, { turn: 0, voted: false })
  const turn = rotationOfLines(reading.recognition)
  if (turn === 0) return reading
  // Sideways text may also have been read upside down: a poor reading is voted on later.
  const turned = await readAt(page, { turn, voted: false })
  return turned.confidence >= reading.confidence - TURNED_LOSS ? turned : reading
}

/** Reads the page in the orientation that a vote finds, when that is another than the one it has. */
export async function readTurned(page: ReadablePage): Promise<Reading | null> {
  const turn = detectOrientation(page, 0)
  return turn === 0 ? null : await readAt(page, { turn, voted: true })
}

async function readAt(
  { ocrEngine, prepared, readBands = readInTurn }: ReadablePage,
  how: { turn: Rotation; voted: boolean },
): Promise<Reading> {
  const { dpi, letters } = prepared
  const { language } = ocrEngine
  const { raster } = rotateRaster(prepared.raster, how.turn)
  // Where a table is drawn, its columns are found from all of its rows.
  const bands = prepared.rulings.length < MANY_RULINGS ? planSlices(raster, letters) : [{ y0: 0, y1: raster.height }]
  const grays = bands.length === 1 ? undefined : histogramOf(raster.pixels)
  const readHere = (band: PageSlice): OcrResult =>
    ocrEngine.recognize(sliceRaster(raster, band), { dpi, pageSegMode: 3, histogram: grays })
  const parts =
    grays === undefined
      ? bands.map(readHere)
      : await readBands({ language, dpi, raster, histogram: grays, slices: bands }, readHere)
  const whole = joinSlices(parts, bands)
  const again = prepared.uneven && lettersIn(whole) < letters.count * FEW_READ
  const recognition = again
    ? fuller(whole, ocrEngine.recognize(raster, { dpi, pageSegMode: 3, threshold: 'local' }))
    : whole
  return { language, recognition, confidence: meanConfidence(recognition.words), size: raster, ...how }
}

function lettersIn({ words }: OcrResult): number {
  return words.reduce((sum, { text }) => sum + text.length, 0)
}

/** The one with more letters, each counted as sure as it is. */
function fuller(first: OcrResult, second: OcrResult): OcrResult {
  const [one, other] = [first, second].map((recognition) => lettersIn(recognition) * meanConfidence(recognition.words))
  return (other ?? 0) > (one ?? 0) ? second : first
}

const readInTurn: ReadSlices = async ({ slices }, readHere) => slices.map(readHere)

/** So many pages are prepared before V8 has replaced the quick code of its loops: the first takes four times as long as the fifth. */
const WARM_UP_PAGES = 5

/** The recognizer of a language and what prepares pages for it, made ready: a second at a thread's start, which the first page then does not take. */
export async function warmUpOcr(language: string, loadModel: LoadModel): Promise<void> {
  await warmUp(language, loadModel)
  const page = renderWarmupImage(
    Array.from({ length: 24 }, (_, row) => `Sheaf reads ${row} pages of print, line by line`),
    { scale: 3 },
  )
  for (let round = 0; round < WARM_UP_PAGES; round++) prepare(page, { dpi: 200, maxPixels: page.pixels.length })
}
