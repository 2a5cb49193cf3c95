/** Features of the table classifier. None is a word, so that no language is favored. */

import { height, width } from '../../../model/geometry.ts'
import { contentsNumber } from '../../../model/page-numbers.ts'
import { maxOf, meanOf, median, minOf } from '../../../model/statistics.ts'
import { isDrawn } from '../../rulings.ts'
import type { Ruling } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { endsInColon, isNumeric, rowText } from '../cell-text.ts'
import { baselineDistances } from '../text-rows.ts'
import type { CellSegment, StreamGrid, TablePage } from '../types.ts'
import { alignmentOf, allEdges, columnSegments, fullRulings, hasBoldHeader, leftEdge, rightEdge } from './grid-facts.ts'

const MAX_COUNT = 40

export interface GridContext {
  readonly rulings: readonly Ruling[]
  readonly size: number
  readonly page: Pick<TablePage, 'lines' | 'prose' | 'gutters' | 'size' | 'scoreTable'>
}

export type TableFeature = keyof ReturnType<typeof tableFeatures>

/** Bullets and numbers of lists. */
export const marker = /^([•◦▪■□●○–—*·‣➢✓o-]|\(?\p{L}[.)]|\(?[ivx]+[.)]|\(?\d{1,2}[.)]|\d{1,2}(\.\d{1,2})*\.?|\[\d+\])$/u
const leader = /(\.\s?){4,}|…{2,}|_{5,}|(·\s?){4,}/
/** Without underscores, which are the fields of a form. */
const dotLeaders = /\s*(?:(?:\.\s?){4,}|…{2,}|(?:·\s?){4,})/g
const dotsOnly = /^[.·…_]+$/
const quantity = /^[<>≤≥±~≈+–−-]?\s?[$€£¥]?\d[\d.,]*\s?[^\s\d]{1,4}$/u

/** Lengths are in em, ratios are 0 to 1. */
export function tableFeatures(grid: StreamGrid, { rulings, size, page }: GridContext) {
  const { cols, rows, textRows, box } = grid
  const columns = columnSegments(grid)
  const segments = columns.flat()
  const texts = columns.map((own) => own.map(({ words }) => rowText(words)))
  const all = texts.flat()
  const [first = [], later, last = []] = [texts[0], texts.slice(1).flat(), texts.at(-1)]
  const ratio = (list: readonly string[], has: (text: string) => boolean): number =>
    list.length === 0 ? 0 : list.filter(has).length / list.length
  const hasLetters = (text: string): boolean => /^\p{L}/u.test(text)
  const full = fullRulings(box, rulings)
  const shaded = rulings.filter((ruling) => !isDrawn(ruling))
  const gaps = grid.separators.map(({ x0, x1 }) => (x1 - x0) / size)
  const steps = baselineDistances(textRows)
  const step = median(steps) ?? 0
  const pages = last.filter((text) => /^\d+$/.test(text)).map(Number)
  const lineIndices = new Set(segments.flatMap(({ words }) => words.map(({ line }) => line)))
  const proseRatio = [...lineIndices].filter((line) => page.prose.has(line)).length / Math.max(1, lineIndices.size)
  const ends = wrappedEnds(columns)
  const wordCounts = columns.map((own) => meanOf(own.map(({ words }) => words.length)))
  const widths = columns.map((own) => meanOf(own.map((segment) => width(segment.box))))
  return {
    rows: Math.min(MAX_COUNT, rows.length),
    columns: cols,
    lines: Math.min(MAX_COUNT, textRows.length),
    linesPerRow: textRows.length / rows.length,
    headerRows: grid.headerRows,
    fullRulings: Math.min(MAX_COUNT, full.length),
    drawnRulings: Math.min(MAX_COUNT, full.filter((level) => level.isDrawn).length),
    shadedEdges: Math.min(MAX_COUNT, shaded.length),
    rulingsPerRow: full.length / rows.length,
    isRuledAbove: Number(full.some(({ position }) => position <= (textRows[0]?.box.y1 ?? 0) - size / 2)),
    isRuledBelow: Number(full.some(({ position }) => position >= (textRows.at(-1)?.box.y0 ?? 0) + size / 2)),
    isCaptioned: Number(isCaptioned(box, page.lines, size)),
    hasBoldHeader: Number(hasBoldHeader(grid)),
    boldFirstColumn: meanOf((columns[0] ?? []).map(({ words }) => Number(words.every(({ bold }) => bold)))),
    numeric: ratio(later, isNumeric),
    quantities: ratio(later, (text) => quantity.test(text)),
    numericFirst: ratio(first, isNumeric),
    numericLast: ratio(last, isNumeric),
    filled: rows.flat().reduce((sum, { colSpan }) => sum + colSpan, 0) / (rows.length * cols),
    spanning: meanOf(rows.flat().map(({ colSpan }) => Number(colSpan > 1))),
    aligned: alignmentOf(columns, size, allEdges),
    alignedLeft: alignmentOf(columns, size, [leftEdge]),
    alignedRight: alignmentOf(columns.slice(1), size, [rightEdge]),
    severalCells: meanOf(textRows.map((row) => Number(row.segments.length > 1))),
    severalCellsInRows: meanOf(rows.map((row) => Number(row.length > 1))),
    words: meanOf(segments.map(({ words }) => words.length)),
    wordsFirst: wordCounts[0] ?? 0,
    wordsLast: wordCounts.at(-1) ?? 0,
    wordsMost: Math.max(0, maxOf(wordCounts)),
    characters: meanOf(all.map((text) => text.replace(dotLeaders, '').length)),
    inkRatio: meanOf(columns.map((own, col) => relativeMeanWidth(own, widths[col] ?? 0))),
    widestColumn: Math.max(0, maxOf(widths)) / Math.max(1, width(box)),
    widthRatio: minOf(widths) / Math.max(1, maxOf(widths)),
    width: width(box) / size,
    height: height(box) / size,
    narrowestGap: Math.min(20, minOf(gaps)),
    widestGap: Math.max(0, maxOf(gaps)),
    step: step / size,
    stepSpread: meanOf(steps.map((value) => Math.abs(value - step))) / Math.max(1, step),
    markers: ratio(first, (text) => marker.test(text)),
    titledMarkers: Number(first.length > 0 && /^\p{L}{2,}/u.test(first[0]!)),
    pageNumbers: ratio(last, (text) => contentsNumber.test(text)),
    risingNumbers: pages.length < 3 ? 0 : meanOf(pages.slice(1).map((value, at) => Number(value >= pages[at]!))),
    differentNumbers: new Set(pages).size / Math.max(1, pages.length),
    leaders: ratio(all, (text) => leader.test(text)),
    dots: ratio(all, (text) => dotsOnly.test(text)),
    trailingNumbers: ratio(all, (text) => /\p{L}.*[,\s]\s*\d+$/u.test(text)),
    colons: ratio(all, endsInColon),
    colonsFirst: ratio(first, endsInColon),
    commas: ratio(all, (text) => /[,;]$/.test(text)),
    sentenceEnds: ratio(all, (text) => /\p{L}{2,}[.!?]$/u.test(text)),
    hyphens: ratio(all, (text) => /\p{Ll}[-\u00ad\u2010]$/u.test(text)),
    lowercase: ratio(all.filter(hasLetters), (text) => /^\p{Ll}/u.test(text)),
    lowercaseFirst: ratio(first.filter(hasLetters), (text) => /^\p{Ll}/u.test(text)),
    ...ends,
    repeated: 1 - new Set(all).size / Math.max(1, all.length),
    monospaced: meanOf(
      segments.map(({ words }) => Number(page.lines[words[0]?.line ?? -1]?.spans[0]?.font.mono === true)),
    ),
    prose: proseRatio,
    lineSpan: lineIndices.size / Math.max(1, segments.length),
    gutters: page.gutters().filter(({ x }) => x > box.x0 && x < box.x1).length,
    pageGutters: page.gutters().length,
    relativeSize: size / page.size,
    ...headerFeatures(grid, texts),
  }
}

function headerFeatures({ rows }: StreamGrid, texts: readonly (readonly string[])[]) {
  const bodies = texts.slice(1).map((own) => own.slice(1))
  const headers = (rows[0] ?? []).filter(({ col }) => col > 0)
  return {
    headedNumbers: meanOf(
      headers.map(({ col, words }) =>
        Number(
          !isNumeric(rowText(words)) && meanOf((bodies[col - 1] ?? []).map((text) => Number(isNumeric(text)))) > 0.5,
        ),
      ),
    ),
    filledHeader: headers.length / Math.max(1, texts.length - 1),
    numericColumns: meanOf(
      bodies.map((own) => Number(own.length > 0 && meanOf(own.map((text) => Number(isNumeric(text)))) > 0.7)),
    ),
  }
}

/** Lines in one column that continue in lowercase are prose. */
function wrappedEnds(columns: readonly (readonly CellSegment[])[]) {
  const pairs = columns.map((own) => own.slice(1).map((segment, at) => [own[at]!, segment] as const))
  const wraps = ([above, below]: readonly [CellSegment, CellSegment]): number =>
    Number(/[\p{L},]$/u.test(above.words.at(-1)?.text ?? '') && /^\p{Ll}/u.test(below.words[0]?.text ?? ''))
  const byColumn = pairs.map((own) => meanOf(own.map(wraps)))
  return { wrapped: meanOf(pairs.flat().map(wraps)), wrappedMost: Math.max(0, maxOf(byColumn)) }
}

/** Lines of prose have nearly equal widths. */
function relativeMeanWidth(own: readonly CellSegment[], mean: number): number {
  const widest = Math.max(1, maxOf(own.map(({ box }) => width(box))))
  return mean / widest
}
