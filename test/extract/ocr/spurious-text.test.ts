/** Spurious lines from noise are dropped; text that is hard to read stays. */
import { expect, test } from 'vitest'
import { dropSpuriousWords, dropWordsWithoutInk } from '../../../src/extract/ocr/spurious-text.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../../src/model/ocr-result.ts'

interface RecognizedLine {
  readonly text: string
  readonly confidence: number
  readonly height?: number
}

function toResult(recognized: readonly RecognizedLine[]): OcrResult {
  const box = { x0: 0, y0: 0, x1: 100, y1: 20 }
  const words = recognized.flatMap(({ text, confidence }, line) =>
    text.split(' ').map((part): OcrWord => ({ text: part, box, confidence, line })),
  )
  const lines = recognized.map(
    ({ height = 20 }, block): OcrLine => ({ box, slope: 0, offset: 0, height, angle: 0, paragraph: block, block }),
  )
  return { words, lines, imageRegions: [] }
}

const kept = (recognized: readonly RecognizedLine[], minConfidence = 0): string[] =>
  dropSpuriousWords(toResult(recognized), { minConfidence }).words.map(({ text }) => text)
const text: RecognizedLine = { text: 'the river rose in spring', confidence: 0.95 }

test('short words without a certain one are noise; long words that are hard to read are text', () => {
  expect(kept([text, { text: 'a ¢ i', confidence: 0.2 }])).toEqual(text.text.split(' '))
  expect(kept([text, { text: 'vi11age brldge', confidence: 0.3 }])).toContain('brldge')
})

test('a label that is hard to read stays in a column of labels', () => {
  const doubtful: RecognizedLine = { text: '%j', confidence: 0 }
  const label: RecognizedLine = { text: '%A', confidence: 0.8 }
  expect(kept([text, label, label, doubtful, label])).toContain('%j')
  expect(kept([text, label, doubtful, label])).not.toContain('%j')
  expect(kept([text, doubtful, text, text])).not.toContain('%j')
})

test('a dash without ink is dropped', () => {
  const raster = { width: 100, height: 20, pixels: new Uint8Array(2000).fill(240) }
  const words = (from: RecognizedLine[]): string[] =>
    dropWordsWithoutInk(toResult(from), raster).words.map((word) => word.text)
  expect(words([{ text: '—_ word', confidence: 0.4 }])).toEqual(['word'])
  raster.pixels[1050] = 60
  expect(words([{ text: '— word', confidence: 0.4 }])).toEqual(['—', 'word'])
})

test('large titles and small text that is hard to read stay', () => {
  expect(kept([text, { text: 'HARVEST', confidence: 0.9, height: 50 }])).toContain('HARVEST')
  expect(kept([text, { text: 'vi11age brldge', confidence: 0.45, height: 24 }])).toContain('brldge')
})

test('an unusable page keeps only lines with high confidence', () => {
  expect(kept([text, { text: 'something else', confidence: 0.5 }], 0.6)).toEqual(text.text.split(' '))
})
