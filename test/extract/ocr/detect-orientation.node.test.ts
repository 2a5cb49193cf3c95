/** Orientation of pages of numbers, which have neither ascenders nor words. */
import { expect, test } from 'vitest'
import { rotationOf } from '../../../src/extract/ocr/deskewed-page.ts'
import { readByOcr } from '../../../src/extract/ocr/ocr.ts'
import { rotateRaster } from '../../../src/imaging/rotate.ts'
import { defaultOptions } from '../../../src/model/options.ts'
import { createParseDeps } from '../../../src/runtime/parse-deps.node.ts'
import { numericTables } from '../../bench/clean-pages.ts'

const dpi = 150
const tables = numericTables(dpi)
const deps = createParseDeps({})

test.each([
  ['numbers-ruled', 90],
  ['numbers-ruled', 180],
  ['numbers-dense', 180],
  ['numbers-plain', 270],
] as const)('%s rotated by %i', { timeout: 60_000 }, async (id, rotation) => {
  const page = tables.find((table) => table.id === id)
  if (page === undefined) throw new Error(`no table ${id}`)
  const { raster } = rotateRaster(page.raster, rotation)
  const size = { pageIndex: 0, width: (raster.width / dpi) * 72, height: (raster.height / dpi) * 72 }
  const read = await readByOcr(raster, size, { ...defaultOptions, ocrLanguages: ['eng'] }, { ...deps, password: null })
  expect(read.deskewed === null ? 0 : rotationOf(read.deskewed.toPage)).toBe(rotation)
  expect(read.meanConfidence).toBeGreaterThan(0.8)
})
