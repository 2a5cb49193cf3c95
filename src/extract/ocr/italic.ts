import { measureSlant } from '../../imaging/italic-slant.ts'
import type { OcrResult } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'

/** Minimum ratio of italic to upright scores; blurred narrow upright fonts come close to it. */
const MIN_ITALIC_RATIO = 0.95
const MIN_LETTERS = 5
const MAX_WORDS = 4

/** One value per line; `raster` is the recognized one. */
export function detectItalic({ words, lines }: OcrResult, raster: GrayRaster): boolean[] {
  const byLine = Map.groupBy(words, ({ line }) => line)
  return lines.map(({ angle }, index) => {
    const longest = (byLine.get(index) ?? []).toSorted((a, b) => b.text.length - a.text.length).slice(0, MAX_WORDS)
    if (angle !== 0 || longest.reduce((sum, { text }) => sum + countItalicLetters(text), 0) < MIN_LETTERS) return false
    let upright = 0
    let italic = 0
    for (const { box } of longest) {
      const score = measureSlant(raster, box)
      upright += score.upright
      italic += score.italic
    }
    return italic > upright * MIN_ITALIC_RATIO
  })
}

/** Strokes of other scripts, such as Chinese, are slanted anyway. */
function countItalicLetters(text: string): number {
  return text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/gu)?.length ?? 0
}
