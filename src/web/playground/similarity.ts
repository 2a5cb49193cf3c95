import type { Raster } from './ink-lines.ts'

/** Number of parts of a line's height that are compared. Fonts differ in smaller ones. */
const ROWS = 6

/** Correlation of two images of one size: 0 if they have nothing in common. Light text on a dark page counts as well. */
export function similarity(a: Raster, b: Raster): number {
  const [first, second] = [meansOf(a), meansOf(b)]
  const product = (left: Float64Array, right: Float64Array): number =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
  const size = Math.sqrt(product(first, first) * product(second, second))
  return size === 0 ? 0 : Math.abs(product(first, second)) / size
}

/** Mean gray values of square parts, less their mean. */
function meansOf({ width, height, gray }: Raster): Float64Array {
  const step = Math.max(1, height / ROWS)
  const columns = Math.ceil(width / step)
  const sums = new Float64Array(columns * ROWS)
  const counts = new Float64Array(columns * ROWS)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const part = Math.min(ROWS - 1, Math.floor(y / step)) * columns + Math.floor(x / step)
      sums[part] = (sums[part] ?? 0) + (gray[y * width + x] ?? 0)
      counts[part] = (counts[part] ?? 0) + 1
    }
  const means = sums.map((sum, index) => sum / Math.max(1, counts[index] ?? 0))
  const mean = means.reduce((sum, value) => sum + value, 0) / Math.max(1, means.length)
  return means.map((value) => value - mean)
}
