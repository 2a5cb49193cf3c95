/**
 * Pictures on pages with a text layer → the text that they show: charts and screenshots that came as pixels are read by OCR.
 * A cheap look at each comes first, so that photos cost nothing; what can't be read surely is left out, and pages that OCR read as a whole are left alone.
 */

import { EngineTrap, loadOcrEngine } from '../engines/tesseract.ts'
import type { ExtractContext, OpenDocument } from '../extract/types.ts'
import type { Block, FigureBlock, Page } from '../model/document.ts'
import { eastAsian } from '../model/east-asian.ts'
import { area, type Box, centerY, clip, height, overlapArea, unionAll, width } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import type { GrayRaster } from '../model/raster.ts'
import type { RawPage } from '../model/raw-page.ts'
import type { OcrLine, OcrResult, OcrWord } from '../model/recognition.ts'
import { prepareFigure } from './figure-preprocess.ts'
import { contentOf, layoutTables, replaceFigures } from './figure-table.ts'
import type { FigureRequest, FigureText } from './types.ts'

/** Smaller pictures are logos and icons: points of the shorter and the longer side, two lines of print by a column's third. */
const minShort = 36
const minLong = 72
/** Down to three lines of print a picture may still be a table; lower ones are formulas and banners. */
const minTable = 24
/** A figure is a picture when embedded pictures cover this much of it; drawings have their text in the text layer. */
const minCovered = 0.7
/** Pictures coarser than this have no letters that can be told apart: pixels per point, 65 dpi. */
const coarsest = 0.9
/** 300 dpi: more pixels show no more text that a reader could see. */
const finest = 300 / 72
/** A full-width figure of half a page at 200 dpi has 2.1 million pixels. */
const maxPixels = 2_500_000
/** Largest figures first; more pictures than this on one page are thumbnails. Bounds a page's cost to a few seconds. */
const maxFigures = 4

/** Words read less surely are dropped … */
const sureWord = 0.6
/** … and all of them when the whole is read less surely than this: letters of a map or a drawing, or a foreign script. */
const sureFigure = 0.6
/** Fewer letters and digits than this are no text. */
const fewestSigns = 4

/**
 * The page with the text of its pictures, and with tables in the place of pictures that show one. Figures that have text already stay as they are.
 * `enable_image_understanding` is about what figures say: a table is a table without it, so that then only pictures that may be one are read.
 */
export async function readFigures(
  page: Page,
  { document, raw }: { document: OpenDocument; raw: RawPage },
  options: ParseOptions,
): Promise<Page> {
  const onlyTables = !options.features.enable_image_understanding
  if (options.ocr === 'off' || document.readFigure === undefined) return page
  const candidates = page.blocks
    .filter(
      (block): block is FigureBlock => block.kind === 'figure' && block.type === 'figure' && block.text.trim() === '',
    )
    .flatMap((figure) => {
      const scale = scaleOf(figure.box, raw)
      return scale === null ? [] : [{ figure, scale }]
    })
    .sort((a, b) => area(b.figure.box) - area(a.figure.box))
    .slice(0, maxFigures)
  const read = new Map<Block, readonly Block[]>()
  const warnings: string[] = []
  const languages = languagesFor(raw, options)
  for (const { figure, scale } of candidates) {
    const box = clip(figure.box, { x0: 0, y0: 0, x1: page.width, y1: page.height })
    try {
      const isLow = Math.min(width(figure.box), height(figure.box)) < minShort
      const found = await document.readFigure(page.pageIndex, box, {
        scale,
        maxPixels,
        languages,
        onlyTables: onlyTables || isLow,
      })
      if (found === null) continue
      const blocks = found.content === null ? null : layoutTables(figure, found.content, raw)
      const { text, confidence } = found
      if (blocks !== null) read.set(figure, blocks)
      else if (text !== '' && !onlyTables && !isLow) read.set(figure, [{ ...figure, text, confidence, source: 'ocr' }])
    } catch (error) {
      // The page's own text does not depend on the recognizer: a model that can't be loaded must not cost it.
      warnings.push(
        `Page ${page.pageIndex + 1}: the text in a picture could not be read (${error instanceof Error ? error.message : String(error)})`,
      )
    }
  }
  if (read.size === 0 && warnings.length === 0) return page
  return { ...page, blocks: replaceFigures(page.blocks, read), warnings: [...page.warnings, ...warnings] }
}

/** Pixels per point to draw a picture with: its own, within limits; `null` when it is none, or too small or coarse to be read. */
function scaleOf(box: Box, raw: RawPage): number | null {
  const [short, long] = [Math.min(width(box), height(box)), Math.max(width(box), height(box))]
  if (short < minTable || long < minLong) return null
  let covered = 0
  let scale = 0
  for (const image of raw.images) {
    const shared = overlapArea(image.box, box)
    if (shared === 0) continue
    covered += shared
    // Turned pictures have their columns along the page's height: the area tells the resolution of both.
    if (image.pixelWidth > 0)
      scale = Math.max(scale, Math.sqrt((image.pixelWidth * image.pixelHeight) / area(image.box)))
  }
  return covered < minCovered * area(box) || scale < coarsest ? null : Math.min(scale, finest)
}

/** Languages written without blanks, by the names of their models. */
const eastAsianModel = /^(?:chi|jpn|kor)/
const eastAsianLetter = new RegExp(`[${eastAsian}]`, 'u')

/** The languages asked for (`null`: the default ones), as far as the page around the picture speaks for them: each that fails costs a reading. */
function languagesFor(
  raw: RawPage,
  { ocrLanguages }: ParseOptions,
): (languages: readonly string[]) => readonly string[] {
  const isEastAsian = raw.spans.some(({ text }) => eastAsianLetter.test(text))
  return (usual) => {
    const wanted = ocrLanguages ?? usual
    const first = wanted.filter((language) => eastAsianModel.test(language) === isEastAsian)
    if (first.length === 0) return wanted
    return isEastAsian ? [...first, ...wanted.filter((language) => !first.includes(language))] : first
  }
}

/** Reads a drawn picture: its text, or `null` for photos and for what can't be read surely. Languages that are not installed are passed over. */
export async function recognizeFigure(
  raster: GrayRaster,
  { box, scale, languages, onlyTables }: FigureRequest & { box: Box },
  context: ExtractContext,
): Promise<FigureText | null> {
  const print = prepareFigure(raster, { dpi: scale * 72, maxPixels })
  if (print === null || (onlyTables === true && !print.mayBeTable)) return null
  const { installedLanguages, ocrLanguages, ocrEngineCount: recognizerCount } = context.settings
  for (const language of languages(ocrLanguages)) {
    if (!installedLanguages.includes(language)) continue
    try {
      const ocrEngine = await loadOcrEngine(
        language,
        context.loadModel,
        recognizerCount === undefined ? {} : { keep: recognizerCount },
      )
      const recognition = ocrEngine.recognize(print.raster, {
        dpi: print.dpi,
        pageSegMode: print.mayBeTable ? oneBlock : scattered,
      })
      const found = toText(recognition)
      if (found !== null)
        return { ...found, content: print.mayBeTable ? contentOf({ recognition, ...print, box }) : null }
    } catch (error) {
      // An engine that stops in a picture costs the page nothing but the picture's text.
      if (!(error instanceof EngineTrap)) throw error
    }
  }
  return null
}

/** Tesseract's mode for text in no order: labels of a chart are no columns … */
const scattered = 11
/** … and for one block of lines: those of a table run over the gaps between its columns, so that single signs are read, too. */
const oneBlock = 6

function toText({ words, lines }: OcrResult): Omit<FigureText, 'content'> | null {
  // Bullets, ticks and pieces of bars come back as words of signs.
  const kept = words.filter(({ text, confidence }) => confidence >= sureWord && signsOf(text) > 0)
  const signs = kept.reduce((sum, { text }) => sum + signsOf(text), 0)
  if (signs < fewestSigns || meanConfidence(words) < sureFigure) return null
  const text = inRows(kept, lines)
    .map((row) => row.map((word) => word.text).join(' '))
    .join('\n')
  return { text, confidence: meanConfidence(kept) }
}

function signsOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Weighted by letters and digits: ticks and marks read as dashes say nothing. */
function meanConfidence(words: readonly OcrWord[]): number {
  let sum = 0
  let signs = 0
  for (const { text, confidence } of words) {
    sum += confidence * signsOf(text)
    signs += signsOf(text)
  }
  return signs === 0 ? 0 : sum / signs
}

/** Words from top to bottom and left to right: Tesseract's lines, those of one height in one row. */
function inRows(words: readonly OcrWord[], lines: readonly OcrLine[]): OcrWord[][] {
  const byLine = Map.groupBy(words, ({ line }) => line)
  const ordered = [...byLine]
    .map(([line, inLine]) => ({ box: lines[line]?.box ?? unionOf(inLine), words: inLine }))
    .sort((a, b) => centerY(a.box) - centerY(b.box))
  const rows: { box: Box; words: OcrWord[] }[] = []
  for (const { box, words: inLine } of ordered) {
    const row = rows.at(-1)
    if (row !== undefined && centerY(box) <= row.box.y1 && centerY(row.box) >= box.y0) row.words.push(...inLine)
    else rows.push({ box, words: [...inLine] })
  }
  return rows.map((row) => row.words.sort((a, b) => a.box.x0 - b.box.x0))
}

function unionOf(words: readonly OcrWord[]): Box {
  return unionAll(words.map(({ box }) => box))
}
