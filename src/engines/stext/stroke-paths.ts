/** Converts strokes to paths: straight horizontal and vertical segments are rectangles. */
import { type Box, clip, grow, shortSide, translate, union } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import type { PageFrame } from '../mupdf/mupdf.ts'
import type { Stroke, Subpath } from '../mupdf/stroke-device.ts'

/** Maximum deviation of a straight segment from horizontal or vertical, in points. */
const STRAIGHT_TOLERANCE = 0.25
/** Minimum smaller side, in points, of a stroke's box that may be too large. */
const MIN_INFLATED_SIDE = 1.5
/** Line width of hairlines, in points. */
const MIN_LINE_WIDTH = 0.1
/** Minimum vertical segments of a step function. */
const MIN_STEPS = 3

export function mayBeInflated({ stroked, box }: Path): boolean {
  return stroked && shortSide(box) > MIN_INFLATED_SIDE
}

export function strokePaths(strokes: readonly Stroke[], frame: PageFrame): Path[] {
  return strokes.flatMap((stroke) => {
    const half = Math.max(stroke.width, MIN_LINE_WIDTH) / 2
    const straight = stroke.subpaths.filter(isStraight).flatMap(rectanglesOf)
    const others = stroke.subpaths.filter((subpath) => !isStraight(subpath))
    const open = others.some(isClosed) ? {} : { open: true as const }
    const toPath = (box: Box, rectangle: boolean): Path[] => {
      const visible = clip(grow(box, half), stroke.clip)
      if (visible.x1 <= visible.x0 || visible.y1 <= visible.y0 || stroke.opacity === 0) return []
      const onPage = translate(visible, { x: -frame.x, y: -frame.y })
      const { color, opacity } = stroke
      return [{ box: onPage, stroked: true, rectangle, color, opacity, ...(rectangle ? {} : open) }]
    }
    return [
      ...straight.flatMap((box) => toPath(box, true)),
      ...(others.length === 0 ? [] : toPath(others.map(boundsOf).reduce(union), false)),
    ]
  })
}

/** Whether all segments are horizontal or vertical, and not the steps of a curve in a chart. */
function isStraight({ points, curved }: Subpath): boolean {
  if (curved || isStepFunction(points)) return false
  for (let at = 2; at < points.length; at += 2)
    if (
      Math.abs(points[at]! - points[at - 2]!) > STRAIGHT_TOLERANCE &&
      Math.abs(points[at + 1]! - points[at - 1]!) > STRAIGHT_TOLERANCE
    )
      return false
  return true
}

/** Whether the line has one direction along x, unlike frames and grids, and goes up or down on its way. */
function isStepFunction(points: readonly number[]): boolean {
  let steps = 0
  let direction = 0
  for (let at = 2; at < points.length; at += 2) {
    const dx = points[at]! - points[at - 2]!
    if (Math.abs(points[at + 1]! - points[at - 1]!) > STRAIGHT_TOLERANCE) steps += 1
    if (Math.abs(dx) <= STRAIGHT_TOLERANCE) continue
    if (direction !== 0 && Math.sign(dx) !== direction) return false
    direction = Math.sign(dx)
  }
  return steps >= MIN_STEPS && direction !== 0
}

function rectanglesOf(subpath: Subpath): Box[] {
  const { points, closed } = subpath
  const corners = points.length / 2
  const isOutline = (corners === 4 && closed) || (corners === 5 && points[0] === points[8] && points[1] === points[9])
  if (isOutline) return [boundsOf(subpath)]
  return Array.from({ length: corners - 1 }, (_, at) =>
    boundsOf({ ...subpath, points: points.slice(at * 2, at * 2 + 4) }),
  )
}

function isClosed({ points, closed }: Subpath): boolean {
  return closed || (points[0] === points.at(-2) && points[1] === points.at(-1))
}

function boundsOf({ points }: Subpath): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (let at = 0; at + 1 < points.length; at += 2) {
    box.x0 = Math.min(box.x0, points[at]!)
    box.x1 = Math.max(box.x1, points[at]!)
    box.y0 = Math.min(box.y0, points[at + 1]!)
    box.y1 = Math.max(box.y1, points[at + 1]!)
  }
  return box
}
