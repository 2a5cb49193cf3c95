/** x-height: edges between two pixel rows are interpolated by their ink. */
import { expect, test } from 'vitest'
import { measureXHeight } from '../../src/imaging/x-height.ts'
import { emptyRaster, fill } from './draw.ts'

/**
 * Twenty letters on row 40, ten pixels high; every fourth has an ascender. `soft`: darkness of the row above them, 0–1.
 */
function line(
  soft: number,
  ascenders = 4,
): { raster: ReturnType<typeof emptyRaster>; box: { x0: number; y0: number; x1: number; y1: number } } {
  const raster = emptyRaster(300, 60)
  for (let letter = 0; letter < 20; letter++) {
    const x0 = 10 + letter * 12
    fill(raster, { x0, y0: 30, x1: x0 + 6, y1: 40 })
    fill(raster, { x0, y0: 29, x1: x0 + 6, y1: 30 }, Math.round(255 * (1 - soft)))
    if (letter % ascenders === 0) fill(raster, { x0, y0: 25, x1: x0 + 2, y1: 30 })
  }
  return { raster, box: { x0: 10, y0: 25, x1: 250, y1: 40 } }
}

test('in fractions of a pixel, with and without ascenders', () => {
  const at = (): number => 40
  const measure = (soft: number, ascenders?: number): number => {
    const { raster, box } = line(soft, ascenders)
    return measureXHeight(raster, [box], { height: 20, at })
  }
  expect(measure(0)).toBeGreaterThan(9.8)
  expect(measure(0)).toBeLessThan(10.3)
  expect(measure(0.8) - measure(0)).toBeGreaterThan(0.4)
  expect(measure(0.8) - measure(0)).toBeLessThan(1)
  expect(Math.abs(measure(0, 2) - measure(0, 20))).toBeLessThan(0.3)
})

test('of empty paper, and of a line at the edge of the raster', () => {
  expect(measureXHeight(emptyRaster(100, 50), [{ x0: 0, y0: 10, x1: 90, y1: 30 }], { height: 20, at: () => 30 })).toBe(
    0,
  )
  expect(measureXHeight(line(0).raster, [{ x0: 290, y0: 50, x1: 320, y1: 70 }], { height: 20, at: () => 62 })).toBe(0)
})
