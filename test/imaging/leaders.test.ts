/** Rows of dots and other signs: found among print, taken out, and never print itself. */
import { describe, expect, test } from 'vitest'
import { findLeaders, type LeaderRun, removeLeaders } from '../../src/imaging/leaders.ts'
import { findComponents, lettersAmong } from '../../src/imaging/letter-size.ts'
import { prepare } from '../../src/imaging/prepare.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { fill, textPage } from './draw.ts'

const threshold = 127
const page = textPage()

const find = (raster: GrayRaster): LeaderRun[] => {
  const pieces = findComponents(raster, threshold)
  return findLeaders(raster, { pieces, letterHeight: lettersAmong(pieces, raster).height, threshold })
}

/** The page with signs of `wide` × `high` pixels in the free space below its text. */
const withRow = (row: {
  count: number
  wide: number
  high: number
  pitch: number
  x?: number
  slope?: number
}): GrayRaster => {
  const result = { ...page, pixels: page.pixels.slice() }
  const { count, wide, high, pitch, x = 60, slope = 0 } = row
  for (let n = 0; n < count; n++) {
    const y = page.height - 100 + Math.round(n * pitch * slope)
    fill(result, { x0: x + n * pitch, y0: y, x1: x + n * pitch + wide, y1: y + high })
  }
  return result
}

describe('rows of signs', () => {
  test('dots that lead somewhere, dashes, a little askew', () => {
    expect(find(withRow({ count: 30, wide: 4, high: 4, pitch: 12 }))).toMatchObject([
      { dots: true, box: { x0: 60, x1: 412, y0: page.height - 100 } },
    ])
    expect(find(withRow({ count: 25, wide: 12, high: 3, pitch: 18, slope: 0.03 }))).toHaveLength(1)
  })

  test('larger signs of one shape, when they are many and alone in their row', () => {
    expect(find(withRow({ count: 20, wide: 12, high: 12, pitch: 18 }))).toMatchObject([{ dots: false }])
    expect(find(withRow({ count: 8, wide: 12, high: 12, pitch: 18 }))).toEqual([])
    const masked = withRow({ count: 12, wide: 12, high: 12, pitch: 18 })
    for (const x of [290, 310, 330]) fill(masked, { x0: x, y0: page.height - 105, x1: x + 10, y1: page.height - 85 })
    expect(find(masked)).toEqual([])
  })

  test('print, an ellipsis, signs at uneven distances are none', () => {
    expect(find(page)).toEqual([])
    expect(find(withRow({ count: 4, wide: 4, high: 4, pitch: 12 }))).toEqual([])
    const uneven = { ...page, pixels: page.pixels.slice() }
    for (const [n, gap] of [12, 31, 14, 22, 30, 12, 27, 20, 30, 13].entries())
      fill(uneven, {
        x0: 60 + 25 * n + gap / 2,
        y0: page.height - 100,
        x1: 64 + 25 * n + gap / 2,
        y1: page.height - 96,
      })
    expect(find(uneven)).toEqual([])
  })

  test('are erased, and nothing else is', () => {
    const dotted = withRow({ count: 30, wide: 4, high: 4, pitch: 12 })
    expect(removeLeaders(dotted, find(dotted)).pixels).toEqual(page.pixels)
  })
})

test('a prepared page tells where its leaders were, in its own pixels', () => {
  const prepared = prepare(withRow({ count: 30, wide: 4, high: 4, pitch: 12 }), { dpi: 200, maxPixels: 8_000_000 })
  expect(prepared.steps).toEqual(['fillers 1'])
  expect(prepared.leaders).toHaveLength(1)
  expect(prepared.leaders[0]).toMatchObject({ dots: 30, box: { x0: 60, y0: page.height - 100 } })
})
