/**
 * Pages that lie askew or turned on their raster: layout works in upright coordinates, the answer speaks of the page as it was sent.
 * Here boxes go from the one to the other; where a page is upright already, nothing of this is needed.
 */
import { affineAt, mapBox, mapPoint } from '../../imaging/coordinate-map.ts'
import type { Block, Page } from '../../model/document.ts'
import type { Transform } from '../../model/geometry.ts'
import { type Box, center, clip, height, width } from '../../model/geometry.ts'
import type { Path, Span } from '../../model/raw-page.ts'

/** The quarter turn of a map, clockwise in degrees; smaller angles are rounded away. */
export function rotationOf(map: Transform): 0 | 90 | 180 | 270 {
  const quarter = Math.round(Math.atan2(map.b, map.a) / (Math.PI / 2))
  return ([0, 90, 180, 270] as const)[((quarter % 4) + 4) % 4] ?? 0
}

/** Lengths grow by this under the map. */
export function scaleOf(map: Transform): number {
  return Math.hypot(map.a, map.b)
}

/** A span as it stands on the page: its box is the upright box around the turned one. */
export function placeSpan(span: Span, upright: Transform): Span {
  const toPage = affineAt(upright, center(span.box))
  const turn = rotationOf(toPage)
  const origin = mapPoint(toPage, { x: span.box.x0, y: span.baseline })
  return {
    ...span,
    box: mapBox(toPage, span.box),
    baseline: origin.y,
    size: span.size * scaleOf(toPage),
    rotation: ([0, 90, 180, 270] as const)[((span.rotation + turn) / 90) % 4] ?? 0,
  }
}

/** A thin line stays thin: it is moved and turned by quarters about its center, since the box around a long slanting line would be a bar. */
export function placeThin(path: Path, upright: Transform): Path {
  const toPage = affineAt(upright, center(path.box))
  const { x, y } = mapPoint(toPage, center(path.box))
  const scale = scaleOf(toPage)
  const sideways = rotationOf(toPage) % 180 !== 0
  const halfX = ((sideways ? height(path.box) : width(path.box)) * scale) / 2
  const halfY = ((sideways ? width(path.box) : height(path.box)) * scale) / 2
  return { ...path, box: { x0: x - halfX, y0: y - halfY, x1: x + halfX, y1: y + halfY } }
}

/** A page that was laid out upright, with its boxes back on the page as it was sent. */
export function placePage(page: Page, place: { toPage: Transform; width: number; height: number }): Page {
  const frame: Box = { x0: 0, y0: 0, x1: place.width, y1: place.height }
  const onPage = (box: Box): Box => clip(mapBox(place.toPage, box), frame)
  const moved = (block: Block): Block =>
    block.kind === 'table'
      ? { ...block, box: onPage(block.box), cells: block.cells.map((cell) => ({ ...cell, box: onPage(cell.box) })) }
      : { ...block, box: onPage(block.box) }
  return { ...page, width: place.width, height: place.height, blocks: page.blocks.map(moved) }
}
