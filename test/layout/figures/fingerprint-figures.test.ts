/** Fingerprints of the content of small figures. */
import { describe, expect, test } from 'vitest'
import { computeFingerprints } from '../../../src/layout/figures/fingerprint-figures.ts'
import type { Box } from '../../../src/model/geometry.ts'
import type { Path, RawImage } from '../../../src/model/raw-page.ts'
import { rawPage } from '../raw-pages.ts'

const at = (x0: number, y0: number, wide = 100, high = 40): Box => ({ x0, y0, x1: x0 + wide, y1: y0 + high })
const path = (box: Box, color = 0): Path => ({ box, stroked: false, rectangle: true, color, opacity: 1 })
const image = (box: Box, fingerprint?: number): RawImage => ({
  box,
  pixelWidth: 90,
  pixelHeight: 30,
  ...(fingerprint === undefined ? {} : { fingerprint }),
})
const of = (box: Box, drawn: { paths?: readonly Path[]; images?: readonly RawImage[] }): number | undefined =>
  computeFingerprints([box], { ...rawPage([]), ...drawn })[0]

describe('fingerprints of figures', () => {
  test('a drawing has the same fingerprint at each position, and another shape, size or color differs', () => {
    const drawing = (x: number, y: number, color = 0, shift = 0): number | undefined =>
      of(at(x, y), { paths: [path(at(x, y)), path(at(x + 10 + shift, y + 5, 20, 20), color)] })
    expect(drawing(50, 20)).toBe(drawing(60.2, 31.7))
    expect(drawing(50, 20)).not.toBe(drawing(50, 20, 0xff0000))
    expect(drawing(50, 20)).not.toBe(drawing(50, 20, 0, 9))
    expect(drawing(50, 20)).not.toBe(of(at(50, 20), { paths: [path(at(50, 20))] }))
  })

  test('images are distinguished by their own fingerprints', () => {
    const shown = (fingerprint?: number): number | undefined =>
      of(at(50, 20), { images: [image(at(50, 20), fingerprint)] })
    expect(shown(1)).toBe(shown(1))
    expect(shown(1)).not.toBe(shown(2))
    expect(shown()).toBeUndefined()
    // The letters of a logo are too small to be examined.
    const letters = (pixelWidth: number): number | undefined =>
      of(at(50, 20), { images: [50, 70].map((x) => ({ ...image(at(x, 20, 15, 20)), pixelWidth })) })
    expect(letters(40)).toBe(letters(40))
    expect(letters(40)).not.toBe(letters(41))
  })

  test('tall figures and figures with too many shapes have no fingerprint', () => {
    expect(of(at(50, 20, 100, 400), { paths: [path(at(50, 20, 100, 400))] })).toBeUndefined()
    const boxes = Array.from({ length: 300 }, () => at(50, 20))
    const paths = Array.from({ length: 100_000 }, () => path(at(50, 20)))
    expect(computeFingerprints(boxes, { ...rawPage([]), paths })).toEqual(boxes.map(() => undefined))
  })
})
