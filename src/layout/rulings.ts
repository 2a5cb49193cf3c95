/** Finds rulings: thin boxes, strokes, outlines, edges of shaded cells; no underlines and page frames. */
import { cached } from '../model/cached.ts'
import { type Box, centerX, centerY, containsBox, grow, height, touches, width } from '../model/geometry.ts'
import type { Path, RawPage } from '../model/raw-page.ts'
import { withoutInnerEdges } from './inner-edges.ts'
import { joinSegments, type StraightSegment } from './join-segments.ts'
import { isRunBackground } from './run-backgrounds.ts'
import type { Line, Ruling } from './state.ts'

/** In points; thicker bars are decoration or shading. */
const MAX_THICKNESS = 3.5
/** Maximum relative difference of the sides of a dot. */
const DOT_TOLERANCE_RATIO = 0.2
/** In points; smaller boxes are bars or ornaments. */
const MIN_CELL_SIDE = 5
/** Minimum fraction of the page that a background covers. */
const MIN_PAGE_RATIO = 0.85
/** Maximum distance of a ruling from the sides of its frame, in points, and minimum rulings in a frame. */
const MAX_FRAME_GAP = 1.5
const MIN_FRAMED_RULINGS = 2
/** Maximum shaded boxes and outlines; some drawings have thousands. */
const MAX_FILLED_RECTS = 600

/** `lines` distinguish underlines from rulings. */
export function findRulings(raw: RawPage, lines: readonly Line[]): readonly Ruling[] {
  if (raw.paths.length === 0) return []
  const horizontal: StraightSegment[] = []
  const vertical: StraightSegment[] = []
  const isBackground = isRunBackground(lines)
  const paths = raw.paths.filter((path) => !isBackground(path))
  const fills = filledRects(paths, raw.width, raw.height)
  const invisible = invisibleFills(paths)
  for (const path of paths) {
    if (invisible.has(path)) continue
    const { x0, y0, x1, y1 } = path.box
    const boxWidth = x1 - x0
    const boxHeight = y1 - y0
    const white = isWhite(path.color)
    // A dot may be part of a dotted line in either direction.
    const dot = isDot(path.box)
    const isHorizontal = dot || (boxHeight <= MAX_THICKNESS && boxWidth >= boxHeight)
    const isVertical = dot || (boxWidth <= MAX_THICKNESS && boxHeight > boxWidth)
    if (isHorizontal || isVertical) {
      if (white && !touchesAny(path.box, fills)) continue
      if (isHorizontal) horizontal.push({ position: centerY(path.box), from: x0, to: x1, shading: false })
      if (isVertical) vertical.push({ position: centerX(path.box), from: y0, to: y1, shading: false })
    } else if (
      path.rectangle &&
      boxWidth >= MIN_CELL_SIDE &&
      boxHeight >= MIN_CELL_SIDE &&
      !isPageSized(path.box, raw.width, raw.height)
    ) {
      if (white && !path.stroked && !touchesAny(path.box, fills, true)) continue
      const { color } = path
      const shading = !path.stroked
      horizontal.push(
        { position: y0, from: x0, to: x1, shading, color },
        { position: y1, from: x0, to: x1, shading, color },
      )
      vertical.push(
        { position: x0, from: y0, to: y1, shading, color },
        { position: x1, from: y0, to: y1, shading, color },
      )
    }
  }
  horizontal.push(...frameEdges(paths, horizontal, raw))
  const rulings = [
    ...joinSegments(withoutInnerEdges(horizontal), true).filter((ruling) => !isUnderline(ruling, lines)),
    ...joinSegments(withoutInnerEdges(vertical), false),
  ]
  return rulings.filter((ruling) => !isPageFrame(ruling, raw.width, raw.height))
}

/** Upper and lower edges of frames that are drawn as one outline around rulings, which reach both of its sides. */
function frameEdges(
  paths: readonly Path[],
  rulings: readonly StraightSegment[],
  page: Pick<RawPage, 'width' | 'height'>,
): StraightSegment[] {
  const isFrame = ({ rectangle, color, box }: Path): boolean =>
    !rectangle &&
    width(box) >= MIN_CELL_SIDE &&
    height(box) >= MIN_CELL_SIDE &&
    !isWhite(color) &&
    !isPageSized(box, page.width, page.height)
  const isInside = ({ position, from, to }: StraightSegment, { x0, y0, x1, y1 }: Box): boolean =>
    position > y0 + MIN_CELL_SIDE &&
    position < y1 - MIN_CELL_SIDE &&
    Math.abs(from - x0) <= MAX_FRAME_GAP &&
    Math.abs(to - x1) <= MAX_FRAME_GAP
  const frames = paths.filter(isFrame).slice(0, MAX_FILLED_RECTS)
  return frames
    .filter(({ box }) => rulings.filter((ruling) => isInside(ruling, box)).length >= MIN_FRAMED_RULINGS)
    .flatMap(({ color, box: { x0, y0, x1, y1 } }) =>
      [y0, y1].map((position) => ({ position, from: x0, to: x1, shading: false, color })),
    )
}

/** Not only the edge of a filled box. */
export function isDrawn({ shading }: Pick<Ruling, 'shading'>): boolean {
  return shading !== true
}

function isDot(box: Box): boolean {
  const [boxWidth, boxHeight] = [width(box), height(box)]
  return (
    Math.max(boxWidth, boxHeight) <= MAX_THICKNESS &&
    Math.abs(boxWidth - boxHeight) <= DOT_TOLERANCE_RATIO * Math.max(boxWidth, boxHeight)
  )
}

/** Light grays are shading. */
export function isWhite(color: number): boolean {
  return color >> 16 >= 0xfc && ((color >> 8) & 0xff) >= 0xfc && (color & 0xff) >= 0xfc
}

export interface FilledRect extends Box {
  /** 0xRRGGBB. */
  readonly color: number
}

/** Finds colored rectangles of the size of a cell, a row or a table. */
export function filledRects(paths: readonly Path[], pageWidth: number, pageHeight: number): FilledRect[] {
  return paths
    .filter((path) => !path.stroked && path.rectangle && !isWhite(path.color))
    .map(({ box, color }) => ({ ...box, color }))
    .filter(
      (box) => height(box) >= MIN_CELL_SIDE && width(box) >= MIN_CELL_SIDE && !isPageSized(box, pageWidth, pageHeight),
    )
    .slice(0, MAX_FILLED_RECTS)
}

/** A fill inside an earlier fill of the same color is invisible. */
function invisibleFills(paths: readonly Path[]): Set<Path> {
  const fills = paths.filter(
    (path) => !path.stroked && path.rectangle && height(path.box) > MAX_THICKNESS && width(path.box) > MAX_THICKNESS,
  )
  const invisible = new Set<Path>()
  const byColor = new Map<number, Path[]>()
  for (const path of fills.slice(0, MAX_FILLED_RECTS)) {
    const earlier = cached(byColor, path.color, () => [])
    if (isCovered(path, earlier)) invisible.add(path)
    else earlier.push(path)
  }
  return invisible
}

function isCovered({ box, opacity }: Path, earlier: readonly Path[]): boolean {
  return earlier.some((other) => other.opacity === opacity && containsBox(grow(other.box, 0.5), box))
}

function touchesAny(box: Box, fills: readonly Box[], outside = false): boolean {
  return fills.some((fill) => touches(box, grow(fill, 1)) && !(outside && containsBox(box, fill)))
}

function isPageSized(box: Box, pageWidth: number, pageHeight: number): boolean {
  return width(box) >= pageWidth * MIN_PAGE_RATIO && height(box) >= pageHeight * MIN_PAGE_RATIO
}

function isPageFrame(ruling: Ruling, pageWidth: number, pageHeight: number): boolean {
  const [pageExtent, pageLength] = ruling.horizontal ? [pageHeight, pageWidth] : [pageWidth, pageHeight]
  const margin = pageExtent * 0.012
  return (
    (ruling.position <= margin || ruling.position >= pageExtent - margin) && ruling.to - ruling.from >= pageLength * 0.5
  )
}

function isUnderline(ruling: Ruling, lines: readonly Line[]): boolean {
  if (ruling.shading) return false
  for (const { box, baseline, size, text } of lines) {
    if (ruling.position < baseline - size * 0.6 || ruling.position > baseline + size * 0.22) continue
    if (ruling.from < box.x0 - 1.5 || ruling.to > box.x1 + 1.5) continue
    // Fill-in lines are not words.
    if (/[\p{L}\p{N}]/u.test(text)) return true
  }
  return false
}
