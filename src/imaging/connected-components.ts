import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'

/** Bounding box of a connected component of ink, in pixels. */
export interface Component {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** 1 for each gray level, of 256, that is ink. */
export type InkLevels = Uint8Array

export function inkLevels(isInk: (level: number) => boolean): InkLevels {
  return Uint8Array.from({ length: 256 }, (_, level) => (isInk(level) ? 1 : 0))
}

/** Finds all connected components of the pixels up to a level, in the order of their first pixel. */
export function findComponents(raster: GrayRaster, threshold = otsuThreshold(histogramOf(raster.pixels))): Component[] {
  return findInkComponents(
    raster,
    inkLevels((level) => level <= threshold),
  )
}

/** The same for any levels. Runs of each row are merged with those they touch in the row above (union–find). */
export function findInkComponents({ width, height, pixels }: GrayRaster, ink: InkLevels): Component[] {
  const components: Component[] = []
  const parent: number[] = []
  const rootOf = (id: number): number => {
    let root = id
    while (parent[root]! !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  // Runs as flat triples (from, to, component) of two rows.
  const mostRuns = 3 * ((width + 1) >> 1)
  let above = new Int32Array(mostRuns)
  let runs = new Int32Array(mostRuns)
  let aboveEnd = 0
  for (let y = 0; y < height; y++) {
    const row = y * width
    let end = 0
    let next = 0
    for (let x = 0; x < width; x++) {
      if (ink[pixels[row + x]!] === 0) continue
      const from = x
      while (x < width && ink[pixels[row + x]!] !== 0) x++
      let id = -1
      while (next < aboveEnd && above[next + 1]! < from) next += 3
      for (let at = next; at < aboveEnd && above[at]! <= x; at += 3) {
        const touching = rootOf(above[at + 2]!)
        if (id < 0) id = touching
        else if (id !== touching) {
          parent[touching] = id
          extend(components[id]!, components[touching]!)
        }
      }
      if (id < 0) {
        id = components.length
        components.push({ x0: from, y0: y, x1: x, y1: y + 1 })
        parent.push(id)
      } else {
        const component = components[id]!
        if (from < component.x0) component.x0 = from
        if (x > component.x1) component.x1 = x
        component.y1 = y + 1
      }
      runs[end] = from
      runs[end + 1] = x
      runs[end + 2] = id
      end += 3
    }
    ;[above, runs] = [runs, above]
    aboveEnd = end
  }
  return components.filter((_, id) => parent[id] === id)
}

function extend(component: Component, by: Component): void {
  component.x0 = Math.min(component.x0, by.x0)
  component.y0 = Math.min(component.y0, by.y0)
  component.x1 = Math.max(component.x1, by.x1)
  component.y1 = Math.max(component.y1, by.y1)
}

/** A copy of the raster without the components and the soft edge of a pixel around each. */
export function eraseComponents(raster: GrayRaster, components: readonly Component[]): GrayRaster {
  const { width, height } = raster
  const pixels = raster.pixels.slice()
  for (const { x0, y0, x1, y1 } of components)
    for (let y = Math.max(0, y0 - 1); y < Math.min(height, y1 + 1); y++)
      pixels.fill(255, y * width + Math.max(0, x0 - 1), y * width + Math.min(width, x1 + 1))
  return { width, height, pixels }
}
