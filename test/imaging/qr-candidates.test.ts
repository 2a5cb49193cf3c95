/** QR code candidates: codes of all sizes pass, few other images do. */
import encodeQR from 'qr'
import { expect, test } from 'vitest'
import { inspectionSize, isEmptyImage, mayBeEmpty, resemblesQrCode } from '../../src/imaging/qr-candidates.ts'
import type { GrayRaster } from '../../src/model/raster.ts'

/** Samples per pixel and side: modules rarely end at pixel edges. */
const samples = 3

/** An image of `size` pixels; `levelAt` returns the level at a point (0 to 1 on both axes). */
function picture(size: { width: number; height: number }, levelAt: (x: number, y: number) => number): GrayRaster {
  const { width, height } = size
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    let sum = 0
    for (let row = 0; row < samples; row++)
      for (let col = 0; col < samples; col++)
        sum += levelAt(
          ((at % width) + (col + 0.5) / samples) / width,
          (Math.floor(at / width) + (row + 0.5) / samples) / height,
        )
    return Math.round(sum / (samples * samples))
  })
  return { width, height, pixels }
}

interface Drawing {
  readonly border?: number
  readonly ink?: number
  readonly paper?: number
  /** Height of the image over its width; below the code are lines of text. */
  readonly ratio?: number
  /** Degrees. */
  readonly turn?: number
}

/** A code as the pipeline renders it, with this number of pixels per module in its image. */
function look(
  version: number,
  modulePixels: number,
  { border = 4, ink = 0, paper = 255, ratio = 1, turn = 0 }: Drawing = {},
): GrayRaster {
  const plain = encodeQR('Sheaf', 'raw', { version, ecc: 'low', border: 1 })
  const modules = plain.length - 2
  const side = modules + 2 * border
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const pixels = Math.round(side * modulePixels)
  return picture(inspectionSize(pixels, Math.round(pixels * ratio)), (x, y) => {
    const [left, top] = [x * side - side / 2, y * side * ratio - side / 2]
    const col = Math.floor(left * cosine + top * sine + side / 2) - border
    const row = Math.floor(top * cosine - left * sine + side / 2) - border
    if (y * ratio > 1) return Math.floor(x * 60) % 2 === 0 && Math.floor(y * 40) % 2 === 0 ? ink : paper
    return plain[row + 1]?.[col + 1] && row >= 0 && col >= 0 && row < modules && col < modules ? ink : paper
  })
}

const versions = [1, 2, 3, 5, 7, 10, 14, 19, 25, 32, 40]

test.each([1, 1.5, 2, 2.7, 3, 4.3, 10])('codes of all sizes, at %d pixels to a module', (modulePixels) => {
  expect(versions.filter((version) => !resemblesQrCode(look(version, modulePixels)))).toEqual([])
})

test.each<[string, Drawing]>([
  ['without a border', { border: 0 }],
  ['in pale blue on cream', { ink: 120, paper: 240 }],
  ['above lines of text', { ratio: 1.4 }],
  ['upside down', { turn: 180 }],
  ['askew', { turn: 3 }],
])('codes %s', (_, drawing) => {
  expect(versions.filter((version) => !resemblesQrCode(look(version, 5, drawing)))).toEqual([])
})

test.each<[string, (x: number, y: number) => number]>([
  ['blank', () => 255],
  ['black', () => 0],
  ['a gradient', (x, y) => 255 * x * y],
  ['stripes', (x) => (Math.floor(x * 40) % 2) * 255],
  ['a disk with a ring', (x, y) => (Math.abs(Math.hypot(x - 0.5, y - 0.5) - 0.3) < 0.05 ? 0 : 255)],
  ['waves', (x, y) => 128 + 60 * Math.sin(20 * x + 9 * y) + 60 * Math.cos(31 * y * x)],
  ['an outline of a chart', (x, y) => (Math.abs(y - x * x) < 0.01 || x < 0.02 || y > 0.98 ? 0 : 255)],
])('not a code: %s', (_, levelAt) => {
  expect(resemblesQrCode(picture({ width: 200, height: 180 }, levelAt))).toBe(false)
})

test('an image without ink is empty; a faint line is not', () => {
  expect(isEmptyImage(picture({ width: 60, height: 60 }, () => 254))).toBe(true)
  expect(isEmptyImage(picture({ width: 60, height: 60 }, (_, y) => (Math.floor(y * 60) === 30 ? 230 : 255)))).toBe(
    false,
  )
  expect(mayBeEmpty({ x0: 0, y0: 0, x1: 50, y1: 50 }, 132, 152)).toBe(true)
  expect(mayBeEmpty({ x0: 0, y0: 0, x1: 50, y1: 50 }, 1000, 800)).toBe(false)
  expect(mayBeEmpty({ x0: 0, y0: 0, x1: 50, y1: 5 }, 10, 10)).toBe(false)
})

test('images are inspected at a small size, and never enlarged', () => {
  expect(inspectionSize(1000, 500)).toEqual({ width: 256, height: 128 })
  expect(inspectionSize(29, 29)).toEqual({ width: 29, height: 29 })
  expect(inspectionSize(5000, 1)).toEqual({ width: 256, height: 1 })
})
