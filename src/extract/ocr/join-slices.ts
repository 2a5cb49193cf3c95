/** Joins the results of a page's slices column by column, so that lines stay in reading order. */

import { type Box, unionAll } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import type { OcrLine, OcrResult, OcrWord, PageSlice } from '../../model/ocr-result.ts'

/** Minimum lines with others next to them in a column; fewer are labels, addresses or cells. */
const MIN_COLUMN_LINES = 5

export function joinSlices(parts: readonly OcrResult[], slices: readonly PageSlice[]): OcrResult {
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  const imageRegions: Box[] = []
  const linesBySlice: number[][] = []
  for (const [index, part] of parts.entries()) {
    const { y0 } = slices[index]!
    const moveDown = (box: Box): Box => ({ ...box, y0: box.y0 + y0, y1: box.y1 + y0 })
    const firstLine = lines.length
    const firstParagraph = (lines.at(-1)?.paragraph ?? -1) + 1
    const firstBlock = (lines.at(-1)?.block ?? -1) + 1
    for (const word of part.words) words.push({ ...word, box: moveDown(word.box), line: word.line + firstLine })
    for (const line of part.lines)
      lines.push({
        ...line,
        box: moveDown(line.box),
        paragraph: line.paragraph + firstParagraph,
        block: line.block + firstBlock,
      })
    imageRegions.push(...part.imageRegions.map(moveDown))
    linesBySlice.push(part.lines.map((_, line) => line + firstLine))
  }
  const order = readingOrder(lines, linesBySlice)
  const newNumbers = new Map(order.map((line, index) => [line, index]))
  return {
    words: words.map((word) => ({ ...word, line: newNumbers.get(word.line)! })).sort((a, b) => a.line - b.line),
    lines: order.map((line) => lines[line]!),
    imageRegions,
  }
}

function readingOrder(lines: readonly OcrLine[], linesBySlice: readonly (readonly number[])[]): number[] {
  const order: number[] = []
  let columns: Column[] = []
  for (const slice of linesBySlice) {
    const runs = splitIntoRuns(slice, lines)
    const continued = columns.length > 1 ? continueColumns(columns, runs, lines) : null
    if (continued === null) order.push(...columns.flatMap((column) => column.lines))
    columns = continued ?? toColumns(runs, lines)
  }
  return [...order, ...columns.flatMap((column) => column.lines)]
}

interface Column {
  readonly lines: readonly number[]
  readonly x0: number
  readonly x1: number
}

function splitIntoRuns(slice: readonly number[], lines: readonly OcrLine[]): number[][] {
  return groupAdjacent(slice, (line, last) => lines[line]!.box.y1 >= lines[last]!.box.y0)
}

function toColumns(runs: readonly (readonly number[])[], lines: readonly OcrLine[]): Column[] {
  const boxes = runs.map((run) => run.map((line) => lines[line]!.box))
  const columns = runs.flatMap((run, index): Column[] => {
    const others = boxes.filter((_, other) => other !== index).map(unionAll)
    const sideBySide = boxes[index]!.filter(({ y0, y1 }) => others.some((other) => other.y0 < y1 && other.y1 > y0))
    if (sideBySide.length < MIN_COLUMN_LINES) return []
    const { x0, x1 } = unionAll(sideBySide)
    return [{ lines: run, x0, x1 }]
  })
  const areSeparate =
    columns.length === runs.length && columns.every(({ x0 }, index) => index === 0 || x0 >= columns[index - 1]!.x1)
  return areSeparate ? columns : [{ lines: runs.flat(), x0: 0, x1: Infinity }]
}

function continueColumns(
  columns: readonly Column[],
  runs: readonly (readonly number[])[],
  lines: readonly OcrLine[],
): Column[] | null {
  const added: (readonly number[])[] = columns.map(() => [])
  for (const run of runs) {
    const { x0, x1 } = unionAll(run.map((line) => lines[line]!.box))
    const index = columns.findIndex((column) => column.x1 > x0 && column.x0 < x1)
    const next = columns[index + 1]
    if (index < 0 || added[index]!.length > 0 || (next !== undefined && next.x0 < x1)) return null
    added[index] = run
  }
  return columns.map((column, index) => ({ ...column, lines: [...column.lines, ...added[index]!] }))
}
