import type { Size } from './geometry.ts'

/** In any unit; y grows downward. */
export interface ShapeBox extends Size {
  readonly x: number
  readonly y: number
}

/** Fraction of a box at each end that may overlap another box, because shapes are larger than their text. */
const OVERLAP_RATIO = 0.15
const MAX_DEPTH = 30

/** Sorts the shapes of a slide by recursive XY-cut; shapes that no line separates by top left corner. */
export function sortShapes<shape extends { readonly box: ShapeBox }>(shapes: readonly shape[], depth = 0): shape[] {
  if (shapes.length < 2) return [...shapes]
  if (depth < MAX_DEPTH) {
    for (const axis of ['y', 'x'] as const) {
      const groups = splitAlong(shapes, axis)
      if (groups.length > 1) return groups.flatMap((group) => sortShapes(group, depth + 1))
    }
  }
  return shapes.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

function splitAlong<shape extends { readonly box: ShapeBox }>(shapes: readonly shape[], axis: 'x' | 'y'): shape[][] {
  const spanOf = ({ box }: shape): [number, number] => {
    const [start, length] = axis === 'y' ? [box.y, box.height] : [box.x, box.width]
    return [start + length * OVERLAP_RATIO, start + length * (1 - OVERLAP_RATIO)]
  }
  const sorted = shapes.map((shape) => ({ shape, span: spanOf(shape) })).sort((a, b) => a.span[0] - b.span[0])
  const groups: shape[][] = []
  let end = -Infinity
  for (const { shape, span } of sorted) {
    if (span[0] >= end || groups.length === 0) groups.push([shape])
    else groups[groups.length - 1]!.push(shape)
    end = Math.max(end, span[1])
  }
  return groups
}
