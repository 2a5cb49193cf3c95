/**
 * Paths → boxes of drawings: strokes and fills that crowd together and are no rulings, shading or outlined words.
 * It looks at geometry only; whether a box becomes a figure is decided elsewhere.
 */
import { area, type Box, center, contains, coverage, height, union, width } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import { isWhite } from '../rulings.ts'
import type { Line } from '../state.ts'
import {
  freeLines,
  hasCaption,
  holdsCorners,
  isBackgroundShape,
  isBullet,
  isOblong,
  type Stroke,
} from './background-shapes.ts'
import { captionBelow } from './captioned-drawings.ts'
import { picturesOf } from './placed-images.ts'

/** Strokes this near to each other belong to one drawing. Points: a fraction of an inch, as drawings don't grow with type. */
const mesh = 14
/** Fewer strokes are an icon or an ornament. */
const minStrokes = 10
/** Unless they are large curved shapes: pies and rings are drawn with two. */
const minBig = 2
/** Where a caption says that it is a figure, a few boxes and an arrow or two between them are enough. */
const minCaptioned = 4
const minSlanted = 2
/** A drawing has some slanted or curved strokes, or bars of different sizes. */
const minFree = 6
const minBars = 3
/** A shape over this share of a drawing frames it. */
const frameRatio = 0.7
/** Grounds of words are hardly longer than these. */
const labelRatio = 0.7
/** Panels reach over so much of the breadth of all. */
const panelRatio = 0.9
/** Smaller ones are ornaments. Share of the page. */
const minRatio = 0.012
/** Lower ones are words drawn as outlines, formulas, rules. Points. */
const minSide = 36
/** A drawing holds labels and legends; this many lines of running text make it a box around text. */
const maxProseLines = 6
/** More strokes than this are thinned: their boxes say the same. */
const maxStrokes = 30_000
/** Drawings of more strokes than this are no lists: bounds the work. */
const maxBulleted = 500
/** Cells of the mesh; it is coarser on pages beyond 14,400 points square, the largest that PDF knows: a file may claim millions. */
const maxCells = 1 << 21

/** Clusters looked at in pairs: bounds the work on pages strewn with dots. */
const maxNested = 300

/** `prose`: indices of `lines` that are running text. */
export function findDiagrams(raw: RawPage, text: { lines: readonly Line[]; prose: ReadonlySet<number> }): Box[] {
  if (raw.paths.length < minBig) return []
  const pageArea = raw.width * raw.height
  const isArt = (cluster: Cluster): boolean => isDrawing(cluster, { pageArea, ...text })
  const drawings = clusterPaths(raw).filter(isArt)
  if (drawings.length === 0) return []
  const pictures = picturesOf(raw).map((image) => image.box)
  return drawings
    .map((cluster) => withoutBullets(cluster, text.lines))
    .flatMap((cluster) => withoutBackdrops(cluster, { raw, pictures, lines: text.lines, isArt }))
    .map(({ box }) => box)
}

/** Bullets of a list below a drawing are no part of it. */
function withoutBullets(cluster: Cluster, lines: readonly Line[]): Cluster {
  const { strokes } = cluster
  if (strokes.length > maxBulleted) return cluster
  const rest = strokes.filter(({ box }) => !isBullet(box, lines))
  return rest.length === strokes.length || rest.length === 0
    ? cluster
    : { box: rest.map(({ box }) => box).reduce(union), strokes: rest }
}

/** The cluster itself; where much text stands free on it, the drawings that are left when the grounds of that text are gone. */
function withoutBackdrops(
  cluster: Cluster,
  {
    raw,
    pictures,
    lines,
    isArt,
  }: { raw: RawPage; pictures: readonly Box[]; lines: readonly Line[]; isArt(cluster: Cluster): boolean },
): Cluster[] {
  const free = freeLines(cluster, pictures, lines)
  if (free.length === 0 || hasCaption(cluster.box, lines)) return [cluster]
  const rest = cluster.strokes.filter((stroke) => !isBackgroundShape(stroke, free))
  return nest(clusters(rest, raw)).filter((part) => isArt(part) && freeLines(part, pictures, lines).length === 0)
}

const crowdsByPage = new WeakMap<RawPage, readonly Cluster[]>()

/** Strokes that crowd together. Tables and figures both ask, with different lines; the strokes are the page's. */
export function clusterPaths(raw: RawPage): readonly Cluster[] {
  const known = crowdsByPage.get(raw)
  if (known !== undefined) return known
  const pageArea = raw.width * raw.height
  const strokes: Stroke[] = []
  const step = Math.max(1, Math.ceil(raw.paths.length / maxStrokes))
  for (let index = 0; index < raw.paths.length; index += step) {
    const path = raw.paths[index]
    if (path === undefined || path.opacity === 0 || (isWhite(path.color) && !path.stroked)) continue
    const wide = width(path.box)
    const high = height(path.box)
    if (wide * high > pageArea * 0.3 || wide > raw.width * 0.95 || high > raw.height * 0.95) continue
    strokes.push({ box: path.box, free: !path.rectangle, bar: path.rectangle && !path.stroked && wide > 3 && high > 3 })
  }
  const crowds = nest(clusters(strokes, raw))
  crowdsByPage.set(raw, crowds)
  return crowds
}

/** Bars of a chart stand on one base and differ in length; cells of one row have one height. */
export function hasBars(fills: readonly Box[]): boolean {
  return (
    standOnBase(fills, (box) => [box.y1, box.y1 - box.y0, box.x0]) ||
    standOnBase(fills, (box) => [box.x0, box.x1 - box.x0, box.y0])
  )
}

function standOnBase(
  fills: readonly Box[],
  measure: (box: Box) => [base: number, length: number, place: number],
): boolean {
  const bases = new Map<number, Map<number, number>>()
  for (const fill of fills) {
    const [base, length, place] = measure(fill)
    const bars = bases.get(Math.round(base)) ?? new Map<number, number>()
    bases.set(Math.round(base), bars)
    bars.set(Math.round(place / 3), length)
  }
  for (const bars of bases.values()) {
    if (bars.size < minBars) continue
    const lengths = new Set([...bars.values()].map((length) => Math.round(length / 2)))
    if (lengths.size >= minBars && lengths.size >= bars.size * 0.6) return true
  }
  return false
}

export interface Cluster {
  box: Box
  strokes: Stroke[]
}

/** A cell that strokes touch and no cluster has taken yet. */
const marked = -1

/** Connects strokes over a coarse mesh: work grows with the strokes and the mesh, not with their pairs. */
function clusters(strokes: readonly Stroke[], raw: RawPage): Cluster[] {
  const size = Math.max(
    mesh,
    Math.sqrt((raw.width * raw.height) / maxCells),
    Math.max(raw.width, raw.height) / maxCells,
  )
  const cols = Math.ceil(raw.width / size) + 1
  const rows = Math.ceil(raw.height / size) + 1
  /** By cell of the mesh: 0 free, `marked`, or the number of its cluster. */
  const label = new Int32Array(cols * rows)
  const cells: number[] = []
  const at = (value: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(value / size)))
  /** By cell: how many cells from it on are known to be taken, so that bars upon bars are not walked through again and again. */
  const taken = new Int32Array(cols * rows)
  const mark = (row: number, c0: number, c1: number): void => {
    const end = row * cols + c1 + 1
    for (let cell = row * cols + c0; cell < end; ) {
      const known = taken[cell] as number
      taken[cell] = Math.max(known, end - cell)
      if (known === 0) {
        label[cell] = marked
        cells.push(cell)
      }
      cell += Math.max(1, known)
    }
  }
  for (const { box, bar } of strokes) {
    const [c0, c1, r0, r1] = [at(box.x0, cols), at(box.x1, cols), at(box.y0, rows), at(box.y1, rows)]
    // Only the outline of large boxes: what lies inside a frame is not thereby connected.
    for (let row = r0; row <= r1; row++) {
      if (bar || row === r0 || row === r1) mark(row, c0, c1)
      else {
        mark(row, c0, c0)
        mark(row, c1, c1)
      }
    }
  }
  let count = 0
  const stack: number[] = []
  for (const start of cells) {
    if (label[start] !== marked) continue
    count++
    label[start] = count
    stack.push(start)
    while (stack.length > 0) {
      const cell = stack.pop() as number
      const row = Math.floor(cell / cols)
      const col = cell - row * cols
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
          const next = r * cols + c
          if (label[next] !== marked) continue
          label[next] = count
          stack.push(next)
        }
    }
  }
  const found = new Map<number, Cluster>()
  for (const stroke of strokes) {
    const { box } = stroke
    const key = label[at(box.y0, rows) * cols + at(box.x0, cols)] as number
    const cluster = found.get(key)
    if (cluster === undefined) found.set(key, { box, strokes: [stroke] })
    else {
      const { x0, y0, x1, y1 } = cluster.box
      cluster.box = {
        x0: Math.min(x0, box.x0),
        y0: Math.min(y0, box.y0),
        x1: Math.max(x1, box.x1),
        y1: Math.max(y1, box.y1),
      }
      cluster.strokes.push(stroke)
    }
  }
  return [...found.values()]
}

/** What lies within the outline of a plot belongs to it, touching or not. */
function nest(found: readonly Cluster[]): Cluster[] {
  if (found.length > maxNested) return [...found]
  const outer: Cluster[] = []
  for (const cluster of [...found].sort((a, b) => area(b.box) - area(a.box))) {
    const home = outer.find((other) => coverage(cluster.box, other.box) > 0.8)
    if (home === undefined) outer.push({ box: cluster.box, strokes: [...cluster.strokes] })
    else {
      home.strokes.push(...cluster.strokes)
      home.box = union(home.box, cluster.box)
    }
  }
  return outer
}

/** As long as the words on it: the ground of a heading or a button. Bars are as long as their figure says. */
function isLabelled(own: Box, lines: readonly Line[]): boolean {
  return lines.some(({ box }) => contains(own, center(box)) && width(box) >= labelRatio * width(own))
}

function isDrawing(
  { box, strokes }: Cluster,
  { pageArea, lines, prose }: { pageArea: number; lines: readonly Line[]; prose: ReadonlySet<number> },
): boolean {
  if (area(box) < pageArea * minRatio || Math.min(width(box), height(box)) < minSide) return false
  // A frame with round corners is no curve of a drawing; rings, which are as wide as high, are.
  const isFrame = (own: Box): boolean =>
    area(own) >= area(box) * frameRatio && (isOblong(own) || holdsCorners(own, lines))
  // Boxes with round corners as broad as the whole, with text in them, are panels of a page; nodes of a diagram stand side by side or hang on lines.
  const isPanel = (own: Box): boolean =>
    width(own) >= panelRatio * width(box) && isOblong(own) && lines.some((line) => contains(own, center(line.box)))
  const curves = strokes.filter((stroke) => stroke.free && !isPanel(stroke.box))
  const big = curves.filter(
    (stroke) => !isFrame(stroke.box) && Math.min(width(stroke.box), height(stroke.box)) >= minSide,
  ).length
  const bars = strokes.filter((stroke) => stroke.bar).map((stroke) => stroke.box)
  const isChart = hasBars(bars) && hasBars(bars.filter((bar) => !isLabelled(bar, lines)))
  const isCaptioned = (): boolean => captionBelow(box, lines) !== null
  if (
    strokes.length < minStrokes &&
    big < minBig &&
    !isChart &&
    (strokes.length < minCaptioned || curves.length < minSlanted || !isCaptioned())
  )
    return false
  const free = curves.filter((stroke) => !isBullet(stroke.box, lines)).length + big * minFree
  if (free < minFree && !isChart && !isCaptioned()) return false
  // Text fills boxes around text; in drawings most of the ground is free.
  const inside = lines.filter((line) => contains(box, center(line.box)))
  const written = inside.reduce((sum, line) => sum + area(line.box), 0)
  if (
    lines.filter((line, index) => (prose.has(index) || line.typed) && contains(box, center(line.box))).length >=
    maxProseLines
  )
    return false
  return written < area(box) * (free >= 20 ? 0.45 : 0.25)
}
