import { expect, test } from 'vitest'
import { hasUnreadableWords, replaceUnreadable, unreadableRegion } from '../../../src/extract/pdf/unreadable-words.ts'
import { translate } from '../../../src/model/geometry.ts'
import { span } from '../../layout/raw-pages.ts'

const label = (x: number, length = 7) => span({ text: '\ue052'.repeat(length), x, y: 100 })
const words = (...texts: readonly (readonly [text: string, x: number])[]) =>
  texts.map(([text, x]) => ({ ...span({ text, x, y: 100 }), source: 'ocr' as const, confidence: 0.9 }))

test('words without Unicode values need OCR, symbols of formulas do not', () => {
  expect(hasUnreadableWords([label(50), label(150), label(250)])).toBe(true)
  expect(hasUnreadableWords([label(50), label(150)])).toBe(false)
  expect(hasUnreadableWords(Array.from({ length: 40 }, (_, at) => label(at * 20, 1)))).toBe(false)
  expect(
    hasUnreadableWords([
      span({ text: `x = ${'\ufffd'.repeat(3)} and y = 25 for all of the 30 others`, x: 50, y: 100 }),
    ]),
  ).toBe(false)
})

const wholePage = { x0: 0, y0: 0, x1: 600, y1: 800 }

test('OCR replaces only them, and only with certain words', () => {
  const text = span({ text: 'Readable', x: 350, y: 100 })
  const read = replaceUnreadable([text, label(50), label(150), label(250)], {
    words: [...words(['Harvest', 50], ['Readable', 350]), { ...words(['Sold', 150])[0]!, confidence: 0.3 }],
    region: wholePage,
  })
  expect(read.map((each) => each.text)).toEqual(['Readable', '\ue052'.repeat(7), '\ue052'.repeat(7), 'Harvest'])
  expect(read.at(-1)).toMatchObject({ source: 'ocr', engineLine: text.engineLine + 1 })
})

test('OCR reads the smallest region with all of them', () => {
  const page = { width: 600, height: 800 }
  const spans = [span({ text: 'Readable', x: 50, y: 50 }), label(300), label(400)]
  const region = unreadableRegion(spans, page)
  expect(region.x0).toBeCloseTo(spans[1]!.box.x0 - spans[1]!.size)
  expect(region.x1).toBeCloseTo(spans[2]!.box.x1 + spans[2]!.size)
  expect(region.y0).toBeGreaterThan(spans[0]!.box.y1)
  const [word] = words(['Harvest', 300])
  const moved = {
    ...word!,
    baseline: word!.baseline - region.y0,
    box: translate(word!.box, { x: -region.x0, y: -region.y0 }),
  }
  const [, , read] = replaceUnreadable(spans, { words: [moved], region })
  expect(read!.text).toBe('Harvest')
  expect(read!.baseline).toBeCloseTo(word!.baseline)
  expect(read!.box.x0).toBeCloseTo(word!.box.x0)
})

test('a readable bullet next to them is not read twice', () => {
  const bullet = span({ text: '•', x: 50, y: 100 })
  const read = replaceUnreadable([bullet, label(60)], { words: words(['•', 50], ['Enhance', 60]), region: wholePage })
  expect(read.map((each) => each.text)).toEqual(['•', 'Enhance'])
})
