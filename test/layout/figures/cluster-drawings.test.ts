import { expect, test } from 'vitest'
import type { Path } from '../../../src/model/raw-page.ts'
import { across, curve, layOut } from '../drawings.ts'

const letters = Array.from({ length: 24 }, (_, at): Path => {
  const [x, y] = [50 + (at % 8) * 16, 30 + Math.floor(at / 8) * 19]
  return curve(x, y, x + 14, y + 17)
})
const text = [
  { text: 'Guidelines 2020', x: 200, y: 60, size: 18 },
  { text: 'Contents', x: 480, y: 60 },
]

test('a ruling and underlines next to a logo are no part of it', () => {
  const { figures } = layOut({ paths: [...letters, across(90, 40, 560), across(61, 480, 520)], text })
  expect(figures.map((figure) => figure.text)).toEqual([''])
  expect(figures[0]!.box.x1).toBeLessThan(180)
})

test('an axis under curves of half its length is part of their chart', () => {
  const wide = letters.map(({ box, ...path }) => ({ ...path, box: { ...box, x0: box.x0 * 2, x1: box.x1 * 2 } }))
  expect(layOut({ paths: [...wide, across(90, 100, 400)], text }).figures[0]!.box.x1).toBeGreaterThan(390)
})
