import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'

/** Bounding box of a connected component of ink, in pixels. */
export interface Component {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Finds all connected components: runs of each row, merged with those they touch in the row above (union–find). */
export function findComponents(raster: GrayRaster, threshold = otsuThreshold(histogramOf(raster.pixels))): Component[] {
  const { width, height, pixels } = raster
  const components: Component[] = []
  const parent: number[] = []
  const rootOf = (id: number): number => {
    let root = id
    while (parent[root]! !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  // Runs as flat triples (from, to, component).
  let above: number[] = []
  for (let y = 0; y < height; y++) {
    const row = y * width
    const runs: number[] = []
    let next = 0
    for (let x = 0; x < width; x++) {
      if (pixels[row + x]! > threshold) continue
      const from = x
      while (x < width && pixels[row + x]! <= threshold) x++
      let id = -1
      while (next < above.length && above[next + 1]! < from) next += 3
      for (let at = next; at < above.length && above[at]! <= x; at += 3) {
        const touching = rootOf(above[at + 2]!)
        if (id < 0) id = touching
        else if (id !== touching) {
          parent[touching] = id
          extend(components[id]!, components[touching]!)
        }
      }
      const run = { x0: from, y0: y, x1: x, y1: y + 1 }
      if (id < 0) {
        id = components.length
        components.push(run)
        parent.push(id)
      } else extend(components[id]!, run)
      runs.push(from, x, id)
    }
    above = runs
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
