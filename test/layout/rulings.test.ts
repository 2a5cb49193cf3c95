import { describe, expect, test } from 'vitest'
import { readLines } from '../../src/layout/layout.ts'
import type { Path } from '../../src/model/raw-page.ts'
import { across, down, fill, page } from './drawings.ts'
import type { Ink } from './raw-pages.ts'

function rulingsOf(paths: readonly Path[], text: readonly Ink[] = []): string[] {
  return readLines(page({ text, paths })).rulings.map(
    ({ horizontal, position, from, to, shading }) =>
      `${horizontal ? 'H' : 'V'} ${Math.round(position)} ${Math.round(from)}-${Math.round(to)}${shading ? ' shade' : ''}`,
  )
}

describe('findRulings', () => {
  test('segments of one line, including dashes, become one ruling', () => {
    const dashes = Array.from({ length: 20 }, (_, index) => across(100, 50 + index * 6, 54 + index * 6))
    expect(rulingsOf(dashes)).toEqual(['H 100 50-168'])
  })

  test('inverted boxes terminate', () => expect(rulingsOf([fill(109, 59, 100, 50, 0)])).toEqual([]))

  test('borders drawn twice are merged', () =>
    expect(rulingsOf([down(80, 50, 100), down(80.8, 100, 150)])).toEqual(['V 80 50-150']))

  test('a stroked rectangle gives four rulings', () =>
    expect(rulingsOf([{ ...fill(50, 60, 200, 90, 0), stroked: true }])).toEqual([
      'H 60 50-200',
      'H 90 50-200',
      'V 50 60-90',
      'V 200 60-90',
    ]))

  test('edges of shading are rulings of a separate kind', () =>
    expect(rulingsOf([fill(50, 60, 200, 90)])).toEqual([
      'H 60 50-200 shade',
      'H 90 50-200 shade',
      'V 50 60-90 shade',
      'V 200 60-90 shade',
    ]))

  test('white on paper is invisible, white between shaded cells is visible', () => {
    expect(rulingsOf([fill(50, 60, 200, 90, 0xffffff)])).toEqual([])
    expect(rulingsOf([fill(50, 60, 200, 90), { ...down(120, 60, 90), color: 0xffffff }])).toContain('V 120 60-90')
  })

  test('a white background around shaded bars is invisible', () => {
    const bars = [fill(50, 60, 200, 78), fill(50, 90, 140, 108)]
    expect(rulingsOf([fill(50, 60, 200, 200, 0xffffff), ...bars])).toEqual(rulingsOf(bars))
  })

  test('the background of marked words within a line has no edges, that of a cell has', () => {
    const text: Ink[] = [{ text: 'Select Tools and then the calculator', x: 50, y: 100 }]
    expect(rulingsOf([fill(85, 90, 110, 103), fill(110, 90, 300, 103, 0xffffff)], text)).toEqual([])
    const cells: Ink[] = [
      { text: 'Tools', x: 54, y: 100 },
      { text: 'Calculator', x: 104, y: 100 },
    ]
    expect(rulingsOf([fill(50, 90, 100, 103), fill(100, 90, 160, 103)], cells)).toContain('V 100 90-103 shade')
  })

  test('a mark behind words in a shaded cell of the same color has no edge', () =>
    expect(rulingsOf([fill(50, 60, 200, 120), fill(60, 70, 100, 82)])).toHaveLength(4))

  test('the shading of a merged cell in two boxes has no inner edge where a border is drawn next to it', () => {
    const cell = [fill(50, 60, 120, 80), fill(50, 80, 120, 100)]
    const border = across(80, 120, 200)
    expect(rulingsOf([...cell, border])).toContain('H 80 120-200')
    expect(rulingsOf(cell)).toContain('H 80 50-120 shade')
    expect(rulingsOf([cell[0]!, fill(50, 80, 120, 100, 0x2c4c74), border])).toContain('H 80 50-200')
    // A border on the edge is drawn for this cell.
    expect(rulingsOf([...cell, across(80, 50, 200)])).toContain('H 80 50-200')
  })

  test('underlines belong to their words, but a longer line under a heading does not', () => {
    const text: Ink[] = [{ text: 'underlined', x: 100, y: 200 }]
    expect(rulingsOf([across(201.5, 100, 150)], text)).toEqual([])
    expect(rulingsOf([across(201.5, 100, 300)], text)).toHaveLength(1)
  })

  test('a frame along the page edge and backgrounds are ignored', () => {
    expect(rulingsOf([across(3, 10, 585), fill(0, 0, 595, 842)])).toEqual([])
  })

  test('twenty thousand segments are bounded in time and number', () => {
    const paths = Array.from({ length: 20_000 }, (_, index) =>
      index % 2 === 0
        ? across((index * 7) % 830, index % 500, (index % 500) + 20)
        : down((index * 7) % 580, index % 700, (index % 700) + 20),
    )
    const start = performance.now()
    expect(rulingsOf(paths).length).toBeLessThanOrEqual(2_400)
    // A bound and not a timing: a quadratic rule takes minutes.
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
