/** Detection of italic lines by the slant of their strokes. */
import { expect, test } from 'vitest'
import { detectItalic } from '../../../src/extract/ocr/italic.ts'
import type { OcrResult } from '../../../src/model/ocr-result.ts'
import { emptyRaster } from '../../imaging/draw.ts'

/** Strokes of 2 × 20 pixels represent letters; `slant` is in columns per row. */
function page(lines: readonly { text: string; slant: number }[]): {
  recognition: OcrResult
  raster: ReturnType<typeof emptyRaster>
} {
  const raster = emptyRaster(400, 40 * lines.length + 20)
  const words = lines.map(({ text, slant }, line) => {
    const y0 = 10 + 40 * line
    for (let letter = 0; letter < text.length; letter++)
      for (let row = 0; row < 20; row++)
        for (const x of [0, 1])
          raster.pixels[(y0 + row) * raster.width + 20 + letter * 14 + Math.round((20 - row) * slant) + x] = 0
    return { text, box: { x0: 15, y0, x1: 40 + text.length * 14, y1: y0 + 20 }, confidence: 0.9, line }
  })
  return {
    recognition: {
      words,
      lines: words.map(({ box, line }) => ({
        box,
        slope: 0,
        offset: 0,
        height: 20,
        angle: 0,
        paragraph: line,
        block: line,
      })),
      imageRegions: [],
    },
    raster,
  }
}

test('slanted strokes are italics; vertical ones and those of a slightly skewed page are not', () => {
  const { recognition, raster } = page([
    { text: 'leaningstrokes', slant: 0.27 },
    { text: 'uprightstrokes', slant: 0 },
    { text: 'alittleaskew', slant: 0.04 },
  ])
  expect(detectItalic(recognition, raster)).toEqual([true, false, false])
})

test('short lines and scripts without italics are not measured', () => {
  const { recognition, raster } = page([
    { text: 'as', slant: 0.27 },
    { text: '增长百分之一', slant: 0.27 },
    { text: '12345678', slant: 0.27 },
  ])
  expect(detectItalic(recognition, raster)).toEqual([false, false, false])
})
