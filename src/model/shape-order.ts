/**
 * Boxes of a slide → the order in which a person would read what is in them: bands from top to bottom, in each the columns from
 * left to right (recursive XY cut). Where nothing separates them, by their upper left corners.
 */

export interface ShapeBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Boxes of shapes reach beyond their text: so much of a box may overlap another one without being beside it. */
const slack = 0.15
const maxDepth = 30

export function sortShapes<shape extends { readonly box: ShapeBox }>(shapes: readonly shape[], depth = 0): shape[] {
  if (shapes.length < 2) return [...shapes]
  if (depth < maxDepth) {
    for (const axis of ['y', 'x'] as const) {
      const bands = cut(shapes, axis)
      if (bands.length > 1) return bands.flatMap((band) => sortShapes(band, depth + 1))
    }
  }
  return shapes.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

/** Groups of shapes between which a straight line runs through no shape. */
function cut<shape extends { readonly box: ShapeBox }>(shapes: readonly shape[], axis: 'x' | 'y'): shape[][] {
  const spanOf = ({ box }: shape): [number, number] => {
    const [start, length] = axis === 'y' ? [box.y, box.height] : [box.x, box.width]
    return [start + length * slack, start + length * (1 - slack)]
  }
  const sorted = shapes.map((shape) => ({ shape, span: spanOf(shape) })).sort((a, b) => a.span[0] - b.span[0])
  const bands: shape[][] = []
  let end = -Infinity
  for (const { shape, span } of sorted) {
    if (span[0] >= end || bands.length === 0) bands.push([shape])
    else bands[bands.length - 1]!.push(shape)
    end = Math.max(end, span[1])
  }
  return bands
}
