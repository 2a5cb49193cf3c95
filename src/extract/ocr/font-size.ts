/**
 * How large the print of each recognized line is, in pixels to the em. Lines of a paragraph measured nearly alike are printed alike.
 * Latin lines tell by the height from ascender to descender; Tesseract guesses that from the shapes of Latin letters, and in Chinese,
 * Japanese and Korean lines of one size the guess is 1.2 to 1.9 times too large. There the characters themselves tell: each fills its square.
 * Tesseract measures in whole pixels, a tenth of small print; of lines that are mostly small letters the picture itself tells more exactly.
 */
import { measureXHeight } from '../../imaging/x-height.ts'
import { eastAsian } from '../../model/east-asian.ts'
import { height } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { OcrResult, OcrWord } from '../../model/recognition.ts'

/** Em per height of a line from ascender to descender: the median over eight pages of different fonts, 0.85 to 0.97 of their size. */
const EM_PER_LINE = 1 / 0.9
/** Em per height of the ink of square characters: 0.90 to 0.94 in serif and sans faces. */
const EM_PER_SQUARE = 1 / 0.92
/** Fewer words of square characters may be all flat ones (一, 二, 口): the highest of them tells. */
const FEWEST_SQUARES = 3
/** The box of a whole line is up to so many times as high as its characters. */
const MOST_ROOM = 2

/**
 * Lines of one paragraph whose measures differ by no more than this are printed in one size: which letters a line happens to hold changes
 * its measure. Paragraphs keep their own: a title may be larger than the text by as little as two measures of one size differ.
 */
const PARAGRAPH_SPREAD = 0.2
/** The same of lines whose small letters were measured: nine of ten are off by less than a fiftieth, and headings larger by a tenth are common. */
const EXACT_SPREAD = 0.07
/** Of a line's signs, so many must be small letters for their height to be seen: among capitals and figures the edge lies at the height of those. */
const SMALL_LETTERS = 0.75
const FEWEST_SMALL = 6
/** A line whose small letters say something else than its height by more than this is set in another face, where small letters stand lower or higher. */
const OTHER_FACE = 0.06

/** Words of nothing but characters that fill a square; marks like 。 and Latin letters do not. */
const squares = new RegExp(`^[${eastAsian}]+$`, 'u')

/** One size for each line of the recognition. `raster` is what was read. */
export function estimateFontSizes(recognition: OcrResult, raster: GrayRaster): number[] {
  const measures = measureLines(recognition)
  const letters = new Uint32Array(measures.length)
  for (const { text, line } of recognition.words) letters[line]! += text.length
  const exact = exactSizes(recognition, { raster, measures, letters })
  const measured = measures.map(
    (size, index): Measured => ({
      index,
      size: exact[index] ?? size,
      exact: exact[index] !== null,
      letters: letters[index]!,
    }),
  )
  const sizes = measured.map(({ size }) => size)
  for (const lines of Map.groupBy(measured, ({ index }) => recognition.lines[index]!.paragraph).values())
    settle(lines, sizes)
  return sizes
}

interface Measured {
  /** Of the line. */
  readonly index: number
  readonly size: number
  /** By its small letters. */
  readonly exact: boolean
  readonly letters: number
}

/** Sizes by the height of the small letters, which the page's lines tell together how to take; `null` where they don't tell. */
function exactSizes(
  { words, lines }: OcrResult,
  { raster, measures, letters }: { raster: GrayRaster; measures: readonly number[]; letters: Uint32Array },
): (number | null)[] {
  const byLine = Map.groupBy(words, ({ line }) => line)
  const heights = lines.map((line, index) => {
    const own = byLine.get(index) ?? []
    const small = own.reduce((sum, { text }) => sum + (text.match(/\p{Ll}/gu)?.length ?? 0), 0)
    if (line.angle !== 0 || small < FEWEST_SMALL || small < letters[index]! * SMALL_LETTERS) return 0
    const at = (x: number): number => line.box.y1 + line.offset + line.slope * (x - line.box.x0)
    return measureXHeight(
      raster,
      own.map(({ box }) => box),
      { height: line.height, at },
    )
  })
  const scales = heights.flatMap((x, index) =>
    x > 0 ? [{ index, size: measures[index]! / x, exact: true, letters: letters[index]! }] : [],
  )
  if (scales.length === 0) return heights.map(() => null)
  const scale = usualSize(scales.sort((a, b) => a.size - b.size || a.index - b.index))
  return heights.map((x, index) =>
    x > 0 && Math.abs(x * scale - measures[index]!) <= OTHER_FACE * measures[index]! ? x * scale : null,
  )
}

/** Gives lines the sizes that they have in common: that of most letters first, and to what is near it; then that of most of the rest, … */
function settle(lines: readonly Measured[], sizes: number[]): void {
  let left = lines.toSorted((a, b) => a.size - b.size || a.index - b.index)
  while (left.length > 0) {
    const sure = left.filter(({ exact }) => exact)
    const size = usualSize(sure.length > 0 ? sure : left)
    const isNear = (line: Measured): boolean =>
      Math.abs(line.size - size) <= (line.exact ? EXACT_SPREAD : PARAGRAPH_SPREAD) * size
    for (const line of left) if (isNear(line)) sizes[line.index] = size
    left = left.filter((line) => !isNear(line))
  }
}

/** The median by letters, of lines sorted by size. */
function usualSize(lines: readonly Measured[]): number {
  const half = lines.reduce((sum, { letters }) => sum + letters, 0) / 2
  let seen = 0
  for (const { size, letters } of lines) {
    seen += letters
    if (seen >= half) return size
  }
  return lines.at(-1)!.size
}

function measureLines({ words, lines }: OcrResult): number[] {
  const byLine = Map.groupBy(
    words.filter(({ text }) => squares.test(text)),
    ({ line }) => line,
  )
  let before: number | null = null
  return lines.map((line, index) => {
    const squareWords = line.angle === 0 ? (byLine.get(index) ?? []) : []
    if (squareWords.length === 0) return line.height * EM_PER_LINE
    // Words may come with the box of the whole line, which says no more than that they fit into it.
    const own = squareWords.filter(({ box }) => box.y0 > line.box.y0 || box.y1 < line.box.y1)
    const size = usualHeight(own.length > 0 ? own : squareWords) * EM_PER_SQUARE
    if (own.length === 0 && before !== null && before < size && before > size / MOST_ROOM) return before
    before = size
    return size
  })
}

/** The median. */
function usualHeight(words: readonly OcrWord[]): number {
  const heights = words.map(({ box }) => height(box)).sort((a, b) => a - b)
  return (heights.length < FEWEST_SQUARES ? heights.at(-1) : heights[heights.length >> 1]) ?? 0
}
