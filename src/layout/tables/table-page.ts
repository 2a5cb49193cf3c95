/** The page as the detectors see it: free lines, their words, rulings and gutters, computed on request. */
import { lowerBound } from '../../model/binary-search.ts'
import { cached } from '../../model/cached.ts'
import { type Box, containsBox, containsCenter, gapX, gapY, grow, height, overlapArea } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import { filledRects } from '../rulings.ts'
import type { Line, PageObjects, Ruling } from '../state.ts'
import { findCodeRegions, isInRegion } from '../text/code-regions.ts'
import { findProse } from '../text/prose.ts'
import { findPageGutters } from './stream/page-gutter.ts'
import { commonSize } from './text-rows.ts'
import type { Gutter, TableCell, TableGrid, TablePage, Word, WordsIn } from './types.ts'
import { wordsByLine } from './words.ts'

/** Maximum length of a tick label, and its maximum distance from the drawing. */
const MAX_TICK_LABEL_CHARS = 12
const MAX_TICK_LABEL_GAP_EM = 2.5

interface ClaimablePage extends TablePage {
  /** Returns the table with all words of its lines. */
  claim(table: TableGrid): TableGrid
  removeRulings(rulings: readonly Ruling[]): void
}

export function createTablePage({ raw, lines, rulings: all, drawings, scoreTable }: PageObjects): ClaimablePage {
  const prose = findProse(lines)
  const wordsOf = wordsByLine(lines)
  const size = commonSize(lines)
  const claimed = new Set<number>()
  const tables: Box[] = []
  const code = findCodeRegions(lines, raw.paths)
  const pathsByDrawing = new Map<Box, readonly Path[]>()
  let rulings = all.filter((ruling) => !isInRegion(ruling, code.boxes))
  let candidates: readonly number[] | undefined
  let wordsIn: WordsIn | undefined
  let gutters: readonly Gutter[] | undefined
  const streamLines = (): readonly number[] => {
    candidates ??= selectStreamLines(lines, drawings, size)
    return candidates.filter((index) => !claimed.has(index) && !code.lines.has(index))
  }
  const page: ClaimablePage = {
    lines,
    wordsOf,
    size,
    prose,
    filledRects: filledRects(raw.paths, raw.width, raw.height).filter(
      (rect) => !code.boxes.some((box) => containsBox(box, rect)),
    ),
    tables,
    drawings,
    pathsIn: (drawing) =>
      cached(pathsByDrawing, drawing, () => raw.paths.filter(({ box }) => containsBox(drawing, box))),
    rulings: () => rulings,
    isClaimed: (line) => claimed.has(line),
    streamLines,
    wordsIn(box) {
      wordsIn ??= indexWords(streamLines(), page)
      return wordsIn(box)
    },
    scoreTable,
    gutters() {
      gutters ??= findPageGutters(streamLines(), page)
      return gutters
    },
    claim(table) {
      for (const { words } of table.cells) for (const { line } of words) claimed.add(line)
      tables.push(table.box)
      return withStrayWords(table, page)
    },
    removeRulings(used) {
      const removed = new Set(used)
      rulings = rulings.filter((ruling) => !removed.has(ruling))
    },
  }
  return page
}

function selectStreamLines(lines: readonly Line[], drawings: readonly Box[], size: number): number[] {
  const isLabel = ({ text, box }: Line): boolean =>
    drawings.some(
      (drawing) =>
        containsCenter(drawing, box) ||
        (text.length <= MAX_TICK_LABEL_CHARS && containsCenter(grow(drawing, size * MAX_TICK_LABEL_GAP_EM), box)),
    )
  return lines.flatMap((line, index) =>
    line.isMonospacedRow || line.spans[0]?.rotation !== 0 || isLabel(line) ? [] : [index],
  )
}

/** Lines are sorted, because pages with many rulings query many boxes. */
function indexWords(free: readonly number[], { lines, wordsOf, isClaimed }: TablePage): WordsIn {
  const sorted = free.map((index) => ({ index, box: (lines[index] as Line).box })).sort((a, b) => a.box.y0 - b.box.y0)
  const tallest = sorted.reduce((most, { box }) => Math.max(most, height(box)), 0)
  return (box) => {
    const words: Word[] = []
    for (let at = lowerBound(sorted, (line) => line.box.y0 >= box.y0 - tallest); at < sorted.length; at++) {
      const line = sorted[at]!
      if (line.box.y0 >= box.y1) break
      if (overlapArea(line.box, box) > 0 && !isClaimed(line.index)) words.push(...wordsOf(line.index))
    }
    return words
  }
}

function withStrayWords(table: TableGrid, { wordsOf }: TablePage): TableGrid {
  const placed = new Set(table.cells.flatMap(({ words }) => words))
  const lines = new Set([...placed].map(({ line }) => line))
  const strays = [...lines].flatMap(wordsOf).filter((word) => !placed.has(word))
  if (strays.length === 0) return table
  const nearest = (word: Word): TableCell =>
    table.cells.reduce((best, cell) => (distance(cell.box, word.box) < distance(best.box, word.box) ? cell : best))
  const extra = Map.groupBy(strays, nearest)
  return {
    ...table,
    cells: table.cells.map((cell) => ({ ...cell, words: [...cell.words, ...(extra.get(cell) ?? [])] })),
  }
}

function distance(a: Box, b: Box): number {
  return Math.max(0, gapX(a, b)) + Math.max(0, gapY(a, b))
}
