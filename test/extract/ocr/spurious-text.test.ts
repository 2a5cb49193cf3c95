/** Lines that a recognizer makes up: grain, pictures, drawings. Print that is hard to read stays. */
import { expect, test } from 'vitest'
import { dropSpuriousWords } from '../../../src/extract/ocr/spurious-text.ts'
import type { OcrLine, OcrResult, OcrWord } from '../../../src/model/recognition.ts'

interface Read {
  readonly text: string
  readonly confidence: number
  readonly height?: number
}

function recognition(reads: readonly Read[]): OcrResult {
  const box = { x0: 0, y0: 0, x1: 100, y1: 20 }
  const words = reads.flatMap(({ text, confidence }, line) =>
    text.split(' ').map((part): OcrWord => ({ text: part, box, confidence, line })),
  )
  const lines = reads.map(
    ({ height = 20 }, block): OcrLine => ({ box, slope: 0, offset: 0, height, angle: 0, paragraph: block, block }),
  )
  return { words, lines, imageRegions: [] }
}

const kept = (reads: readonly Read[], least = 0): string[] =>
  dropSpuriousWords(recognition(reads), { least }).words.map(({ text }) => text)
const print: Read = { text: 'the river rose in spring', confidence: 0.95 }

test('short scraps of which nothing is sure are grain; long words that are hard to read are print', () => {
  expect(kept([print, { text: 'a ¢ i', confidence: 0.2 }])).toEqual(print.text.split(' '))
  expect(kept([print, { text: 'vi11age brldge', confidence: 0.3 }])).toContain('brldge')
})

test('what is far higher than the print and poorly read is drawn; a large title, and small print that is hard to read, stay', () => {
  expect(kept([print, { text: 'nmonit', confidence: 0.3, height: 50 }])).toEqual(print.text.split(' '))
  expect(kept([print, { text: 'HARVEST', confidence: 0.9, height: 50 }])).toContain('HARVEST')
  expect(kept([print, { text: 'vi11age brldge', confidence: 0.45, height: 24 }])).toContain('brldge')
})

test('of a page that could not be read only the lines that could', () => {
  expect(kept([print, { text: 'something else', confidence: 0.5 }], 0.6)).toEqual(print.text.split(' '))
})
