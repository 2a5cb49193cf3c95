/** Bullets that are drawn as paths, as Chromium prints lists. */
import { expect, test } from 'vitest'
import { mapBulletShapes } from '../../../src/layout/text/bullet-shapes.ts'
import { pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'
import { rawPage } from '../raw-pages.ts'

/** A filled disc with its lower left corner at a point. */
function disc(x: number, y: number, size: number): string {
  const [half, k] = [size / 2, size * 0.276]
  const [left, right, bottom, top] = [x, x + size, y, y + size]
  const [cx, cy] = [x + half, y + half]
  return `${right} ${cy} m ${right} ${cy + k} ${cx + k} ${top} ${cx} ${top} c ${cx - k} ${top} ${left} ${cy + k} ${left} ${cy} c ${left} ${cy - k} ${cx - k} ${bottom} ${cx} ${bottom} c ${cx + k} ${bottom} ${right} ${cy - k} ${right} ${cy} c f\n`
}

const square = (x: number, y: number, size: number): string => `${x} ${y} ${size} ${size} re f\n`
const text = (x: number, y: number, words: string): string => show('Body', 12, [x, y], words)
const parse = async (...content: string[]): Promise<string> =>
  (await parsePdf(pagesPdf([{ content: content.join('') }]))).markdown.trim()

test('discs and squares before texts are bullets, with levels by indent', async () => {
  const outer = (row: number, words: string): string => disc(60, 702 - 14 * row, 3.75) + text(72, 700 - 14 * row, words)
  const inner = (row: number, words: string): string =>
    square(90, 702 - 14 * row, 3.75) + text(102, 700 - 14 * row, words)
  expect(
    await parse(
      outer(0, 'a tent with all poles'),
      outer(1, 'maps'),
      inner(2, 'of the valley'),
      inner(3, 'of the ridge'),
    ),
  ).toBe('- a tent with all poles\n- maps\n  - of the valley\n  - of the ridge')
})

test('short thick lines, as TeX draws squares, are bullets', async () => {
  const stroke = (row: number): string => `3.15 w 60 ${704 - 14 * row} m 63.15 ${704 - 14 * row} l S\n`
  const item = (row: number, words: string): string => stroke(row) + text(72, 700 - 14 * row, words)
  expect(await parse(item(0, 'a tent with all poles'), item(1, 'maps'))).toBe('- a tent with all poles\n- maps')
})

test('small images of one size before texts are bullets', () => {
  const balls = [93, 113].map((y) => ({ box: { x0: 50, y0: y, x1: 55, y1: y + 5 }, pixelWidth: 20, pixelHeight: 20 }))
  const items = [100, 120].map((y) => ({ text: `Item at ${y}`, x: 60, y }))
  const mapped = mapBulletShapes({ ...rawPage(items), images: balls })
  expect(mapped.images).toEqual([])
  expect(mapped.spans.slice(2).map(({ text: bullet, baseline }) => [bullet, baseline])).toEqual([
    ['•', 100],
    ['•', 120],
  ])
  const single = { ...rawPage(items), images: balls.slice(1) }
  expect(mapBulletShapes(single)).toBe(single)
})

test('a single shape, shapes inside a line and keys of different colors are not bullets', async () => {
  expect(await parse(disc(60, 702, 3.75), text(72, 700, 'a tent with all poles'))).not.toContain('- ')
  const inside = [0, 1].map(
    (row) => text(60, 700 - 14 * row, 'from') + disc(94, 702 - 14 * row, 3.75) + text(104, 700 - 14 * row, 'north'),
  )
  expect(await parse(...inside)).not.toContain('- ')
  const keys = ['1 0 0 rg ', '0 0 1 rg '].map((color, row) => color + square(60, 702 - 14 * row, 4))
  const labels = ['0 g ', text(72, 700, 'Income'), text(72, 686, 'Costs')]
  expect(await parse(...keys, ...labels)).not.toContain('- ')
})
