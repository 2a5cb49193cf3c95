/** Bold print of a recognized page, told by the thickness of its strokes beside most others of the page. */
import { expect, test } from 'vitest'
import { findBold } from '../../../src/extract/ocr/bold.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../../src/model/recognition.ts'
import { blank, fill } from '../../imaging/draw.ts'

interface PreparedFigure {
  readonly y: number
  readonly em: number
  /** Of the upright strokes that stand for letters. */
  readonly stroke: number
  readonly letters?: number
}

function page(prints: readonly PreparedFigure[]): {
  recognition: OcrResult
  raster: ReturnType<typeof blank>
  sizes: number[]
} {
  const raster = blank(600, 400)
  const words: OcrWord[] = []
  const lines: OcrLine[] = []
  for (const { y, em, stroke, letters = 20 } of prints) {
    for (let letter = 0; letter < letters; letter++)
      fill(raster, { x0: 20 + letter * 20, y0: y, x1: 20 + letter * 20 + stroke, y1: y + em })
    const box = { x0: 20, y0: y, x1: 20 + letters * 20, y1: y + em }
    words.push({ text: 'l'.repeat(letters), box, confidence: 0.9, line: lines.length })
    lines.push({ box, slope: 0, offset: 0, height: em, angle: 0, paragraph: lines.length, block: 0 })
  }
  return { recognition: { words, lines, imageRegions: [] }, raster, sizes: prints.map(({ em }) => em) }
}

test('a line with thicker strokes than the text is bold', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 24, stroke: 5, letters: 8 },
    { y: 50, em: 24, stroke: 3 },
    { y: 90, em: 24, stroke: 3 },
  ])
  expect(findBold(recognition, measures)).toEqual([true, false, false])
})

test('larger print has thicker strokes and is not bold for that', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 48, stroke: 6, letters: 8 },
    { y: 90, em: 24, stroke: 3 },
    { y: 130, em: 24, stroke: 3 },
  ])
  expect(findBold(recognition, measures)).toEqual([false, false, false])
})

test('a notice mostly in bold: its plain third tells what is plain', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 24, stroke: 5 },
    { y: 50, em: 24, stroke: 5 },
    { y: 90, em: 24, stroke: 3 },
    { y: 130, em: 24, stroke: 3, letters: 6 },
  ])
  expect(findBold(recognition, measures)).toEqual([true, true, false, false])
})

test('single signs and blank boxes are never bold', () => {
  const { recognition, ...measures } = page([
    { y: 10, em: 24, stroke: 8, letters: 1 },
    { y: 50, em: 24, stroke: 0 },
    { y: 90, em: 24, stroke: 3 },
  ])
  expect(findBold(recognition, measures)).toEqual([false, false, false])
})
