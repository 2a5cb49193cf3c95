/** Detection of bold lines by stroke width. */
import { expect, test } from 'vitest'
import { detectBold } from '../../../src/extract/ocr/bold.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../../src/model/ocr-result.ts'
import { emptyRaster, fill } from '../../imaging/draw.ts'

interface DrawnLine {
  readonly y: number
  readonly em: number
  /** Width of the vertical strokes that represent letters. */
  readonly stroke: number
  readonly letters?: number
}

function page(drawn: readonly DrawnLine[]): {
  recognition: OcrResult
  raster: ReturnType<typeof emptyRaster>
  sizes: number[]
} {
  const raster = emptyRaster(600, 400)
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  for (const { y, em, stroke, letters = 20 } of drawn) {
    for (let letter = 0; letter < letters; letter++)
      fill(raster, { x0: 20 + letter * 20, y0: y, x1: 20 + letter * 20 + stroke, y1: y + em })
    const box = { x0: 20, y0: y, x1: 20 + letters * 20, y1: y + em }
    words.push({ text: 'l'.repeat(letters), box, confidence: 0.9, line: lines.length })
    lines.push({ box, slope: 0, offset: 0, height: em, angle: 0, paragraph: lines.length, block: 0 })
  }
  return { recognition: { words, lines, imageRegions: [] }, raster, sizes: drawn.map(({ em }) => em) }
}

test('a line with thicker strokes than the text is bold', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 24, stroke: 5, letters: 8 },
    { y: 50, em: 24, stroke: 3 },
    { y: 90, em: 24, stroke: 3 },
  ])
  expect(detectBold(recognition, measures)).toEqual([true, false, false])
})

test('larger text with thicker strokes is not bold', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 48, stroke: 6, letters: 8 },
    { y: 90, em: 24, stroke: 3 },
    { y: 130, em: 24, stroke: 3 },
  ])
  expect(detectBold(recognition, measures)).toEqual([false, false, false])
})

test('on a notice mostly in bold, a third of the text is the plain reference', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 24, stroke: 5 },
    { y: 50, em: 24, stroke: 5 },
    { y: 90, em: 24, stroke: 3 },
    { y: 130, em: 24, stroke: 3, letters: 6 },
  ])
  expect(detectBold(recognition, measures)).toEqual([true, true, false, false])
})

test('single characters and empty boxes are never bold', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 24, stroke: 8, letters: 1 },
    { y: 50, em: 24, stroke: 0 },
    { y: 90, em: 24, stroke: 3 },
  ])
  expect(detectBold(recognition, measures)).toEqual([false, false, false])
})
