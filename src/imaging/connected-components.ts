import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'

export interface Component {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Class per gray level; 0 is background. */
export type LevelClasses = Uint8Array

export function classifyLevels(classOf: (level: number) => number): LevelClasses {
  return Uint8Array.from({ length: 256 }, (_, level) => classOf(level))
}

export function findComponents(raster: GrayRaster, threshold = otsuThreshold(histogramOf(raster.pixels))): Component[] {
  return findClassComponents(
    raster,
    classifyLevels((level) => (level <= threshold ? 1 : 0)),
  ).map(({ box }) => box)
}

/** Numbers per run in the buffers of a row. */
const RUN_SIZE = 4

/** Finds several classes in one pass: runs are merged with touching runs in the row above (union–find). */
export function findClassComponents(
  { width, height, pixels }: GrayRaster,
  classes: LevelClasses,
): { box: Component; class: number }[] {
  const components: { box: Component; class: number }[] = []
  const parent: number[] = []
  const rootOf = (id: number): number => {
    let root = id
    while (parent[root]! !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  let above = new Int32Array(RUN_SIZE * width)
  let runs = new Int32Array(RUN_SIZE * width)
  let aboveEnd = 0
  for (let y = 0; y < height; y++) {
    const row = y * width
    let end = 0
    let next = 0
    for (let x = 0; x < width; ) {
      const runClass = classes[pixels[row + x]!]!
      const from = x++
      while (x < width && classes[pixels[row + x]!] === runClass) x++
      if (runClass === 0) continue
      let id = -1
      while (next < aboveEnd && above[next + 1]! < from) next += RUN_SIZE
      for (let at = next; at < aboveEnd && above[at]! <= x; at += RUN_SIZE) {
        if (above[at + 3]! !== runClass) continue
        const touching = rootOf(above[at + 2]!)
        if (id < 0) id = touching
        else if (id !== touching) {
          parent[touching] = id
          extend(components[id]!.box, components[touching]!.box)
        }
      }
      if (id < 0) {
        id = components.length
        components.push({ box: { x0: from, y0: y, x1: x, y1: y + 1 }, class: runClass })
        parent.push(id)
      } else {
        const { box } = components[id]!
        if (from < box.x0) box.x0 = from
        if (x > box.x1) box.x1 = x
        box.y1 = y + 1
      }
      runs[end] = from
      runs[end + 1] = x
      runs[end + 2] = id
      runs[end + 3] = runClass
      end += RUN_SIZE
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

/** Also erases the soft edge of one pixel around each component. */
export function eraseComponents(raster: GrayRaster, components: readonly Readonly<Component>[]): GrayRaster {
  const { width, height } = raster
  const pixels = raster.pixels.slice()
  for (const { x0, y0, x1, y1 } of components)
    for (let y = Math.max(0, y0 - 1); y < Math.min(height, y1 + 1); y++)
      pixels.fill(255, y * width + Math.max(0, x0 - 1), y * width + Math.min(width, x1 + 1))
  return { width, height, pixels }
}
