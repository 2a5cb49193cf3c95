import { measureStrokeWidth } from '../../imaging/stroke-width.ts'
import { startsWithCjk } from '../../model/join-text.ts'
import type { OcrResult } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { weightedQuantile } from '../../model/statistics.ts'

/** Minimum stroke width relative to plain text. CJK strokes also vary with their number. */
const MIN_BOLD_RATIO = 1.25
const MIN_BOLD_RATIO_CJK = 1.35
const PLAIN_RATIO = 0.35
const MIN_LETTERS = 3

/** One value per line: bold if its strokes, relative to `sizes` (pixels), are thicker than most. */
export function detectBold(
  { words, lines }: OcrResult,
  { raster, sizes }: { raster: GrayRaster; sizes: readonly number[] },
): boolean[] {
  const totals = lines.map(() => ({ strokes: 0, letters: 0, isCjk: false }))
  for (const { text, box, line } of words) {
    const total = totals[line]!
    total.isCjk ||= startsWithCjk(text)
    const strokeWidth = lines[line]!.angle === 0 ? measureStrokeWidth(raster, box) : 0
    if (strokeWidth === 0) continue
    total.strokes += strokeWidth * text.length
    total.letters += text.length
  }
  const weights = totals.map(({ strokes, letters }, line) => ({
    letters,
    weight: letters < MIN_LETTERS ? 0 : strokes / letters / sizes[line]!,
  }))
  const plain = plainWeight(weights)
  return weights.map(({ weight }, line) => weight > plain * (totals[line]!.isCjk ? MIN_BOLD_RATIO_CJK : MIN_BOLD_RATIO))
}

function plainWeight(weights: readonly { weight: number; letters: number }[]): number {
  const sorted = weights.filter(({ weight }) => weight > 0).sort((a, b) => a.weight - b.weight)
  return weightedQuantile(sorted, ({ letters }) => letters, PLAIN_RATIO)?.weight ?? 0
}
