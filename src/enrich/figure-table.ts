/** OCR results, rulings and fills show tables. Charts stay figures. */

import type { ColoredBackgrounds } from '../imaging/colored-backgrounds.ts'
import type { PixelRuling } from '../imaging/remove-rulings.ts'
import { layoutPage } from '../layout/layout.ts'
import { charsOf, countNonWhitespace } from '../model/character-classes.ts'
import type { Block, Cell, FigureBlock, TableBlock } from '../model/document.ts'
import { area, type Box, center, contains, height, overlapArea, type Size, width } from '../model/geometry.ts'
import { baselineAt, type OcrResult, type OcrWord } from '../model/ocr-result.ts'
import type { Font, Path, RawPage, Span } from '../model/raw-page.ts'
import type { FigureContent } from './types.ts'

/** Minimum confidence of words, low because a lost cell shifts its row. */
const MIN_WORD_CONFIDENCE = 0.4
const SIZE_PER_HEIGHT = 1 / 0.9
/** Maximum difference in height of cells in one row, in pixels. */
const ROW_TOLERANCE_PX = 3
/** Filled ratio of drawings with words: frames are below the minimum, cells above the maximum. */
const MIN_FRAME_RATIO = 0.6
const MAX_CELL_RATIO = 0.85
const MIN_WORD_RATIO = 0.5

/** Minimum ratios of letters: in tables, in tables next to titles, notes and paragraphs, and in all of these. */
const MIN_IN_TABLES = 0.7
const MIN_IN_TABLES_WITH_LINES = 0.3
const MIN_IN_TABLES_AND_LINES = 0.7
/** Minimum characters of a title, note or paragraph; labels of drawings have fewer. */
const MIN_LINE_LENGTH = 25
/** Minimum ratio of non-empty cells, and of non-empty grid positions: chart ticks are scattered. */
const MIN_FILLED = 0.5
const MIN_FILLED_GRID = 0.45
const MIN_FILLED_GRID_WITH_LINES = 0.7
const MIN_CONFIDENCE = 0.65
/** Maximum characters of a cell merged in both directions, and ratio of text in one merged cell. */
const MAX_MERGED_LENGTH = 60
const MAX_MERGED_RATIO = 0.4
/** Area of drawings without text relative to the figure; charts, maps and photos have more. */
const MAX_DRAWN_RATIO = 0.08
const MAX_BAR_RATIO = 0.015

const ocrFont: Font = { name: 'ocr', bold: false, italic: false, mono: false, serif: false }

export interface FigureDrawings {
  readonly size: Size
  readonly rulings: readonly PixelRuling[]
  readonly coloredBackgrounds: ColoredBackgrounds
}

interface RecognizedFigure extends FigureDrawings {
  readonly recognition: OcrResult
  readonly box: Box
}

/** Looks for bars, discs or curves without text. `texts` are boxes of words or rows of letters. */
export function isChart(drawn: FigureDrawings, texts: readonly Box[]): boolean {
  return shapesOf(drawn, texts).isChart
}

export function toFigureContent(read: RecognizedFigure): FigureContent {
  const { recognition, rulings, size, box } = read
  const words = recognition.words.filter(({ confidence }) => confidence >= MIN_WORD_CONFIDENCE)
  const scale = { x: width(box) / size.width, y: height(box) / size.height }
  const toPageBox = (ownBox: Box): Box => ({
    x0: box.x0 + ownBox.x0 * scale.x,
    y0: box.y0 + ownBox.y0 * scale.y,
    x1: box.x0 + ownBox.x1 * scale.x,
    y1: box.y0 + ownBox.y1 * scale.y,
  })
  const spans = words.map((word) => toSpan(word, recognition, { toPageBox, scaleY: scale.y, top: box.y0 }))
  const shapes = shapesOf(
    read,
    words.map((word) => word.box),
  )
  const path = (ownBox: Box, color: number): Path => ({
    box: toPageBox(ownBox),
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

/** Any gray: layout only distinguishes white from other colors. */
const fillColor = 0xc0c0c0

function toSpan(
  word: OcrWord,
  { lines }: OcrResult,
  transform: { toPageBox: (box: Box) => Box; scaleY: number; top: number },
): Span {
  const line = lines[word.line]
  const baseline = line === undefined ? word.box.y1 : baselineAt(line, word.box.x0)
  return {
    text: word.text,
    box: transform.toPageBox(word.box),
    baseline: transform.top + baseline * transform.scaleY,
    size: (line?.height ?? height(word.box)) * transform.scaleY * SIZE_PER_HEIGHT,
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

function shapesOf(
  { size, coloredBackgrounds }: FigureDrawings,
  texts: readonly Box[],
): { fills: Box[]; isChart: boolean } {
  const textsOn = (box: Box): readonly Box[] => texts.filter((text) => contains(box, center(text)))
  const fills: Box[] = []
  const empty: Box[] = []
  for (const { box } of coloredBackgrounds.boxes) (textsOn(box).length > 0 ? fills : empty).push(box)
  // Empty cells align with filled ones; bars do not.
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= ROW_TOLERANCE_PX
  const isCell = (box: Box): boolean =>
    fills.some(
      (fill) =>
        (isNear(fill.y0, box.y0) && isNear(fill.y1, box.y1)) || (isNear(fill.x0, box.x0) && isNear(fill.x1, box.x1)),
    )
  const bars = empty.filter((box) => !isCell(box))
  // Frames and cells contain words; touching letters are words.
  const drawings = coloredBackgrounds.others.flatMap(({ box, filled }) => {
    const inside = textsOn(box)
    const isWord = inside.reduce((sum, text) => sum + overlapArea(text, box), 0) > MIN_WORD_RATIO * area(box)
    return isWord || (inside.length > 0 && (filled < MIN_FRAME_RATIO || filled > MAX_CELL_RATIO)) ? [] : [box]
  })
  const areaRatio = (boxes: readonly Box[]): number =>
    boxes.reduce((sum, box) => sum + area(box), 0) / (size.width * size.height)
  return {
    fills: [...fills, ...empty.filter(isCell)],
    isChart: areaRatio(drawings) > MAX_DRAWN_RATIO || areaRatio(bars) > MAX_BAR_RATIO,
  }
}

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

/** Returns `null` unless tables are most of the figure's text. */
export function acceptTables(figure: FigureBlock, blocks: readonly Block[], spans: readonly Span[]): Block[] | null {
  const tables = blocks.filter((block) => block.kind === 'table')
  if (tables.length === 0 || !hasEnoughText(tables, blocks, spans)) return null
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [{ ...block, captions: tables.length === 1 ? figure.captions : [] }]
    // A heading inside a figure is not a heading of the document.
    if (block.kind === 'title') {
      const { level: _, exact: __, ...rest } = block
      return [{ ...rest, kind: 'text', type: 'text' }]
    }
    return block.kind === 'text' ? [block] : []
  })
}

function hasEnoughText(tables: readonly TableBlock[], blocks: readonly Block[], spans: readonly Span[]): boolean {
  const letters = charsOf(spans)
  const inTables = tables.flatMap(({ cells }) => cells).reduce((sum, { text }) => sum + countNonWhitespace(text), 0)
  if (inTables >= letters * MIN_IN_TABLES) return tables.every((table) => isPlausible(table, MIN_FILLED_GRID))
  const lines = blocks.reduce(
    (sum, block) =>
      sum + (block.kind === 'table' || block.text.length < MIN_LINE_LENGTH ? 0 : countNonWhitespace(block.text)),
    0,
  )
  if (inTables < letters * MIN_IN_TABLES_WITH_LINES || inTables + lines < letters * MIN_IN_TABLES_AND_LINES)
    return false
  return tables.every((table) => isPlausible(table, MIN_FILLED_GRID_WITH_LINES))
}

const nonEmptyText = /[\p{L}\p{N}\p{Pd}]/u

/** Ticks and a legend leave empty columns; the panes of a window look like merged cells. */
function isPlausible({ rows, cols, cells, confidence }: TableBlock, filledGridRatio: number): boolean {
  const filled = cells.filter(({ text }) => nonEmptyText.test(text))
  const used = new Set(filled.flatMap(({ col, colSpan }) => Array.from({ length: colSpan }, (_, index) => col + index)))
  const textLength = charsOf(filled)
  const isPane = ({ rowSpan, colSpan, text }: Cell): boolean =>
    text.length > MAX_MERGED_LENGTH &&
    rowSpan * colSpan > 1 &&
    ((rowSpan > 1 && colSpan > 1) || text.length > textLength * MAX_MERGED_RATIO)
  return (
    rows >= 2 &&
    cols >= 2 &&
    confidence >= MIN_CONFIDENCE &&
    filled.length >= cells.length * MIN_FILLED &&
    filled.length >= rows * cols * filledGridRatio &&
    used.size === cols &&
    !filled.some(isPane)
  )
}

export function replaceFigures(blocks: readonly Block[], found: ReadonlyMap<Block, readonly Block[]>): Block[] {
  const newIndexes = new Map<number, number>()
  let next = 0
  blocks.forEach((block, index) => {
    newIndexes.set(index, next)
    next += found.get(block)?.length ?? 1
  })
  const tableCaptions = new Set(
    [...found].flatMap(([figure, replacements]) =>
      'captions' in figure && replacements.some(({ kind }) => kind === 'table') ? figure.captions : [],
    ),
  )
  const moved = (captions: readonly number[]): number[] => captions.flatMap((caption) => newIndexes.get(caption) ?? [])
  return blocks.flatMap((block, index): Block[] => {
    const replacements = found.get(block) ?? [block]
    return replacements.map((replacement): Block => {
      if (replacement.kind === 'table' || replacement.kind === 'figure')
        return { ...replacement, captions: moved(replacement.captions) }
      return replacement.type === 'figure_caption' && tableCaptions.has(index)
        ? { ...replacement, type: 'table_caption' }
        : replacement
    })
  })
}
