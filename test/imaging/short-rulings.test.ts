/** Vertical rulings of one row are found between horizontal ones; letters and filled rows are not. */
import { expect, test } from 'vitest'
import { removeRulings, removeShortRulings } from '../../src/imaging/remove-rulings.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill } from './draw.ts'

const options = { dpi: 150 }

/** Three rows of 30 pixels between horizontal rulings. */
function drawRows(): GrayRaster {
  const page = emptyRaster(400, 200)
  for (const y of [40, 72, 104, 136]) fill(page, { x0: 40, y0: y, x1: 361, y1: y + 2 })
  return page
}

function removeShort(page: GrayRaster) {
  const { raster, rulings } = removeRulings(page, options)
  return removeShortRulings(raster, { ...options, rulings })
}

test('a ruling of one row is found and erased', () => {
  const page = drawRows()
  fill(page, { x0: 200, y0: 72, x1: 202, y1: 104 })
  const { raster, rulings } = removeShort(page)
  expect(rulings).toEqual([{ horizontal: false, box: { x0: 200, y0: 74, x1: 202, y1: 104 } }])
  expect(raster.pixels[90 * 400 + 200]).toBe(255)
})

test('a letter that does not reach both rulings, and a filled row', () => {
  const page = drawRows()
  fill(page, { x0: 100, y0: 80, x1: 103, y1: 104 })
  fill(page, { x0: 40, y0: 104, x1: 361, y1: 136 }, 120)
  expect(removeShort(page).rulings).toEqual([])
})
