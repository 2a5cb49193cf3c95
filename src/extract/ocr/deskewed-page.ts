import { affineAt, mapBox, mapPoint } from '../../imaging/transform.ts'
import { mapBlockBoxes } from '../../model/block-boxes.ts'
import type { Page } from '../../model/document.ts'
import {
  type Box,
  boxOfSize,
  center,
  clip,
  height,
  type Rotation,
  type Transform,
  width,
} from '../../model/geometry.ts'
import type { Path, Span } from '../../model/raw-page.ts'

const rotations = [0, 90, 180, 270] as const

/** Rounded to a multiple of 90°. */
export function rotationOf({ a, b }: Transform): Rotation {
  const quarter = Math.round(Math.atan2(b, a) / (Math.PI / 2))
  return rotations[(quarter + 4) % 4]!
}

export function scaleOf({ a, b }: Transform): number {
  return Math.hypot(a, b)
}

export function toPageSpan(span: Span, transform: Transform): Span {
  const toPage = affineAt(transform, center(span.box))
  return {
    ...span,
    box: mapBox(toPage, span.box),
    baseline: mapPoint(toPage, { x: span.box.x0, y: span.baseline }).y,
    size: span.size * scaleOf(toPage),
    rotation: rotations[((span.rotation + rotationOf(toPage)) / 90) % 4]!,
  }
}

/** Rotates by multiples of 90° only: the box around a slanted line would be a bar. */
export function toPagePath(path: Path, transform: Transform): Path {
  const toPage = affineAt(transform, center(path.box))
  const { x, y } = mapPoint(toPage, center(path.box))
  const scale = scaleOf(toPage)
  const isSideways = rotationOf(toPage) % 180 !== 0
  const halfX = ((isSideways ? height(path.box) : width(path.box)) * scale) / 2
  const halfY = ((isSideways ? width(path.box) : height(path.box)) * scale) / 2
  return { ...path, box: { x0: x - halfX, y0: y - halfY, x1: x + halfX, y1: y + halfY } }
}

/** Maps a page that was laid out in deskewed coordinates back. */
export function toOriginalPage(page: Page, target: { toPage: Transform; width: number; height: number }): Page {
  const frame = boxOfSize(target)
  const toPageBox = (box: Box): Box => clip(mapBox(target.toPage, box), frame)
  return {
    ...page,
    width: target.width,
    height: target.height,
    blocks: page.blocks.map((block) => mapBlockBoxes(block, toPageBox)),
  }
}
