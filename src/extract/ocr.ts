/**
 * A page's raster → its words as spans and its drawn lines as paths, read by Tesseract after the imaging room prepared it.
 * Chooses the language and the orientation page by page, from that page alone; it does not build blocks, and it adds no text of its own.
 */
import type { RecognisedWord, Recognition } from '../engines/hocr.ts'
import { EngineTrap, loadRecogniser, type Recogniser } from '../engines/tesseract.ts'
import { chooseSample, cropRaster, oppositeTurn, type QuarterTurn, turnMap, turnRaster } from '../imaging/orientation.ts'
import { type Affine, compose, mapBox, scaling } from '../imaging/placement.ts'
import { type Prepared, prepare } from '../imaging/prepare.ts'
import { ParseError } from '../model/errors.ts'
import type { Box } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import type { Font, Path, RawImage, Span } from '../model/page.ts'
import type { GrayRaster } from '../model/raster.ts'
import type { ExtractContext } from './extractors.ts'
import { placeSpan, placeThin, scaleOf, turnOf } from './upright.ts'

/** Below this mean confidence the page is tried in the next language: a wrong model stays near 0.1, the right one above 0.8 on all but ruined pages. */
const POOR_CONFIDENCE = 0.6
/** Below this the page is reported: half of its words are likely wrong. */
const HOPELESS_CONFIDENCE = 0.4
/** A sample read this surely ends the search for the orientation: text that stands wrong stayed below 0.55 on all pages measured. */
const SURE_CONFIDENCE = 0.62
/** Letters that a sample must show before it is believed at all. */
const SURE_LETTERS = 20
/** One way up is believed without trying the page sideways when it is this well read, and this much better than upside down. */
const LIKELY_CONFIDENCE = 0.4
const LIKELY_LEAD = 0.12
/** The sample's size in letter heights: about seven lines of forty letters. */
const SAMPLE_LETTERS = { width: 40, height: 16 } as const
/** Fewer letter shapes than this give no orientation: the page is taken as it is. */
const FEWEST_LETTERS = 12
/** Font size per height of a line from ascender to descender: the median over eight pages of different fonts, 0.85 to 0.97 of their size. */
const SIZE_PER_HEIGHT = 1 / 0.9
/** A turn smaller than this needs no upright coordinates: half a point over a page's width. */
const LEVEL = 0.001

const ocrFont: Font = { name: 'ocr', bold: false, italic: false, mono: false, serif: false }

/** The page in coordinates in which its lines are level and it stands upright: what layout should work on. */
export interface UprightPage {
  readonly spans: Span[]
  readonly paths: Path[]
  readonly images: RawImage[]
  /** Points. */
  readonly width: number
  readonly height: number
  /** From upright points to points of the page as it was sent. */
  readonly toPage: Affine
}

export interface OcrPage {
  readonly spans: Span[]
  /** Rulings that were taken out before reading, as thin rectangles. */
  readonly paths: Path[]
  /** Regions that the recogniser takes for pictures. */
  readonly images: RawImage[]
  readonly warnings: string[]
  /** 0–1, weighted by letters; 0 without words. */
  readonly meanConfidence: number
  /** Present when the page lies askew or turned: hand these to layout, then `placePage` its result. */
  readonly upright: UprightPage | null
}

/** Reads a page. `page` tells its size in points; spans come back in them. Throws `ParseError` 1133 for a language that is not installed, 1137 when the recogniser fails twice. */
export async function readByOcr(
  raster: GrayRaster,
  page: { pageIndex: number; width: number; height: number },
  options: ParseOptions,
  context: ExtractContext,
): Promise<OcrPage> {
  const languages = chooseLanguages(options, context)
  const { maxRasterPixels, recogniserCount } = context.settings
  const prepared = prepare(raster, { dpi: (raster.width / page.width) * 72, maxPixels: maxRasterPixels })
  let best: Reading | null = null
  for (const language of languages) {
    const reading = await withRecogniser(language, context, { keep: recogniserCount, pageIndex: page.pageIndex }, (recogniser) => read(recogniser, prepared))
    if (best === null || reading.confidence > best.confidence) best = reading
    if (best.confidence >= POOR_CONFIDENCE || reading.recognition.words.length === 0) break
  }
  if (best === null) throw new ParseError(1133, 'ocr_languages is empty; name at least one installed language.')
  if (best.confidence < POOR_CONFIDENCE && !best.voted) {
    const { language, confidence } = best
    const turned = await withRecogniser(language, context, { keep: recogniserCount, pageIndex: page.pageIndex }, (recogniser) =>
      readTurned(recogniser, prepared),
    )
    if (turned !== null && turned.confidence > confidence) best = turned
  }
  return toPage(best, prepared, { raster, page })
}

/** The languages to try, in order; 1133 when one is not installed. */
function chooseLanguages(options: ParseOptions, context: ExtractContext): readonly string[] {
  const { installedLanguages, ocrLanguages } = context.settings
  const wanted = options.ocrLanguages ?? ocrLanguages
  const missing = wanted.filter((language) => !installedLanguages.includes(language))
  if (missing.length === 0) return wanted
  const installed = installedLanguages.length === 0 ? 'none' : installedLanguages.map((name) => `"${name}"`).join(', ')
  throw new ParseError(
    1133,
    `ocr_languages: ${missing.map((name) => `"${name}"`).join(', ')} ${missing.length === 1 ? 'is' : 'are'} not installed here; installed: ${installed}.`,
  )
}

/** Runs the work; if the engine stops in the middle, once more with a new one. */
async function withRecogniser<result>(
  language: string,
  context: ExtractContext,
  place: { keep: number | undefined; pageIndex: number },
  work: (recogniser: Recogniser) => result,
): Promise<result> {
  const load = (): Promise<Recogniser> => loadRecogniser(language, context.loadModel, place.keep === undefined ? {} : { keep: place.keep })
  try {
    return work(await load())
  } catch (error) {
    if (!(error instanceof EngineTrap)) throw error
  }
  try {
    return work(await load())
  } catch (cause) {
    if (!(cause instanceof EngineTrap)) throw cause
    throw new ParseError(1137, `Page ${place.pageIndex + 1}: the text recogniser failed twice on this page.`, { cause })
  }
}

interface Reading {
  readonly language: string
  readonly recognition: Recognition
  readonly confidence: number
  /** How far the prepared raster was turned clockwise before it was read. */
  readonly turn: QuarterTurn
  readonly size: { width: number; height: number }
  /** Orientations were compared, or there is nothing to compare. */
  readonly voted: boolean
}

/**
 * Reads the page as it stands, unless its lines may run sideways or Leptonica finds it upside down: then a sample decides.
 * Leptonica's other answers, 90 and 270, mean that it does not know; such a page is read, and turned only if it could not be.
 */
function read(recogniser: Recogniser, prepared: Prepared): Reading {
  if (prepared.letters.count < FEWEST_LETTERS) return readAt(recogniser, prepared, { turn: 0, voted: true })
  const guess = recogniser.guessTurn(prepared.raster)
  if (prepared.sureOfLines && guess !== 180) return readAt(recogniser, prepared, { turn: 0, voted: false })
  return readAt(recogniser, prepared, { turn: voteTurn(recogniser, prepared, guess === 180 ? 180 : 0), voted: true })
}

/** Reads the page in the orientation that a vote finds, when that is another than the one it has. */
function readTurned(recogniser: Recogniser, prepared: Prepared): Reading | null {
  const turn = voteTurn(recogniser, prepared, 0)
  return turn === 0 ? null : readAt(recogniser, prepared, { turn, voted: true })
}

function readAt(recogniser: Recogniser, prepared: Prepared, how: { turn: QuarterTurn; voted: boolean }): Reading {
  const { raster } = turnRaster(prepared.raster, how.turn)
  const recognition = recogniser.recognise(raster, { dpi: prepared.dpi, pageSegMode: 3 })
  return { language: recogniser.language, recognition, confidence: meanConfidence(recognition.words), size: raster, ...how }
}

/** The turn that makes a sample of the page readable best, `first` tried first. The lines already run across, so sideways comes last. */
function voteTurn(recogniser: Recogniser, prepared: Prepared, first: QuarterTurn): QuarterTurn {
  const { height } = prepared.letters
  const sample = cropRaster(prepared.raster, chooseSample(prepared.raster, { width: SAMPLE_LETTERS.width * height, height: SAMPLE_LETTERS.height * height }))
  let best: { turn: QuarterTurn; score: number } = { turn: 0, score: 0 }
  let second = 0
  for (const turn of new Set<QuarterTurn>([first, 0, 180, 90, 270])) {
    if (turn === 90 && best.score >= LIKELY_CONFIDENCE && best.score >= second + LIKELY_LEAD) break
    const { words } = recogniser.recognise(turnRaster(sample, turn).raster, { dpi: prepared.dpi, pageSegMode: 6 })
    const letters = words.reduce((sum, { text }) => sum + text.length, 0)
    if (letters < SURE_LETTERS) continue
    const score = meanConfidence(words)
    if (score >= SURE_CONFIDENCE) return turn
    if (score > best.score) {
      second = best.score
      best = { turn, score }
    } else second = Math.max(second, score)
  }
  return best.turn
}

/** Weighted by letters, so that many small specks read as dots do not outvote a line of text. */
function meanConfidence(words: readonly RecognisedWord[]): number {
  let sum = 0
  let letters = 0
  for (const { text, confidence } of words) {
    sum += confidence * text.length
    letters += text.length
  }
  return letters === 0 ? 0 : sum / letters
}

function toPage(reading: Reading, prepared: Prepared, source: { raster: GrayRaster; page: { pageIndex: number; width: number; height: number } }): OcrPage {
  const { raster, page } = source
  const pointsPerPixel = scaling(page.width / raster.width, page.height / raster.height)
  const toPrepared = turnMap(prepared.raster, reading.turn)
  /** From pixels that were read to points of the page. */
  const fromRead = compose(pointsPerPixel, compose(prepared.toSource, toPrepared))
  const scale = scaleOf(fromRead)
  const upright = compose(fromRead, scaling(1 / scale, 1 / scale))
  const spans = reading.recognition.words.map((word) => toSpan(word, reading.recognition, scale))
  // Rulings were found before the turn: they take the way back.
  const toRead = turnMap(reading.size, oppositeTurn(reading.turn))
  const paths = prepared.rulings.map(
    (ruling): Path => ({ box: scaleBox(mapBox(toRead, ruling.box), scale), stroked: false, rectangle: true, color: 0, opacity: 1 }),
  )
  const images = reading.recognition.pictures.map((box): RawImage => ({ box: scaleBox(box, scale), pixelWidth: 0, pixelHeight: 0 }))
  const level = turnOf(upright) === 0 && Math.abs(upright.b) < LEVEL
  return {
    spans: spans.map((span) => placeSpan(span, upright)),
    paths: paths.map((path) => placeThin(path, upright)),
    images: images.map((image) => ({ ...image, box: mapBox(upright, image.box) })),
    warnings: warningsFor(reading, page.pageIndex),
    meanConfidence: reading.confidence,
    upright: level ? null : { spans, paths, images, width: reading.size.width * scale, height: reading.size.height * scale, toPage: upright },
  }
}

function toSpan(word: RecognisedWord, recognition: Recognition, scale: number): Span {
  const line = recognition.lines[word.line]!
  const rotation = ([0, 270, 180, 90] as const)[Math.round(line.angle / 90) % 4] ?? 0
  const baseline = rotation === 0 ? line.box.y1 + line.offset + line.slope * (word.box.x0 - line.box.x0) : word.box.y1
  return {
    text: word.text,
    box: scaleBox(word.box, scale),
    baseline: baseline * scale,
    size: line.height * scale * SIZE_PER_HEIGHT,
    font: ocrFont,
    color: 0,
    confidence: word.confidence,
    source: 'ocr',
    rotation,
    vertical: false,
    engineLine: word.line,
    engineBlock: line.paragraph,
  }
}

function scaleBox(box: Box, scale: number): Box {
  return { x0: box.x0 * scale, y0: box.y0 * scale, x1: box.x1 * scale, y1: box.y1 * scale }
}

function warningsFor(reading: Reading, pageIndex: number): string[] {
  if (reading.recognition.words.length === 0 || reading.confidence >= HOPELESS_CONFIDENCE) return []
  const percent = Math.round(reading.confidence * 100)
  return [
    `Page ${pageIndex + 1}: text recognition is unsure of this page (mean confidence ${percent} %, language "${reading.language}"); its text is likely wrong.`,
  ]
}
