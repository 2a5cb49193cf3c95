/** Italics of a recognized page: lines whose strokes lean. */
import { expect, test } from 'vitest'
import { findItalic } from '../../../src/extract/ocr/italic.ts'
import type { OcrResult } from '../../../src/model/recognition.ts'
import { blank } from '../../imaging/draw.ts'

/** Strokes two pixels wide and twenty high in place of letters, leaning by so many columns a row. */
function page(lines: readonly { text: string; lean: number }[]): {
  recognition: OcrResult
  raster: ReturnType<typeof blank>
} {
  const raster = blank(400, 40 * lines.length + 20)
  const words = lines.map(({ text, lean }, line) => {
    const y0 = 10 + 40 * line
    for (let letter = 0; letter < text.length; letter++)
      for (let row = 0; row < 20; row++)
        for (const x of [0, 1])
          raster.pixels[(y0 + row) * raster.width + 20 + letter * 14 + Math.round((20 - row) * lean) + x] = 0
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

test('leaning strokes are italics, upright ones and those of a page a little askew are not', () => {
  const { recognition, raster } = page([
    { text: 'leaningstrokes', lean: 0.27 },
    { text: 'uprightstrokes', lean: 0 },
    { text: 'alittleaskew', lean: 0.04 },
  ])
  expect(findItalic(recognition, raster)).toEqual([true, false, false])
})

test('few letters, and scripts without italics, tell nothing', () => {
  const { recognition, raster } = page([
    { text: 'as', lean: 0.27 },
    { text: '增长百分之一', lean: 0.27 },
    { text: '12345678', lean: 0.27 },
  ])
  expect(findItalic(recognition, raster)).toEqual([false, false, false])
})
