import { expect, test } from 'vitest'
import { drawUnreadableLines, isFillable } from '../../../src/extract/pdf/unreadable-lines.ts'
import { type Ink, span } from '../../layout/raw-pages.ts'

const draw = (): { width: number; height: number; pixels: Uint8Array } => ({
  width: 800,
  height: 60,
  pixels: new Uint8Array(800 * 60),
})
const fillable = (inks: readonly Ink[]): number =>
  drawUnreadableLines(
    inks.map((ink) => span(ink)),
    draw,
  ).flatMap(({ letters }) => letters.filter(isFillable)).length

test('unknown letters of words are filled, and bullets stay', () => {
  expect(fillable([{ text: 'num�ber of words', x: 50, y: 100 }])).toBe(1)
  const item = { text: 'An item of a list', x: 62, y: 100 }
  expect(fillable([{ text: '� ', x: 50, y: 100 }, item])).toBe(0)
  // A dash.
  expect(fillable([item, { text: '� ', x: 150, y: 100 }, { text: 'more', x: 162, y: 100 }])).toBe(1)
})
