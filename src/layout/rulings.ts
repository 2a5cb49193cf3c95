/**
 * Finds rulings in paths: thin filled boxes, stroked lines, outlines of rectangles and the edges of shaded cells.
 * Snaps them to common positions and joins them. Rejects underlines, frames and backgrounds of the page, and dense
 * clusters of segments, which are drawings.
 */
import { type Box, centerY, height, width } from '../model/geometry.ts'
import type { Path, RawPage } from '../model/raw-page.ts'
import type { Line, Ruling } from './state.ts'

/** Maximum thickness of a border, in points: pens do not grow with the type. Thicker bars are decoration or shading. */
const maxThickness = 3.5
/**
 * Maximum distance of rulings that are one line drawn twice (borders of neighboring cells, a line over a fill), in
 * points.
 */
const snapDistance = 1.6
/** Maximum gap between segments of one line, in points: a dash pattern or a crossing line leaves such gaps. */
const joinGap = 3.2
/** Maximum difference between the sides of a dot, as a ratio. */
const dotSlack = 0.2
/** Minimum length of a ruling, in points: below the line height of the smallest print it separates nothing. */
const minLength = 5
/**
 * Maximum thickness of a stroke box inflated for mitered corners, in points, and minimum number of such boxes with
 * one thickness.
 */
const maxInflation = 16
const minInflated = 4
/** Minimum ratio of the length of a line to the thickness of its pen box. */
const minSlimness = 8
/** Minimum overlap of a pen box with adjacent text, in points: more than the boxes of neighboring lines overlap. */
const cutDepth = 1
/** Minimum side of a shaded cell, in points. Smaller boxes are bars of a chart or ornaments. */
const minCellSide = 5
/** Minimum part of the page that a background box covers. */
const pageRatio = 0.85
/**
 * Maximum number of straight segments. A page with more is a drawing (map, plot); only the longest are kept, which
 * bounds the work.
 */
const maxPieces = 12_000
/** Maximum number of shaded boxes, which bounds the work on drawings with thousands of fills. */
const maxShades = 600
/** Maximum number of rulings per direction: a dense full-page table has a few hundred. */
const maxRulings = 1_200

interface Piece {
  readonly position: number
  readonly from: number
  readonly to: number
  readonly thickness: number
  readonly shading: boolean
}

/** Finds the rulings of a page. `lines` are needed to distinguish underlines from rulings. */
export function findRulings(raw: RawPage, lines: readonly Line[]): readonly Ruling[] {
  if (raw.paths.length === 0) return []
  const horizontal: Piece[] = []
  const vertical: Piece[] = []
  const shades = filledRects(raw.paths, raw.width, raw.height)
  const unseen = unseenFills(raw.paths)
  for (const path of deflate(raw.paths, lines)) {
    if (path.opacity === 0 || unseen.has(path)) continue
    const { x0, y0, x1, y1 } = path.box
    const wide = x1 - x0
    const high = y1 - y0
    const white = isWhite(path.color)
    if (isDot(path.box)) {
      if (white && !touchesAny(path.box, shades)) continue
      horizontal.push({ position: (y0 + y1) / 2, from: x0, to: x1, thickness: high, shading: false })
      vertical.push({ position: (x0 + x1) / 2, from: y0, to: y1, thickness: wide, shading: false })
    } else if (high <= maxThickness && wide >= high) {
      if (white && !touchesAny(path.box, shades)) continue
      horizontal.push({ position: (y0 + y1) / 2, from: x0, to: x1, thickness: high, shading: false })
    } else if (wide <= maxThickness && high > wide) {
      if (white && !touchesAny(path.box, shades)) continue
      vertical.push({ position: (x0 + x1) / 2, from: y0, to: y1, thickness: wide, shading: false })
    } else if (
      path.rectangle &&
      wide >= minCellSide &&
      high >= minCellSide &&
      !isPageSized(path.box, raw.width, raw.height)
    ) {
      if (white && !path.stroked && !touchesAny(path.box, shades)) continue
      const shading = !path.stroked
      horizontal.push(
        { position: y0, from: x0, to: x1, thickness: 0, shading },
        { position: y1, from: x0, to: x1, thickness: 0, shading },
      )
      vertical.push(
        { position: x0, from: y0, to: y1, thickness: 0, shading },
        { position: x1, from: y0, to: y1, thickness: 0, shading },
      )
    }
  }
  const rulings = [
    ...joinPieces(horizontal, true).filter((ruling) => !isUnderline(ruling, lines)),
    ...joinPieces(vertical, false),
  ]
  return rulings.filter((ruling) => !isPageFrame(ruling, raw.width, raw.height))
}

/**
 * Shrinks inflated stroke boxes to their middle line. Engines extend the box of a stroke for mitered corners, so that
 * a thin line has a box of several points. Such boxes all have one thickness. They overlap their neighbors in line by
 * that thickness, reach into adjacent text, or are too low to contain any.
 */
function deflate(paths: readonly Path[], lines: readonly Line[]): readonly Path[] {
  const classes = new Map<number, Path[]>()
  for (const path of paths) {
    if (!path.stroked || !path.rectangle) continue
    const thickness = Math.min(width(path.box), height(path.box))
    if (thickness <= maxThickness || thickness > maxInflation) continue
    const key = Math.round(thickness * 10)
    const members = classes.get(key)
    if (members === undefined) classes.set(key, [path])
    else members.push(path)
  }
  const inflated = new Set<Path>()
  for (const members of classes.values()) {
    const overlapping =
      members.length >= minInflated &&
      members.slice(0, maxShades).some((path, index) => {
        const next = members[index + 1]
        return next !== undefined && followsInflated(path.box, next.box)
      })
    const slim = members.filter(
      ({ box }) => Math.max(width(box), height(box)) >= minSlimness * Math.min(width(box), height(box)),
    )
    const isPen =
      slim.some(({ box }) => Math.min(width(box), height(box)) <= minCellSide) ||
      slim.slice(0, maxShades).some(({ box }) => cutsText(box, lines))
    for (const member of overlapping ? members : isPen ? slim : []) inflated.add(member)
  }
  if (inflated.size === 0) return paths
  return paths.map((path) => {
    if (!inflated.has(path)) return path
    const { x0, y0, x1, y1 } = path.box
    const half = Math.min(x1 - x0, y1 - y0) / 2
    return { ...path, box: { x0: x0 + half, y0: y0 + half, x1: x1 - half, y1: y1 - half } }
  })
}

/** Whether the upper or lower edge of a horizontal box runs through a line of text, which no drawn edge does. */
function cutsText(box: Box, lines: readonly Line[]): boolean {
  if (width(box) < height(box)) return false
  const isCut = (own: Box): boolean => {
    const middle = centerY(own)
    const above = middle < box.y0 && own.y1 - box.y0 > cutDepth
    const below = middle > box.y1 && box.y1 - own.y0 > cutDepth
    return (above || below) && own.x0 < box.x1 && own.x1 > box.x0
  }
  return lines.filter((line) => isCut(line.box)).length >= 2
}

/** Whether two boxes in line overlap at their ends by their thickness. */
function followsInflated(a: Box, b: Box): boolean {
  const thickness = Math.min(width(a), height(a))
  if (Math.abs(a.y0 - b.y0) < 0.3 && Math.abs(a.y1 - b.y1) < 0.3)
    return Math.abs(Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) - thickness) < 0.5
  if (Math.abs(a.x0 - b.x0) < 0.3 && Math.abs(a.x1 - b.x1) < 0.3)
    return Math.abs(Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) - thickness) < 0.5
  return false
}

/** Whether a box is as wide as high and no thicker than a border: a dot of a dotted line in either direction. */
function isDot(box: Box): boolean {
  const [wide, high] = [width(box), height(box)]
  return Math.max(wide, high) <= maxThickness && Math.abs(wide - high) <= dotSlack * Math.max(wide, high)
}

/** Whether a color is white like the paper, and therefore invisible. Light grays are shading. */
export function isWhite(color: number): boolean {
  return color >> 16 >= 0xfc && ((color >> 8) & 0xff) >= 0xfc && (color & 0xff) >= 0xfc
}

/** Filled, colored rectangles of the size of a cell, a row or a table. */
export function filledRects(paths: readonly Path[], pageWidth: number, pageHeight: number): Box[] {
  return paths
    .filter((path) => !path.stroked && path.rectangle && path.opacity > 0 && !isWhite(path.color))
    .map((path) => path.box)
    .filter(
      (box) => height(box) >= minCellSide && width(box) >= minCellSide && !isPageSized(box, pageWidth, pageHeight),
    )
    .slice(0, maxShades)
}

/** Fills inside an earlier fill of the same color. They show no edge: marks behind words in a shaded cell. */
function unseenFills(paths: readonly Path[]): Set<Path> {
  const fills = paths.filter(
    (path) => !path.stroked && path.rectangle && height(path.box) > maxThickness && width(path.box) > maxThickness,
  )
  const unseen = new Set<Path>()
  const byColor = new Map<number, Path[]>()
  for (const path of fills.slice(0, maxShades)) {
    const earlier = byColor.get(path.color) ?? []
    byColor.set(path.color, earlier)
    if (isCovered(path, earlier)) unseen.add(path)
    else earlier.push(path)
  }
  return unseen
}

function isCovered({ box, opacity }: Path, earlier: readonly Path[]): boolean {
  for (const other of earlier) if (other.opacity === opacity && isWithin(box, other.box)) return true
  return false
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x0 >= outer.x0 - 0.5 && inner.y0 >= outer.y0 - 0.5 && inner.x1 <= outer.x1 + 0.5 && inner.y1 <= outer.y1 + 0.5
  )
}

function touchesAny(box: Box, shades: readonly Box[]): boolean {
  return shades.some(
    (shade) => box.x0 <= shade.x1 + 1 && box.x1 >= shade.x0 - 1 && box.y0 <= shade.y1 + 1 && box.y1 >= shade.y0 - 1,
  )
}

function isPageSized(box: Box, pageWidth: number, pageHeight: number): boolean {
  return width(box) >= pageWidth * pageRatio && height(box) >= pageHeight * pageRatio
}

/** Whether a line is at the very edge of the page: it borders the page, not a table. */
function isPageFrame(ruling: Ruling, pageWidth: number, pageHeight: number): boolean {
  const [across, along] = ruling.horizontal ? [pageHeight, pageWidth] : [pageWidth, pageHeight]
  const margin = across * 0.012
  return (ruling.position <= margin || ruling.position >= across - margin) && ruling.to - ruling.from >= along * 0.5
}

/** Snaps segments to common positions, then joins those that touch. The result is ordered by position, then start. */
function joinPieces(pieces: readonly Piece[], horizontal: boolean): Ruling[] {
  const kept =
    pieces.length > maxPieces
      ? [...pieces].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxPieces)
      : [...pieces]
  kept.sort((a, b) => a.position - b.position || a.from - b.from)
  const rulings: Ruling[] = []
  for (let start = 0; start < kept.length; ) {
    const first = kept[start] as Piece
    let end = start + 1
    // A group cannot drift: every member is within the snapping distance of its first.
    while (end < kept.length && (kept[end] as Piece).position - first.position <= snapDistance) end++
    joinCollinear(kept.slice(start, end), horizontal, rulings)
    start = end
  }
  if (rulings.length <= maxRulings) return rulings
  const floor = [...rulings].map((ruling) => ruling.to - ruling.from).sort((a, b) => b - a)[maxRulings - 1] as number
  return rulings.filter((ruling) => ruling.to - ruling.from >= floor).slice(0, maxRulings)
}

function joinCollinear(group: Piece[], horizontal: boolean, rulings: Ruling[]): void {
  group.sort((a, b) => a.from - b.from)
  for (let start = 0; start < group.length; ) {
    const first = group[start] as Piece
    let { to, thickness, shading } = first
    let weighted = 0
    let weight = 0
    let end = start
    for (; end < group.length; end++) {
      const piece = group[end] as Piece
      // The first one is always taken: an inverted box would otherwise cause an endless loop.
      if (end > start && piece.from > to + joinGap) break
      to = Math.max(to, piece.to)
      thickness = Math.max(thickness, piece.thickness)
      shading &&= piece.shading
      // Drawn lines determine the position of the border; edges of fills only replace missing lines.
      const own = (piece.to - piece.from + 0.1) * (piece.shading ? 0.01 : 1)
      weighted += piece.position * own
      weight += own
    }
    if (to - first.from >= minLength)
      rulings.push({
        horizontal,
        position: weighted / weight,
        from: first.from,
        to,
        thickness,
        ...(shading ? { shading } : {}),
      })
    start = end
  }
}

/**
 * Whether a line is close to the baseline (or strikes through) and no longer than the text of that line: it belongs
 * to the words.
 */
function isUnderline(ruling: Ruling, lines: readonly Line[]): boolean {
  if (ruling.shading) return false
  for (const { box, baseline, size, text } of lines) {
    if (ruling.position < baseline - size * 0.6 || ruling.position > baseline + size * 0.22) continue
    if (ruling.from < box.x0 - 1.5 || ruling.to > box.x1 + 1.5) continue
    // Fill-in underscores and dashes printed as text are not words.
    if (/[\p{L}\p{N}]/u.test(text)) return true
  }
  return false
}
