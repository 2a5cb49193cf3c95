import type { Transform } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { scaling } from './transform.ts'

export interface TransformedRaster {
  readonly raster: GrayRaster
  readonly toSource: Transform
}

/** `factor` is new size / old size. Shrinking averages areas; enlarging is bilinear. */
export function scaleRaster(raster: GrayRaster, factor: number): TransformedRaster {
  const width = Math.max(1, Math.round(raster.width * factor))
  const height = Math.max(1, Math.round(raster.height * factor))
  const toSource = scaling(raster.width / width, raster.height / height)
  const pixels =
    width <= raster.width && height <= raster.height
      ? areaAverage(raster, width, height)
      : bilinear(raster, width, height)
  return { raster: { width, height, pixels }, toSource }
}

export function downsample(source: GrayRaster, factor: number): GrayRaster {
  const width = Math.max(1, Math.floor(source.width / factor))
  const height = Math.max(1, Math.floor(source.height / factor))
  const pixels = new Uint8Array(width * height)
  const sums = new Uint32Array(width)
  const size = factor * factor
  const usedWidth = width * factor
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let row = 0; row < factor; row++) {
      const start = (y * factor + row) * source.width
      if (factor === 2)
        for (let x = 0, at = start; x < width; x++, at += 2) sums[x]! += source.pixels[at]! + source.pixels[at + 1]!
      else for (let x = 0; x < usedWidth; x++) sums[(x / factor) | 0]! += source.pixels[start + x]!
    }
    for (let x = 0, at = y * width; x < width; x++, at++) pixels[at] = (sums[x]! + (size >> 1)) / size
  }
  return { width, height, pixels }
}

function areaAverage(source: GrayRaster, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height)
  const stepX = source.width / width
  const stepY = source.height / height
  const row = new Float32Array(source.width)
  for (let y = 0; y < height; y++) {
    row.fill(0)
    const top = y * stepY
    const bottom = Math.min(source.height, top + stepY)
    for (let sourceY = Math.floor(top); sourceY < bottom; sourceY++) {
      const weight = (Math.min(sourceY + 1, bottom) - Math.max(sourceY, top)) / (stepX * stepY)
      const from = sourceY * source.width
      for (let x = 0; x < row.length; x++) row[x]! += source.pixels[from + x]! * weight
    }
    averageRow(row, pixels, { start: y * width, width, step: stepX })
  }
  return pixels
}

function averageRow(
  row: Float32Array,
  pixels: Uint8Array,
  target: { start: number; width: number; step: number },
): void {
  const { start, width, step } = target
  for (let x = 0; x < width; x++) {
    const left = x * step
    const right = Math.min(row.length, left + step)
    const first = Math.floor(left)
    const last = Math.min(row.length - 1, Math.ceil(right) - 1)
    let sum = row[first]! * (Math.min(first + 1, right) - left)
    for (let i = first + 1; i < last; i++) sum += row[i]!
    if (last > first) sum += row[last]! * (right - last)
    pixels[start + x] = sum + 0.5
  }
}

function bilinear(source: GrayRaster, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height)
  const columns = samples(width, source.width)
  const rows = samples(height, source.height)
  for (let y = 0; y < height; y++) {
    const upper = rows.first[y]! * source.width
    const lower = rows.second[y]! * source.width
    const weightY = rows.weight[y]!
    for (let x = 0; x < width; x++) {
      const left = columns.first[x]!
      const right = columns.second[x]!
      const weightX = columns.weight[x]!
      const above = source.pixels[upper + left]! * (256 - weightX) + source.pixels[upper + right]! * weightX
      const below = source.pixels[lower + left]! * (256 - weightX) + source.pixels[lower + right]! * weightX
      pixels[y * width + x] = (above * (256 - weightY) + below * weightY + 32768) >> 16
    }
  }
  return pixels
}

function samples(size: number, sourceSize: number): { first: Uint32Array; second: Uint32Array; weight: Uint16Array } {
  const first = new Uint32Array(size)
  const second = new Uint32Array(size)
  const weight = new Uint16Array(size)
  for (let i = 0; i < size; i++) {
    const position = Math.min(sourceSize - 1, Math.max(0, ((i + 0.5) * sourceSize) / size - 0.5))
    first[i] = Math.floor(position)
    second[i] = Math.min(sourceSize - 1, Math.floor(position) + 1)
    weight[i] = Math.round((position - Math.floor(position)) * 256)
  }
  return { first, second, weight }
}
