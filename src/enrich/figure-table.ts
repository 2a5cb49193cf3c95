/**
 * What OCR read in a picture → spans, rulings and fills on the page around it, and from these, where they are a table, the blocks
 * that stand in the figure's place. Charts, whose bars and curves are drawn where no word stands, and loose labels stay figures.
 */

import type { ColoredBackgrounds } from '../imaging/colored-backgrounds.ts'
import type { PixelRuling } from '../imaging/remove-rulings.ts'
import { layoutPage } from '../layout/layout.ts'
import type { Block, Cell, FigureBlock, TableBlock } from '../model/document.ts'
import { area, type Box, center, contains, height, overlapArea, width } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import type { Font, Path, RawPage, Span } from '../model/raw-page.ts'
import type { OcrResult, OcrWord } from '../model/recognition.ts'
import type { FigureContent } from './types.ts'

/** Words read less surely than this are specks between the cells. Lower than for a figure's text: a lost cell shifts its row. */
const sureCell = 0.4
/** Font size per height of a line from ascender to descender, as in `ocr/ocr.ts`. */
const sizePerHeight = 1 / 0.9
/** Pixels by which cells of one row differ in height: soft edges. */
const rowSlack = 3
/** Shares of its box that a drawing with words on it fills: less is a frame, more a cell. */
const solid = 0.6
const disc = 0.85
/** A shape of which words cover so much is a word itself. */
const wordRatio = 0.5

/** Share of a picture's letters that stand in its tables: it shows a table and little else … */
const minInTables = 0.7
/** … or this much, with whole lines around it, and so many of its places told. */
const minBesideLines = 0.3
const minTold = 0.7
/** A title, a note or a paragraph beside a table has more characters than the labels of a drawing. */
const shortestLine = 25
/** Of a table's cells, and of the places of its grid, so many say something: the ticks of a chart stand scattered. */
const minFilled = 0.5
const minPlaces = 0.45
const minPlacesBesideLines = 0.7
/** Cells of a table read less surely than this are guesses. */
const minConfidence = 0.65
/** Characters in a cell merged both ways: a heading has fewer. One merged one way that holds so much of a table is no cell, either. */
const longestMerged = 60
const mostMerged = 0.4
/** More of the picture than this drawn over without words: a chart, a map, a photo with labels. */
const mostDrawn = 0.08
/** Bars take little room: empty cells in color are told by their neighbors, and what is left over is small. */
const mostBars = 0.015

const ocrFont: Font = { name: 'ocr', bold: false, italic: false, mono: false, serif: false }

/** What is drawn in a picture, in pixels of `raster`. */
export interface Drawn {
  /** Without its rulings and colors. */
  readonly raster: GrayRaster
  readonly rulings: readonly PixelRuling[]
  /** What is larger than letters. */
  readonly tints: ColoredBackgrounds
}

export interface RecognizedFigure extends Drawn {
  readonly recognition: OcrResult
  /** Where the picture stands on the page, in points. */
  readonly box: Box
}

/** Bars, discs and curves on which nothing is written, given the boxes of words or of rows of letters. */
export function isChart(drawn: Drawn, texts: readonly Box[]): boolean {
  return shapesOf(drawn, texts).isChart
}

export function contentOf(read: RecognizedFigure): FigureContent {
  const { recognition, rulings, raster, box } = read
  const words = recognition.words.filter(({ text, confidence }) => confidence >= sureCell && text.trim() !== '')
  const scale = { x: width(box) / raster.width, y: height(box) / raster.height }
  const place = (own: Box): Box => ({
    x0: box.x0 + own.x0 * scale.x,
    y0: box.y0 + own.y0 * scale.y,
    x1: box.x0 + own.x1 * scale.x,
    y1: box.y0 + own.y1 * scale.y,
  })
  const spans = words.map((word) => toSpan(word, recognition, { place, scaleY: scale.y, top: box.y0 }))
  const shapes = shapesOf(
    read,
    words.map((word) => word.box),
  )
  const path = (own: Box, color: number): Path => ({
    box: place(own),
    stroked: false,
    rectangle: true,
    color,
    opacity: 1,
  })
  return {
    spans,
    paths: [...shapes.fills.map((fill) => path(fill, fillColor)), ...rulings.map((ruling) => path(ruling.box, 0))],
    isChart: shapes.isChart,
  }
}

/** Any gray: layout tells white from other colors only. */
const fillColor = 0xc0c0c0

function toSpan(
  word: OcrWord,
  { lines }: OcrResult,
  to: { place: (box: Box) => Box; scaleY: number; top: number },
): Span {
  const line = lines[word.line]
  const baseline =
    line === undefined ? word.box.y1 : line.box.y1 + line.offset + line.slope * (word.box.x0 - line.box.x0)
  return {
    text: word.text,
    box: to.place(word.box),
    baseline: to.top + baseline * to.scaleY,
    size: (line?.height ?? height(word.box)) * to.scaleY * sizePerHeight,
    font: ocrFont,
    color: 0,
    confidence: word.confidence,
    source: 'ocr',
    rotation: 0,
    vertical: false,
    engineLine: word.line,
    engineBlock: line?.paragraph ?? 0,
  }
}

/** Filled boxes that are cells; whether too much is drawn where nothing is written. */
function shapesOf({ raster, tints }: Drawn, texts: readonly Box[]): { fills: Box[]; isChart: boolean } {
  const textsOn = (box: Box): readonly Box[] => texts.filter((text) => contains(box, center(text)))
  const fills: Box[] = []
  const blank: Box[] = []
  for (const { box } of tints.boxes) (textsOn(box).length > 0 ? fills : blank).push(box)
  // An empty cell is as high as its neighbors, an empty row as wide; bars, which nothing is written on, stand in no grid of cells.
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= rowSlack
  const isCell = (box: Box): boolean =>
    fills.some(
      (fill) => (near(fill.y0, box.y0) && near(fill.y1, box.y1)) || (near(fill.x0, box.x0) && near(fill.x1, box.x1)),
    )
  const bars = blank.filter((box) => !isCell(box))
  // Frames hold words, and so do cells over whose sides letters reach; letters whose soft edges touch are words.
  const drawings = tints.others.flatMap(({ box, filled }) => {
    const own = textsOn(box)
    const isWord = own.reduce((sum, text) => sum + overlapArea(text, box), 0) > wordRatio * area(box)
    return isWord || (own.length > 0 && (filled < solid || filled > disc)) ? [] : [box]
  })
  const share = (boxes: readonly Box[]): number =>
    boxes.reduce((sum, box) => sum + area(box), 0) / (raster.width * raster.height)
  return { fills: [...fills, ...blank.filter(isCell)], isChart: share(drawings) > mostDrawn || share(bars) > mostBars }
}

/** Lays out the content of a figure; returns its blocks if they are a table and little else, otherwise `null`. */
export function layoutTables(
  figure: FigureBlock,
  { isChart, spans, paths }: FigureContent,
  { pageIndex, width, height }: PageSize,
): Block[] | null {
  if (isChart || spans.length === 0) return null
  const { blocks } = layoutPage({ pageIndex, width, height, spans, paths, images: [], warnings: [] })
  return acceptTables(figure, blocks, spans)
}

type PageSize = Pick<RawPage, 'pageIndex' | 'width' | 'height'>

/** The blocks to put in place of a figure; `null` unless tables are most of its text. */
export function acceptTables(figure: FigureBlock, blocks: readonly Block[], spans: readonly Span[]): Block[] | null {
  const tables = blocks.filter((block) => block.kind === 'table')
  if (tables.length === 0 || !isShown(tables, blocks, spans)) return null
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [{ ...block, captions: tables.length === 1 ? figure.captions : [] }]
    // A heading inside a picture heads nothing of the document.
    if (block.kind === 'title') {
      const { level: _, exact: __, ...rest } = block
      return [{ ...rest, kind: 'text', type: 'text' }]
    }
    return block.kind === 'text' ? [block] : []
  })
}

/** Whether these tables, and lines that stand around them, are what the picture shows. */
function isShown(tables: readonly TableBlock[], blocks: readonly Block[], spans: readonly Span[]): boolean {
  const signs = (text: string): number => text.replace(/\s/g, '').length
  const letters = spans.reduce((sum, { text }) => sum + text.length, 0)
  const held = tables.flatMap(({ cells }) => cells).reduce((sum, { text }) => sum + signs(text), 0)
  if (held >= letters * minInTables) return tables.every((table) => isPlausible(table, minPlaces))
  const lines = blocks.reduce(
    (sum, block) => sum + (block.kind === 'table' || block.text.length < shortestLine ? 0 : signs(block.text)),
    0,
  )
  if (held < letters * minBesideLines || held + lines < letters * minTold) return false
  return tables.every((table) => isPlausible(table, minPlacesBesideLines))
}

/** A letter, a digit, or the dash that says that there is nothing. */
const saysSomething = /[\p{L}\p{N}\p{Pd}]/u

/** Ticks and a legend leave a column without a word between them; the panes of a program's window look like cells merged both ways. */
function isPlausible({ rows, cols, cells, confidence }: TableBlock, places: number): boolean {
  const filled = cells.filter(({ text }) => saysSomething.test(text))
  const used = new Set(filled.flatMap(({ col, colSpan }) => Array.from({ length: colSpan }, (_, index) => col + index)))
  const all = filled.reduce((sum, { text }) => sum + text.length, 0)
  const isPane = ({ rowSpan, colSpan, text }: Cell): boolean =>
    text.length > longestMerged &&
    rowSpan * colSpan > 1 &&
    ((rowSpan > 1 && colSpan > 1) || text.length > all * mostMerged)
  return (
    rows >= 2 &&
    cols >= 2 &&
    confidence >= minConfidence &&
    filled.length >= cells.length * minFilled &&
    filled.length >= rows * cols * places &&
    used.size === cols &&
    !filled.some(isPane)
  )
}

/** The page with blocks put in the place of some of its figures; captions follow, as those of tables where the figure became one. */
export function replaceFigures(blocks: readonly Block[], found: ReadonlyMap<Block, readonly Block[]>): Block[] {
  const places = new Map<number, number>()
  let next = 0
  blocks.forEach((block, index) => {
    places.set(index, next)
    next += found.get(block)?.length ?? 1
  })
  const tableCaptions = new Set(
    [...found].flatMap(([figure, instead]) =>
      'captions' in figure && instead.some(({ kind }) => kind === 'table') ? figure.captions : [],
    ),
  )
  const moved = (captions: readonly number[]): number[] => captions.flatMap((caption) => places.get(caption) ?? [])
  return blocks.flatMap((block, index): Block[] => {
    const instead = found.get(block) ?? [block]
    return instead.map((own): Block => {
      if (own.kind === 'table' || own.kind === 'figure') return { ...own, captions: moved(own.captions) }
      return own.type === 'figure_caption' && tableCaptions.has(index) ? { ...own, type: 'table_caption' } : own
    })
  })
}
