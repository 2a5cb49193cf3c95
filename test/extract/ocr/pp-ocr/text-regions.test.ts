import { expect, test } from 'vitest'
import { findTextRegions } from '../../../../src/extract/ocr/pp-ocr/text-regions.ts'

const size = { width: 200, height: 100 }

/** A map with bands of the probability, four pixels high, from (20, 40) to (180, 40 + 160 × slope). */
function bandMap(slope: number, probability: number): Float32Array {
  const map = new Float32Array(size.width * size.height)
  for (let x = 20; x < 180; x++)
    for (let y = 0; y < 4; y++) map[(38 + y + Math.round(slope * (x - 20))) * size.width + x] = probability
  return map
}

test('a horizontal line is expanded to the height of its letters', () => {
  const [region, ...others] = findTextRegions(bandMap(0, 0.9), size)
  expect(others).toEqual([])
  expect(region?.slope).toBe(0)
  // 160 × 4 pixels; 1.5 × area / perimeter = 2.9.
  expect(region?.box.x0).toBeCloseTo(17.1, 1)
  expect(region?.box.x1).toBeCloseTo(182.9, 1)
  expect(region?.box.y0).toBeCloseTo(35.1, 1)
  expect(region?.box.y1).toBeCloseTo(44.9, 1)
})

test('a slanted line has its slope, and a box of its own thickness', () => {
  const [region] = findTextRegions(bandMap(0.1, 0.9), size)
  expect(region?.slope).toBeCloseTo(0.1, 2)
  expect((region!.box.y0 + region!.box.y1) / 2).toBeCloseTo(48, 0)
  expect(region!.box.y1 - region!.box.y0).toBeLessThan(14)
})

test('small and uncertain regions are noise', () => {
  expect(findTextRegions(bandMap(0, 0.5), size)).toEqual([])
  const speck = new Float32Array(size.width * size.height)
  speck.fill(0.9, 5050, 5052)
  expect(findTextRegions(speck, size)).toEqual([])
})

test('a map of 4 million pixels without gaps takes linear time and no stack', () => {
  const map = new Float32Array(2000 * 2000).fill(1)
  expect(findTextRegions(map, { width: 2000, height: 2000 })).toHaveLength(1)
})
