/**
 * A page's raster → its words as spans and its drawn lines as paths, read by Tesseract after the imaging room prepared it.
 * Chooses the language and the orientation page by page, from that page alone; it does not build blocks, and it adds no text of its own.
 */
import { EngineTrap, loadOcrEngine, type OcrEngine } from '../../engines/tesseract.ts'
import { affineAt, compose, isAffine, mapBox, scaling } from '../../imaging/coordinate-map.ts'
import { type Prepared, prepare } from '../../imaging/prepare.ts'
import { oppositeRotation, rotateRaster, rotationMap } from '../../imaging/rotate.ts'
import { ParseError } from '../../model/errors.ts'
import type { Box, Transform } from '../../model/geometry.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Font, Path, RawImage, Span } from '../../model/raw-page.ts'
import type { OcrResult, OcrWord } from '../../model/recognition.ts'
import type { ExtractContext } from '../types.ts'
import { findBold } from './bold.ts'
import { placeSpan, placeThin, rotationOf, scaleOf } from './deskewed-page.ts'
import { estimateFontSizes } from './font-size.ts'
import { findItalic } from './italic.ts'
import { type Reading, read, readTurned } from './recognize-page.ts'
import { recognizeRemotely } from './remote-engine.ts'
import { restoreLeaders } from './restore-leaders.ts'
import { dropSpuriousWords } from './spurious-text.ts'

/** Below this mean confidence the page is tried in the next language: a wrong model stays near 0.1, the right one above 0.8 on all but ruined pages. */
const POOR_CONFIDENCE = 0.6
/** Below this the page is reported, and what is not sure is left out: half of its words are likely wrong. */
const HOPELESS_CONFIDENCE = 0.4
/** A turn smaller than this needs no upright coordinates: half a point over a page's width. */
const LEVEL = 0.001

const uprightFont: Font = { name: 'ocr', bold: false, italic: false, mono: false, serif: false }
const italicFont: Font = { ...uprightFont, italic: true }
const fonts = {
  plain: { upright: uprightFont, italic: italicFont },
  bold: { upright: { ...uprightFont, bold: true }, italic: { ...italicFont, bold: true } },
} as const

/** The page in coordinates in which its lines are level and it stands upright: what layout should work on. */
export interface UprightPage {
  readonly spans: Span[]
  readonly paths: Path[]
  readonly images: RawImage[]
  /** Points. */
  readonly width: number
  readonly height: number
  /** From upright points to points of the page as it was sent. */
  readonly toPage: Transform
}

export interface OcrPage {
  readonly spans: Span[]
  /** Rulings that were taken out before reading, as thin rectangles. */
  readonly paths: Path[]
  /** Regions that the recognizer takes for pictures. */
  readonly images: RawImage[]
  readonly warnings: string[]
  /** 0–1, weighted by letters; 0 without words. */
  readonly meanConfidence: number
  /** Present when the page lies askew or turned: hand these to layout, then `placePage` its result. */
  readonly upright: UprightPage | null
}

/**
 * Reads a page. `page` tells its size in points; spans come back in them. Throws `ParseError` 1133 for a language that is not installed,
 * 1137 when the recognizer fails twice; with a recognizer of the operator's also 1124 and 1138.
 */
export async function readByOcr(
  raster: GrayRaster,
  page: { pageIndex: number; width: number; height: number },
  options: ParseOptions,
  context: ExtractContext,
): Promise<OcrPage> {
  const { maxRasterPixels, ocrService: service, ocrLanguages } = context.settings
  const languages = service === undefined ? installedOf(options, context) : (options.ocrLanguages ?? ocrLanguages)
  const prepared = prepare(raster, { dpi: (raster.width / page.width) * 72, maxPixels: maxRasterPixels })
  const { pageIndex } = page
  const reading =
    service === undefined
      ? await readInLanguages(languages, { prepared, pageIndex, context })
      : await recognizeRemotely(prepared, { languages, pageIndex, service, poor: POOR_CONFIDENCE })
  return toPage(withLeaders(withoutGuesses(reading), prepared), prepared, {
    raster,
    page,
    warnings: warningsFor(reading, { pageIndex, lineless: prepared.lineless }),
  })
}

/** Tesseract in one language after the other, until the page is read well. */
async function readInLanguages(
  languages: readonly string[],
  { prepared, pageIndex, context }: { prepared: Prepared; pageIndex: number; context: ExtractContext },
): Promise<Reading> {
  const { readBands } = context
  const place = { keep: context.settings.ocrEngineCount, pageIndex }
  let best: Reading | null = null
  for (const language of languages) {
    const reading = await withRecognizer(language, context, place, (ocrEngine) =>
      read({ ocrEngine, prepared, readBands }),
    )
    if (best === null || reading.confidence > best.confidence) best = reading
    if (best.confidence >= POOR_CONFIDENCE || reading.recognition.words.length === 0) break
  }
  if (best === null) throw new ParseError(1133, 'ocr_languages is empty; name at least one installed language.')
  if (best.confidence >= POOR_CONFIDENCE || best.voted) return best
  const turned = await withRecognizer(best.language, context, place, (ocrEngine) =>
    readTurned({ ocrEngine, prepared, readBands }),
  )
  return turned !== null && turned.confidence > best.confidence ? turned : best
}

/** Of a page that could not be read, only the lines that could: what else the recognizer says of it is made up. */
function withoutGuesses(reading: Reading): Reading {
  return {
    ...reading,
    recognition: dropSpuriousWords(reading.recognition, { least: isHopeless(reading) ? POOR_CONFIDENCE : 0 }),
  }
}

/** They were found before the turn: they take the way back. */
function withLeaders(reading: Reading, { leaders }: Prepared): Reading {
  const toRead = rotationMap(reading.size, oppositeRotation(reading.turn))
  const placed = leaders.map(({ box, dots }) => ({ box: mapBox(toRead, box), dots }))
  return { ...reading, recognition: restoreLeaders(reading.recognition, placed) }
}

function isHopeless({ recognition, confidence }: Reading): boolean {
  return recognition.words.length > 0 && confidence < HOPELESS_CONFIDENCE
}

/** The languages to try, in order; 1133 when one is not installed. */
function installedOf(options: ParseOptions, context: ExtractContext): readonly string[] {
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
async function withRecognizer<result>(
  language: string,
  context: ExtractContext,
  place: { keep: number | undefined; pageIndex: number },
  work: (ocrEngine: OcrEngine) => Promise<result>,
): Promise<result> {
  const load = (): Promise<OcrEngine> =>
    loadOcrEngine(language, context.loadModel, place.keep === undefined ? {} : { keep: place.keep })
  try {
    return await work(await load())
  } catch (error) {
    if (!(error instanceof EngineTrap)) throw error
  }
  try {
    return await work(await load())
  } catch (cause) {
    if (!(cause instanceof EngineTrap)) throw cause
    throw new ParseError(1137, `Page ${place.pageIndex + 1}: the text recogniser failed twice on this page.`, { cause })
  }
}

interface PageSource {
  readonly raster: GrayRaster
  readonly page: { readonly width: number; readonly height: number }
  readonly warnings: string[]
}

function toPage(reading: Reading, prepared: Prepared, { raster, page, warnings }: PageSource): OcrPage {
  const pointsPerPixel = scaling(page.width / raster.width, page.height / raster.height)
  const toPrepared = rotationMap(prepared.raster, reading.turn)
  /** From pixels that were read to points of the page. */
  const fromRead = compose(pointsPerPixel, compose(prepared.toSource, toPrepared))
  const scale = scaleOf(affineAt(fromRead, { x: reading.size.width / 2, y: reading.size.height / 2 }))
  const upright = compose(fromRead, scaling(1 / scale, 1 / scale))
  const read = rotateRaster(prepared.raster, reading.turn).raster
  const sizes = estimateFontSizes(reading.recognition, read)
  const bold = findBold(reading.recognition, { raster: read, sizes })
  const italic = findItalic(reading.recognition, read)
  const spans = reading.recognition.words.map((word) =>
    toSpan(word, reading.recognition, {
      scale,
      size: sizes[word.line]! * scale,
      font: fonts[bold[word.line] ? 'bold' : 'plain'][italic[word.line] ? 'italic' : 'upright'],
    }),
  )
  // Rulings were found before the turn: they take the way back.
  const toRead = rotationMap(reading.size, oppositeRotation(reading.turn))
  const paths = prepared.rulings.map(
    (ruling): Path => ({
      box: scaleBox(mapBox(toRead, ruling.box), scale),
      stroked: false,
      rectangle: true,
      color: 0,
      opacity: 1,
    }),
  )
  const images = reading.recognition.imageRegions.map(
    (box): RawImage => ({ box: scaleBox(box, scale), pixelWidth: 0, pixelHeight: 0 }),
  )
  const level = isAffine(upright) && rotationOf(upright) === 0 && Math.abs(upright.b) < LEVEL
  return {
    spans: spans.map((span) => placeSpan(span, upright)),
    paths: paths.map((path) => placeThin(path, upright)),
    images: images.map((image) => ({ ...image, box: mapBox(upright, image.box) })),
    warnings,
    meanConfidence: reading.confidence,
    upright: level
      ? null
      : {
          spans,
          paths,
          images,
          width: reading.size.width * scale,
          height: reading.size.height * scale,
          toPage: upright,
        },
  }
}

function toSpan(
  word: OcrWord,
  recognition: OcrResult,
  { scale, size, font }: { scale: number; size: number; font: Font },
): Span {
  const line = recognition.lines[word.line]!
  const rotation = ([0, 270, 180, 90] as const)[Math.round(line.angle / 90) % 4] ?? 0
  const baseline = rotation === 0 ? line.box.y1 + line.offset + line.slope * (word.box.x0 - line.box.x0) : word.box.y1
  return {
    text: word.text,
    box: scaleBox(word.box, scale),
    baseline: baseline * scale,
    size,
    font,
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

function warningsFor(reading: Reading, { pageIndex, lineless }: { pageIndex: number; lineless: boolean }): string[] {
  const page = `Page ${pageIndex + 1}`
  if (lineless && reading.recognition.words.length === 0)
    return [
      `${page}: no lines of text can be made out in the picture of this page. If it holds text, send a better picture.`,
    ]
  if (!isHopeless(reading)) return []
  const percent = Math.round(reading.confidence * 100)
  return [
    `${page}: the text on this page cannot be read (mean confidence ${percent} %, language "${reading.language}"); only lines that are sure were kept. Send a better picture, or name the language with ocr_languages.`,
  ]
}
