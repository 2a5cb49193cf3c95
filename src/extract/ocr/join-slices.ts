/**
 * What the bands of a page say → what the page says: places counted from its top, lines in the order of the whole page.
 * Where text stands in columns, each band gives all of them: a column is put together from its parts before the next one begins.
 * A line that a band reads across the columns of the bands beside it is parted there.
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { OcrLine, OcrResult, OcrWord, PageSlice } from '../../model/recognition.ts'

/** Fewer lines beside others are labels, addresses, cells: no column that would go on in the next band. */
const COLUMN_LINES = 5

export function joinSlices(parts: readonly OcrResult[], bands: readonly PageSlice[]): OcrResult {
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  const pictures: Box[] = []
  /** Numbers of the lines, by bands. */
  const byBand: number[][] = []
  for (const [index, part] of parts.entries()) {
    const down = bands[index]?.y0 ?? 0
    const lower = (box: Box): Box => ({ ...box, y0: box.y0 + down, y1: box.y1 + down })
    const last = lines.at(-1)
    const before = {
      line: lines.length,
      paragraph: last === undefined ? 0 : last.paragraph + 1,
      block: last === undefined ? 0 : last.block + 1,
    }
    for (const word of part.words) words.push({ ...word, box: lower(word.box), line: word.line + before.line })
    for (const line of part.lines)
      lines.push({
        ...line,
        box: lower(line.box),
        paragraph: line.paragraph + before.paragraph,
        block: line.block + before.block,
      })
    pictures.push(...part.imageRegions.map(lower))
    byBand.push(part.lines.map((_, at) => at + before.line))
  }
  const page = { words, lines }
  const columns = byBand.map((band) => columnsOf(stacksOf(band, lines), lines))
  const bandLines = byBand.map((band, index) => {
    const beside = [columns[index - 1], columns[index + 1]].find((list) => list !== undefined && list.length > 1)
    return beside === undefined || columns[index]!.length > 1 ? band : partAtGutters(band, beside, page)
  })
  return { ...inOrder(orderOf(lines, bandLines), page), imageRegions: pictures }
}

/**
 * A band of few rows may be read across the columns of the bands beside it. Where its words keep to those columns its lines are parted
 * there; one word upon a gutter, a title over all of it, and the band is left as it was read. Gives the numbers of its lines.
 */
function partAtGutters(
  band: readonly number[],
  columns: readonly Column[],
  page: { words: OcrWord[]; lines: OcrLine[] },
): readonly number[] {
  const own = new Set(band)
  const sides = new Map<number, number[][]>()
  for (const [at, { box, line }] of page.words.entries()) {
    if (!own.has(line)) continue
    const reached = columns.flatMap(({ x0, x1 }, index) => (x0 < box.x1 && x1 > box.x0 ? [index] : []))
    if (reached.length !== 1) return band
    const side = sides.get(line) ?? columns.map(() => [])
    side[reached[0]!]!.push(at)
    sides.set(line, side)
  }
  const across = [...sides.values()].filter((side) => side.filter((list) => list.length > 0).length > 1)
  if (across.length < COLUMN_LINES) return band
  return columns.flatMap((_, index) =>
    band.flatMap((number) => takeSide(number, { side: sides.get(number)?.[index] ?? [], page })),
  )
}

/** A line of its own for the words of one side of a line. */
function takeSide(
  number: number,
  { side, page }: { side: readonly number[]; page: { words: OcrWord[]; lines: OcrLine[] } },
): number[] {
  const line = page.lines[number]!
  const boxes = side.map((at) => page.words[at]!.box)
  if (boxes.length === 0) return []
  const { x0, x1 } = unionAll(boxes)
  const box = { ...line.box, x0, x1 }
  page.lines.push({ ...line, box, offset: line.offset + line.slope * (x0 - line.box.x0) })
  for (const at of side) page.words[at] = { ...page.words[at]!, line: page.lines.length - 1 }
  return [page.lines.length - 1]
}

/** Numbers the lines anew. */
function inOrder(
  order: readonly number[],
  { words, lines }: Pick<OcrResult, 'words' | 'lines'>,
): Pick<OcrResult, 'words' | 'lines'> {
  const places = new Map(order.map((line, place) => [line, place]))
  const placed = words.map((word) => ({ ...word, line: places.get(word.line) ?? word.line }))
  return { words: placed.sort((a, b) => a.line - b.line), lines: order.flatMap((line) => lines[line] ?? []) }
}

/** The numbers of all lines, as the page is read. */
function orderOf(lines: readonly OcrLine[], byBand: readonly (readonly number[])[]): number[] {
  const order: number[] = []
  let columns: Column[] = []
  for (const band of byBand) {
    const stacks = stacksOf(band, lines)
    const joined = columns.length > 1 ? goOn(columns, stacks, lines) : null
    if (joined === null) order.push(...columns.flatMap(({ numbers }) => numbers))
    columns = joined ?? columnsOf(stacks, lines)
  }
  return [...order, ...columns.flatMap(({ numbers }) => numbers)]
}

interface Column {
  readonly numbers: readonly number[]
  /** Where its lines stand that have others beside them. */
  readonly x0: number
  readonly x1: number
}

/** Lines that follow each other downwards; one that stands higher than the one before begins the next column. */
function stacksOf(band: readonly number[], lines: readonly OcrLine[]): number[][] {
  const stacks: number[][] = []
  for (const number of band) {
    const stack = stacks.at(-1)
    const before = lines[stack?.at(-1) ?? -1]?.box
    const { box } = lines[number]!
    if (stack === undefined || before === undefined || box.y1 < before.y0) stacks.push([number])
    else stack.push(number)
  }
  return stacks
}

/** The stacks as columns side by side, from left to right; else all of them as one, which nothing continues. */
function columnsOf(stacks: readonly (readonly number[])[], lines: readonly OcrLine[]): Column[] {
  const boxes = stacks.map((stack) => stack.map((number) => lines[number]!.box))
  const columns = stacks.flatMap((numbers, index): Column[] => {
    const others = boxes.filter((_, other) => other !== index).map(unionAll)
    const beside = boxes[index]!.filter(({ y0, y1 }) => others.some((other) => other.y0 < y1 && other.y1 > y0))
    if (beside.length < COLUMN_LINES) return []
    const { x0, x1 } = unionAll(beside)
    return [{ numbers, x0, x1 }]
  })
  const apart =
    columns.length === stacks.length && columns.every(({ x0 }, index) => index === 0 || x0 >= columns[index - 1]!.x1)
  return apart ? columns : [{ numbers: stacks.flat(), x0: 0, x1: Infinity }]
}

/** The columns with what the next band adds to each; `null` when anything in it belongs to none of them, or to two. */
function goOn(
  columns: readonly Column[],
  stacks: readonly (readonly number[])[],
  lines: readonly OcrLine[],
): Column[] | null {
  const added: number[][] = columns.map(() => [])
  for (const stack of stacks) {
    const { x0, x1 } = unionAll(stack.map((number) => lines[number]!.box))
    const at = columns.findIndex((column) => column.x1 > x0 && column.x0 < x1)
    const place = added[at]
    const next = columns[at + 1]
    if (place === undefined || place.length > 0 || (next !== undefined && next.x0 < x1)) return null
    place.push(...stack)
  }
  return columns.map(({ numbers, ...where }, index) => ({ ...where, numbers: [...numbers, ...added[index]!] }))
}
