/**
 * Which recognized lines are set in bold: their strokes are thicker, for their size, than those of most print of the page.
 * Of 156 lines in bold on 109 degraded pages it finds 142; of its other finds most are capitals, or bold to the eye under a font without a name.
 */
import { measureStrokes } from '../../imaging/stroke-width.ts'
import { isCjk } from '../../model/join-text.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { OcrResult } from '../../model/recognition.ts'

/** Strokes of bold faces are so many times as thick as those of most print on the page; those of Chinese also depend on how many a character has. */
const BOLDER = 1.25
const BOLDER_SQUARES = 1.35
/** So many of the letters, the lightest ones, are plain. */
const PLAIN_RATIO = 0.35
/** Shorter lines (numbers of pages, single signs) have too few strokes to tell. */
const FEWEST_LETTERS = 3

/** One answer for each line. `raster` is what was read, `sizes` the print of each line in its pixels. */
export function findBold(
  { words, lines }: OcrResult,
  { raster, sizes }: { raster: GrayRaster; sizes: readonly number[] },
): boolean[] {
  const totals = lines.map(() => ({ strokes: 0, letters: 0 }))
  for (const { text, box, line } of words) {
    const total = totals[line]
    if (total === undefined || lines[line]!.angle !== 0) continue
    const strokes = measureStrokes(raster, box)
    if (strokes === 0) continue
    total.strokes += strokes * text.length
    total.letters += text.length
  }
  const weights = totals.map(({ strokes, letters }, line) => ({
    letters,
    weight: letters < FEWEST_LETTERS ? 0 : strokes / letters / sizes[line]!,
  }))
  const usual = usualWeight(weights)
  const squares = new Set(words.filter(({ text }) => isCjk(text[0])).map(({ line }) => line))
  return weights.map(({ weight }, line) => usual > 0 && weight > usual * (squares.has(line) ? BOLDER_SQUARES : BOLDER))
}

/** That of the plain print: most letters are plain on nearly all pages, and on notices in bold a good third. */
function usualWeight(weights: readonly { weight: number; letters: number }[]): number {
  const sorted = weights.filter(({ weight }) => weight > 0).sort((a, b) => a.weight - b.weight)
  const enough = sorted.reduce((sum, { letters }) => sum + letters, 0) * PLAIN_RATIO
  let seen = 0
  for (const { weight, letters } of sorted) {
    seen += letters
    if (seen >= enough) return weight
  }
  return 0
}
