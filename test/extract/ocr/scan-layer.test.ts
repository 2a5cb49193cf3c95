/** Scans with a text layer: words from the layer, everything else from the image. */
import { expect, test } from 'vitest'
import { readScanLayer } from '../../../src/extract/ocr/scan-layer.ts'
import { rotateRaster } from '../../../src/imaging/rotate.ts'
import type { Span } from '../../../src/model/raw-page.ts'
import { fill, textPage } from '../../imaging/draw.ts'

const maxPixels = 1e7
/** One pixel per point. */
const scan = textPage()
const page = { width: scan.width, height: scan.height }
const LINE = 45

/** A span of two words on the line `index` of the scan. */
function span(index: number, changes: Partial<Span> = {}): Span {
  const y = 100 + index * LINE
  const box = { x0: 50, y0: y, x1: 250, y1: y + 30 }
  return {
    text: `Line ${index}`,
    box,
    edges: Float32Array.from({ length: 7 }, (_, unit) => (unit < 5 ? 50 + 20 * unit : 150 + 50 * (unit - 5))),
    baseline: y + 24,
    size: 30,
    font: { name: 'GlyphLessFont', bold: false, italic: false, mono: true, serif: false },
    color: 0,
    confidence: 1,
    source: 'text_layer',
    rotation: 0,
    vertical: false,
    invisible: true,
    engineLine: index,
    engineBlock: 0,
    ...changes,
  }
}

const lines = Array.from({ length: 8 }, (_, index) => span(index))

test('each word has the edges and the baseline of the layer, and no font of its own', () => {
  const { spans, deskewed } = readScanLayer(lines, scan, { page, maxPixels })
  expect(deskewed).toBeNull()
  expect(spans).toHaveLength(16)
  const [first, second] = spans
  expect(first).toMatchObject({ text: 'Line', source: 'scan_layer', rotation: 0, font: { name: 'ocr', mono: false } })
  expect(first?.box.x0).toBeCloseTo(50, 0)
  expect(first?.box.x1).toBeCloseTo(130, 0)
  expect(second).toMatchObject({ text: '0' })
  expect(second?.box.x0).toBeCloseTo(150, 0)
  expect(second?.baseline).toBeCloseTo(124, 0)
})

test('rulings and figures come from the image', () => {
  const drawn = { ...scan, pixels: scan.pixels.slice() }
  const bottom = scan.height - 30
  fill(drawn, { x0: 50, y0: bottom, x1: scan.width - 50, y1: bottom + 3 })
  fill(drawn, { x0: 100, y0: bottom - 160, x1: 300, y1: bottom - 40 }, 60)
  const { paths, images } = readScanLayer(lines, drawn, { page, maxPixels })
  expect(paths.some(({ box }) => box.y0 > bottom - 10 && box.x1 - box.x0 > scan.width - 140)).toBe(true)
  expect(images).toHaveLength(1)
})

test('a scan on its side is laid out upright', () => {
  const { raster } = rotateRaster(scan, 90)
  const side = { width: raster.width, height: raster.height }
  const turned = lines.map((upright): Span => {
    const { x0, y0, x1, y1 } = upright.box
    const box = { x0: side.width - y1, y0: x0, x1: side.width - y0, y1: x1 }
    return { ...upright, box, baseline: x0, rotation: 90 }
  })
  const { deskewed } = readScanLayer(turned, raster, { page: side, maxPixels })
  expect(deskewed).toMatchObject({ width: page.width, height: page.height })
  expect(new Set(deskewed?.spans.map(({ rotation }) => rotation))).toEqual(new Set([0]))
  const tops = deskewed?.spans.map(({ box }) => box.y0) ?? []
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})
