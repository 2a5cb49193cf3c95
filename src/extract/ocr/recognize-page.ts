import { type LoadModel, type OcrEngine, PSM, warmUp } from '../../engines/tesseract.ts'
import { renderWarmupImage } from '../../engines/warmup-image.ts'
import { histogramOf } from '../../imaging/contrast.ts'
import { planSlices, sliceRaster } from '../../imaging/page-slices.ts'
import { type Prepared, prepare } from '../../imaging/prepare-page.ts'
import { chooseSampleBox, cropRaster, rotateRaster } from '../../imaging/rotate.ts'
import { detectText } from '../../imaging/text-detection.ts'
import { charsOf } from '../../model/character-classes.ts'
import type { Rotation, Size } from '../../model/geometry.ts'
import type { OcrResult, PageSlice, ReadSlices } from '../../model/ocr-result.ts'
import { detectOrientation, MIN_DIRECTION_LETTERS, meanConfidence, rotationOfLines } from './detect-orientation.ts'
import { joinSlices } from './join-slices.ts'

/** Ratios of the page. Leptonica needs no more. */
const ROTATION_SAMPLE = { width: 0.6, height: 0.4 } as const
/** Minimum confidence of a rotated page; below it, the original is recognized, too. */
const DOUBTFUL_CONFIDENCE = 0.6
const MIN_LETTER_RATIO = 0.5
/** Maximum loss of confidence by the rotation of a page that Tesseract has read sideways. */
const MAX_ROTATION_LOSS = 0.05
/** Minimum shapes of a photo, and maximum fraction of them in rows; text has more than half. */
const MIN_PHOTO_SHAPES = 100
const MAX_PHOTO_LETTER_RATIO = 0.1
/** Minimum fraction of recognized letter-shaped components; below it, a local threshold is tried. */
const MIN_RECOGNIZED_RATIO = 0.5
/** Minimum rulings of a table. Such pages are not sliced, because columns need all rows. */
const MIN_TABLE_RULINGS = 8

export interface RecognizedPage {
  readonly language: string
  readonly result: OcrResult
  readonly confidence: number
  readonly rotation: Rotation
  readonly size: Size
  readonly isOrientationKnown: boolean
}

interface PageToRecognize {
  readonly ocrEngine: OcrEngine
  readonly prepared: Prepared
  readonly readSlices?: ReadSlices | undefined
}

/** Samples decide if lines may be vertical or upside down. Leptonica's 90 and 270 mean "unknown". */
export async function recognizePage(page: PageToRecognize): Promise<RecognizedPage> {
  const { prepared } = page
  if (prepared.letterSize.count < MIN_DIRECTION_LETTERS) return await recognizeFewLetters(page)
  const unrotated = prepared.isDirectionCertain ? await recognizeHorizontal(page) : null
  if (unrotated !== null && (unrotated.rotation !== 0 || isGoodText(unrotated))) return unrotated
  if (isPhoto(prepared)) return unrotated ?? (await recognizeAt(page, { rotation: 0, isOrientationKnown: true }))
  const isUpsideDown = estimateRotation(page) === 180
  if (unrotated !== null && !isUpsideDown) return unrotated
  const rotation = detectOrientation(page, isUpsideDown ? 180 : 0)
  const rotated = await recognizeAt(page, { rotation, isOrientationKnown: true })
  if (rotation === 0 || rotated.confidence >= DOUBTFUL_CONFIDENCE) return rotated
  const original = unrotated ?? (await recognizeAt(page, { rotation: 0, isOrientationKnown: true }))
  return original.confidence >= rotated.confidence ? { ...original, isOrientationKnown: true } : rotated
}

/** Whether the shapes are no lines of letters in any direction. */
export function isPhoto({ raster, letterSize }: Prepared): boolean {
  if (letterSize.count < MIN_PHOTO_SHAPES) return false
  const hasRows = (rotation: Rotation): boolean =>
    detectText(rotateRaster(raster, rotation).raster).letterRatio >= MAX_PHOTO_LETTER_RATIO
  return !hasRows(0) && !hasRows(90)
}

async function recognizeFewLetters(page: PageToRecognize): Promise<RecognizedPage> {
  const original = await recognizeAt(page, { rotation: 0, isOrientationKnown: true })
  if (page.prepared.letterSize.count === 0 || original.confidence >= DOUBTFUL_CONFIDENCE) return original
  for (const rotation of [180, 90, 270] as const) {
    const rotated = await recognizeAt(page, { rotation, isOrientationKnown: true })
    if (rotated.confidence >= DOUBTFUL_CONFIDENCE) return rotated
  }
  return original
}

/** Upside-down text has much less confidence, except digits. */
function isGoodText({ confidence, result: { words } }: RecognizedPage): boolean {
  if (confidence < DOUBTFUL_CONFIDENCE) return false
  const text = words.map((word) => word.text).join('')
  return text.replace(/\P{L}/gu, '').length > text.length * MIN_LETTER_RATIO
}

function estimateRotation({ ocrEngine, prepared: { raster } }: PageToRecognize): Rotation {
  const box = chooseSampleBox(raster, {
    width: raster.width * ROTATION_SAMPLE.width,
    height: raster.height * ROTATION_SAMPLE.height,
  })
  const rotation = ocrEngine.detectRotation(cropRaster(raster, box))
  return rotation % 180 === 0 ? rotation : ocrEngine.detectRotation(raster)
}

async function recognizeHorizontal(page: PageToRecognize): Promise<RecognizedPage> {
  const original = await recognizeAt(page, { rotation: 0, isOrientationKnown: false })
  const rotation = rotationOfLines(original.result)
  if (rotation === 0) return original
  const rotated = await recognizeAt(page, { rotation, isOrientationKnown: false })
  return rotated.confidence >= original.confidence - MAX_ROTATION_LOSS ? rotated : original
}

/** Returns `null` if samples indicate the original orientation. */
export async function recognizeRotated(page: PageToRecognize): Promise<RecognizedPage | null> {
  const rotation = detectOrientation(page, 0)
  return rotation === 0 ? null : await recognizeAt(page, { rotation, isOrientationKnown: true })
}

async function recognizeAt(
  { ocrEngine, prepared, readSlices = readSequentially }: PageToRecognize,
  orientation: { rotation: Rotation; isOrientationKnown: boolean },
): Promise<RecognizedPage> {
  const { dpi, letterSize, rulings, isUneven } = prepared
  const { language } = ocrEngine
  const { raster } = rotateRaster(prepared.raster, orientation.rotation)
  const slices = rulings.length < MIN_TABLE_RULINGS ? planSlices(raster, letterSize) : [{ y0: 0, y1: raster.height }]
  const histogram = slices.length === 1 ? undefined : histogramOf(raster.pixels)
  const readHere = (slice: PageSlice): OcrResult =>
    ocrEngine.recognize(sliceRaster(raster, slice), { dpi, pageSegMode: PSM.AUTO, histogram })
  const parts =
    histogram === undefined
      ? slices.map(readHere)
      : await readSlices({ language, dpi, raster, histogram, slices }, readHere)
  let result = joinSlices(parts, slices)
  if (isUneven && charsOf(result.words) < letterSize.count * MIN_RECOGNIZED_RATIO) {
    const local = ocrEngine.recognize(raster, { dpi, pageSegMode: PSM.AUTO, threshold: 'local' })
    if (certainLetters(local) > certainLetters(result)) result = local
  }
  return { language, result, confidence: meanConfidence(result.words), size: raster, ...orientation }
}

function certainLetters({ words }: OcrResult): number {
  return charsOf(words) * meanConfidence(words)
}

const readSequentially: ReadSlices = async ({ slices }, readHere) => slices.map(readHere)

const WARM_UP_PAGES = 5

/** Prepares the OCR engine and the compiled code for the first page. */
export async function warmUpOcr(language: string, loadModel: LoadModel): Promise<void> {
  await warmUp(language, loadModel)
  const page = renderWarmupImage(
    Array.from({ length: 24 }, (_, row) => `Sheaf reads ${row} pages of print, line by line`),
    { scale: 3 },
  )
  for (let round = 0; round < WARM_UP_PAGES; round++) prepare(page, { dpi: 200, maxPixels: page.pixels.length })
}
