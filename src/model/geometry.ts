/** The unit is the point (1/72 inch), from the top left, y downward. Only the JSON renderer converts to pixels. */

/** Clockwise rotation in degrees. */
export type Rotation = 0 | 90 | 180 | 270

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export function width(box: Pick<Box, 'x0' | 'x1'>): number {
  return box.x1 - box.x0
}

export function height(box: Pick<Box, 'y0' | 'y1'>): number {
  return box.y1 - box.y0
}

export function shortSide(box: Box): number {
  return Math.min(width(box), height(box))
}

export function longSide(box: Box): number {
  return Math.max(width(box), height(box))
}

export function area(box: Box): number {
  return Math.max(0, box.x1 - box.x0) * Math.max(0, box.y1 - box.y0)
}

export function centerX(box: Pick<Box, 'x0' | 'x1'>): number {
  return (box.x0 + box.x1) / 2
}

export function centerY(box: Pick<Box, 'y0' | 'y1'>): number {
  return (box.y0 + box.y1) / 2
}

export function center(box: Box): Point {
  return { x: centerX(box), y: centerY(box) }
}

export function union(a: Box, b: Box): Box {
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) }
}

export function unionAll(boxes: Iterable<Box>): Box {
  let x0 = Infinity
  let y0 = Infinity
  let x1 = -Infinity
  let y1 = -Infinity
  for (const box of boxes) {
    if (box.x0 < x0) x0 = box.x0
    if (box.y0 < y0) y0 = box.y0
    if (box.x1 > x1) x1 = box.x1
    if (box.y1 > y1) y1 = box.y1
  }
  return x0 <= x1 ? { x0, y0, x1, y1 } : { x0: 0, y0: 0, x1: 0, y1: 0 }
}

export function unionOf(items: readonly { readonly box: Box }[]): Box {
  return unionAll(items.map(({ box }) => box))
}

export function overlapArea(a: Box, b: Box): number {
  return overlapX(a, b) * overlapY(a, b)
}

export function overlapX(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0))
}

export function overlapY(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0))
}

/** From the origin. */
export function boxOfSize(size: Size): Box {
  return { x0: 0, y0: 0, x1: size.width, y1: size.height }
}

/** Horizontal distance, negative if the boxes overlap horizontally. */
export function gapX(a: Box, b: Box): number {
  return Math.max(a.x0 - b.x1, b.x0 - a.x1)
}

/** Vertical distance, negative if the boxes overlap vertically. */
export function gapY(a: Box, b: Box): number {
  return Math.max(a.y0 - b.y1, b.y0 - a.y1)
}

/** Whether the boxes overlap or share an edge. */
export function touches(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0
}

/** Fraction of the area of `inner` inside `outer`. A box without area counts as inside if its center is. */
export function coverage(inner: Box, outer: Box): number {
  const innerArea = area(inner)
  return innerArea === 0 ? (containsCenter(outer, inner) ? 1 : 0) : overlapArea(inner, outer) / innerArea
}

export function contains(box: Box, point: Point): boolean {
  return point.x >= box.x0 && point.x <= box.x1 && point.y >= box.y0 && point.y <= box.y1
}

export function containsCenter(outer: Box, inner: Box): boolean {
  return contains(outer, center(inner))
}

export function containsBox(outer: Box, inner: Box): boolean {
  return inner.x0 >= outer.x0 && inner.x1 <= outer.x1 && inner.y0 >= outer.y0 && inner.y1 <= outer.y1
}

export function grow(box: Box, by: number): Box {
  return { x0: box.x0 - by, y0: box.y0 - by, x1: box.x1 + by, y1: box.y1 + by }
}

export function scaleBox({ x0, y0, x1, y1 }: Box, factor: number): Box {
  return { x0: x0 * factor, y0: y0 * factor, x1: x1 * factor, y1: y1 * factor }
}

export function translate(box: Box, { x, y }: Point): Box {
  return { x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y }
}

export function mapBoxes<Item extends { readonly box: Box }>(items: readonly Item[], map: (box: Box) => Box): Item[] {
  return items.map((item) => ({ ...item, box: map(item.box) }))
}

/** Orders boxes from top to bottom, then from left to right. */
export function compareBoxes(a: Box, b: Box): number {
  return a.y0 - b.y0 || a.x0 - b.x0
}

export function clip(box: Box, frame: Box): Box {
  const x0 = Math.min(Math.max(box.x0, frame.x0), frame.x1)
  const y0 = Math.min(Math.max(box.y0, frame.y0), frame.y1)
  return { x0, y0, x1: Math.max(x0, Math.min(box.x1, frame.x1)), y1: Math.max(y0, Math.min(box.y1, frame.y1)) }
}

/** Projective transform: `x' = (a·x + c·y + e) / w`, `y' = (b·x + d·y + f) / w` with `w = g·x + h·y + 1`. */
export interface Transform {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
  readonly g?: number
  readonly h?: number
}
