/** Leaders: found among text and erased, without false positives. */
import { describe, expect, test } from 'vitest'
import { eraseComponents, findComponents } from '../../src/imaging/connected-components.ts'
import { findLeaders, type LeaderRun } from '../../src/imaging/leaders.ts'
import { letterSizeOf } from '../../src/imaging/letter-size.ts'
import { prepare } from '../../src/imaging/prepare-page.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { fill, textPage } from './draw.ts'

const threshold = 127
const page = textPage()

const find = (raster: GrayRaster): LeaderRun[] => {
  const components = findComponents(raster, threshold)
  return findLeaders(raster, { components, letterHeight: letterSizeOf(components, raster).height, threshold })
}

/** The page with symbols of `wide` × `high` pixels below its text. */
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

describe('rows of symbols', () => {
  test('dots and dashes, also slightly skewed', () => {
    expect(find(withRow({ count: 30, wide: 4, high: 4, pitch: 12 }))).toMatchObject([
      { isDots: true, box: { x0: 60, x1: 412, y0: page.height - 100 } },
    ])
    expect(find(withRow({ count: 25, wide: 12, high: 3, pitch: 18, slope: 0.03 }))).toHaveLength(1)
  })

  test('larger symbols of one shape, if there are many and nothing else in their row', () => {
    expect(find(withRow({ count: 20, wide: 12, high: 12, pitch: 18 }))).toMatchObject([{ isDots: false }])
    expect(find(withRow({ count: 8, wide: 12, high: 12, pitch: 18 }))).toEqual([])
    const masked = withRow({ count: 12, wide: 12, high: 12, pitch: 18 })
    for (const x of [290, 310, 330]) fill(masked, { x0: x, y0: page.height - 105, x1: x + 10, y1: page.height - 85 })
    expect(find(masked)).toEqual([])
  })

  test('not text, an ellipsis, or symbols at uneven distances', () => {
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
    const erased = eraseComponents(
      dotted,
      find(dotted).flatMap(({ components }) => components),
    )
    expect(erased.pixels).toEqual(page.pixels)
  })
})

test('a prepared page reports its leaders in its own pixels', () => {
  const prepared = prepare(withRow({ count: 30, wide: 4, high: 4, pitch: 12 }), { dpi: 200, maxPixels: 8_000_000 })
  expect(prepared.steps).toEqual(['leaders 1'])
  expect(prepared.leaders).toHaveLength(1)
  expect(prepared.leaders[0]).toMatchObject({ dotCount: 30, box: { x0: 60, y0: page.height - 100 } })
})
