import { expect, test } from 'vitest'
import { boxOfInk } from '../../../src/layout/blocks/ink-box.ts'
import type { TextGroup } from '../../../src/layout/state.ts'
import { grouped, type Ink } from '../raw-pages.ts'

function boxOf(ink: Ink, fontBox: { up: number; down: number }) {
  const group = grouped([ink]).groups[0] as TextGroup
  const { baseline } = group.rows[0]!
  const box = boxOfInk({ ...group, box: { ...group.box, y0: baseline - fontBox.up, y1: baseline + fontBox.down } })
  return { up: baseline - box.y0, down: box.y1 - baseline }
}

test('a box ends at its ink, regardless of the height of the font', () => {
  const roomy = { up: 16, down: 8 }
  const word = boxOf({ text: 'Harvest', x: 50, y: 200, size: 10 }, roomy)
  expect(word.up).toBeCloseTo(8.8)
  expect(word.down).toBeCloseTo(1.5)
  expect(boxOf({ text: 'gypsy', x: 50, y: 200, size: 10 }, roomy).down).toBeCloseTo(3.7)
  expect(boxOf({ text: 'Éire', x: 50, y: 200, size: 10 }, roomy).up).toBeGreaterThan(10)
})

test('a box that contains its letters is unchanged, and one that cuts them off grows', () => {
  expect(boxOf({ text: 'Harvest', x: 50, y: 200, size: 10 }, { up: 7, down: 1 })).toEqual({
    up: expect.closeTo(7),
    down: expect.closeTo(1),
  })
  expect(boxOf({ text: 'Harvest', x: 50, y: 200, size: 10 }, { up: 4.5, down: 0.1 }).up).toBeCloseTo(5.8)
})
