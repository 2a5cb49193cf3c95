/** Lines that page segmentation left out are read again; known text, drawings and illegible shapes are not. */
import { expect, test } from 'vitest'
import { loadOcrEngine } from '../../../src/engines/tesseract.ts'
import { renderWarmupImage } from '../../../src/engines/warmup-image.ts'
import { readMissedLines } from '../../../src/extract/ocr/missed-lines.ts'
import { measureLetters } from '../../../src/imaging/letter-size.ts'
import { unionAll } from '../../../src/model/geometry.ts'
import type { OcrResult, OcrWord } from '../../../src/model/ocr-result.ts'
import type { GrayRaster } from '../../../src/model/raster.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { fill, textPage } from '../../imaging/draw.ts'

const ocrEngine = await loadOcrEngine('eng', createParseDeps({}).loadModel)
const page = textPage()
const complete = ocrEngine.recognize(page, { dpi: 200, pageSegMode: 3 })

function readAgain(result: OcrResult, raster: GrayRaster = page): OcrResult {
  return readMissedLines(result, { raster, dpi: 200, letterHeight: measureLetters(page).height, ocrEngine })
}

function without(line: number): OcrResult {
  return { ...complete, words: complete.words.filter((word) => word.line !== line) }
}

function textOf({ words }: OcrResult, line: number): string {
  return words.flatMap((word) => (word.line === line ? [word.text] : [])).join(' ')
}

test('a missing line becomes a block of its own', () => {
  const read = readAgain(without(3))
  const added = complete.lines.length
  expect(read.lines).toHaveLength(added + 1)
  expect(textOf(read, added)).toBe(textOf(complete, 3))
  const box = (line: number) => read.lines[line]!.box
  expect(Math.abs(box(added).y1 - box(3).y1)).toBeLessThanOrEqual(2)
  expect(Math.max(...complete.lines.map(({ block }) => block))).toBeLessThan(read.lines[added]!.block)
})

test('a line is read that page segmentation took for vertical text', () => {
  const [from] = complete.words.filter(({ line }) => line === 3)
  const box = { ...from!.box, x1: from!.box.x0 + 20 }
  const vertical = { text: 'wow', box, confidence: 0.3, line: complete.lines.length }
  const line = { ...complete.lines[3]!, box, angle: 90 }
  const withVertical = (confidence: number): OcrResult => ({
    ...without(3),
    words: [...without(3).words, { ...vertical, confidence }],
    lines: [...complete.lines, line],
  })
  const read = readAgain(withVertical(0.3))
  expect(textOf(read, complete.lines.length + 1)).toBe(textOf(complete, 3))
  expect(read.words.some(({ text }) => text === 'wow')).toBe(false)
  expect(readAgain(withVertical(0.9)).words.some(({ text }) => text === 'wow')).toBe(true)
})

test('two lines are read that page segmentation took for one, and certain words stay', () => {
  const lineBox = (line: number) => unionAll(complete.words.flatMap((word) => (word.line === line ? [word.box] : [])))
  const garbled = (text: string, at: number, confidence: number): OcrWord => {
    const { x0, x1, y0 } = lineBox(3)
    const step = (x1 - x0) / 3
    const box = { x0: x0 + at * step, x1: x0 + (at + 1) * step, y0, y1: lineBox(4).y1 }
    return { text, box, confidence, line: 3 }
  }
  const others = complete.words.filter(({ line }) => line !== 3 && line !== 4)
  const withWords = (confidence: number): OcrResult => ({
    ...complete,
    words: [...others, ...['foe', 'oh', 'ii'].map((text, at) => garbled(text, at, confidence))],
  })
  const read = readAgain(withWords(0.4))
  const added = complete.lines.length
  expect([textOf(read, added), textOf(read, added + 1)]).toEqual([textOf(complete, 3), textOf(complete, 4)])
  expect(textOf(read, 3)).toBe('')
  expect(readAgain(withWords(0.9))).toEqual(withWords(0.9))
})

test('a doubtful word of a line stays if it cannot be read again', () => {
  const [first] = complete.words
  const doubtful = { ...first!, text: 'Tbe', confidence: 0.2, box: { x0: 20, y0: 10, x1: 90, y1: 40 } }
  const result = { ...complete, words: [doubtful, ...complete.words] }
  expect(readAgain(result)).toEqual(result)
})

test('a complete page stays', () => expect(readAgain(complete)).toEqual(complete))

test('shapes next to a known word are parts of its line', () => {
  const [first] = complete.words
  const result = { ...complete, words: complete.words.filter((word) => word !== first) }
  expect(readAgain(result)).toEqual(result)
})

test('shapes that are no letters add nothing', () => {
  const drawing = { ...page, pixels: page.pixels.slice() }
  for (let bar = 0; bar < 6; bar++) fill(drawing, { x0: 60 + bar * 30, y0: 20, x1: 80 + bar * 30, y1: 45 })
  expect(readAgain(complete, drawing).words).toHaveLength(complete.words.length)
})

test('single digits in a column are read, and one digit alone is not', () => {
  const withDigits = (digits: readonly string[]): string[] => {
    const drawing = { ...page, pixels: page.pixels.slice() }
    for (const [at, digit] of digits.entries()) paste(renderWarmupImage([digit], { scale: 3 }), drawing, 490 + 60 * at)
    return readAgain(complete, drawing)
      .words.slice(complete.words.length)
      .map(({ text }) => text)
  }
  expect(withDigits(['4', '5', '2'])).toEqual(['4', '5', '2'])
  expect(withDigits(['4'])).toEqual([])
})

function paste(image: GrayRaster, target: GrayRaster, top: number): void {
  for (let y = 0; y < image.height; y++)
    target.pixels.set(
      image.pixels.subarray(y * image.width, (y + 1) * image.width),
      (y + top) * target.width + target.width - 200,
    )
}
