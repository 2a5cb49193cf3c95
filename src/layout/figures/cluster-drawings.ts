/** Clusters adjacent strokes and fills, without backgrounds and frames of the page. */
import { area, type Box, containsBox, coverage, height, union, width } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import { clamp } from '../../model/statistics.ts'
import { isWhite } from '../rulings.ts'
import type { Cluster, Stroke } from './types.ts'

/** Mesh size in points. Strokes in adjacent cells are connected. */
const CELL_SIZE = 14
/** Number of strokes beyond which they are thinned. */
const MAX_STROKES = 30_000
/** Limit for pages larger than PDF allows (14,400 points square). */
const MAX_CELLS = 1 << 21
const MAX_NESTED = 300
/** Maximum height of a horizontal line, in points. */
const MAX_LINE_HEIGHT = 3.5
/** Maximum width and height of a logo relative to the width of the lines next to it. */
const MAX_LOGO_WIDTH = 0.5
const MAX_LOGO_HEIGHT = 0.25

interface OpenCluster {
  box: Box
  strokes: Stroke[]
}

/** `excluded`: boxes that contain no drawings, with their frames. */
export function clusterPaths(raw: RawPage, excluded: readonly Box[]): Cluster[] {
  const pageArea = raw.width * raw.height
  const strokes: Stroke[] = []
  const step = Math.max(1, Math.ceil(raw.paths.length / MAX_STROKES))
  for (let index = 0; index < raw.paths.length; index += step) {
    const path = raw.paths[index]
    if (path === undefined || (isWhite(path.color) && !path.stroked)) continue
    const strokeWidth = width(path.box)
    const strokeHeight = height(path.box)
    if (
      strokeWidth * strokeHeight > pageArea * 0.3 ||
      strokeWidth > raw.width * 0.95 ||
      strokeHeight > raw.height * 0.95 ||
      excluded.some((box) => containsBox(box, path.box))
    )
      continue
    strokes.push({
      box: path.box,
      curved: !path.rectangle,
      open: path.open === true,
      filled: path.rectangle && !path.stroked && strokeWidth > 3 && strokeHeight > 3,
    })
  }
  return clusterStrokes(strokes, raw).map(withoutRuling)
}

/** A ruling below a page header touches the logo. See test/layout/figures/cluster-drawings.test.ts. */
function withoutRuling(cluster: Cluster): Cluster {
  const shapes = cluster.strokes.filter(({ box }) => height(box) > MAX_LINE_HEIGHT)
  if (shapes.length === 0 || shapes.length === cluster.strokes.length) return cluster
  const box = shapes.map((shape) => shape.box).reduce(union)
  const whole = width(cluster.box)
  if (width(box) > MAX_LOGO_WIDTH * whole || height(box) > MAX_LOGO_HEIGHT * whole) return cluster
  return { box, strokes: cluster.strokes.filter((stroke) => containsBox(box, stroke.box)) }
}

/** Clusters within a larger one belong to it. */
export function clusterStrokes(strokes: readonly Stroke[], raw: RawPage): Cluster[] {
  return mergeNested(connectStrokes(strokes, raw))
}

/** Touched cell without a cluster. */
const UNLABELED = -1

interface Mesh {
  readonly cols: number
  readonly rows: number
  at(value: number, count: number): number
}

function createMesh({ width: pageWidth, height: pageHeight }: RawPage): Mesh {
  const size = Math.max(
    CELL_SIZE,
    Math.sqrt((pageWidth * pageHeight) / MAX_CELLS),
    Math.max(pageWidth, pageHeight) / MAX_CELLS,
  )
  return {
    cols: Math.ceil(pageWidth / size) + 1,
    rows: Math.ceil(pageHeight / size) + 1,
    at: (value, count) => clamp(Math.floor(value / size), 0, count - 1),
  }
}

/** The work grows with the strokes, not their pairs. */
function connectStrokes(strokes: readonly Stroke[], raw: RawPage): OpenCluster[] {
  const mesh = createMesh(raw)
  /** By cell: 0 (empty), `UNLABELED`, or the number of its cluster. */
  const labels = new Int32Array(mesh.cols * mesh.rows)
  labelComponents(labels, markStrokes(strokes, mesh, labels), mesh)
  return collectClusters(strokes, mesh, labels)
}

function markStrokes(strokes: readonly Stroke[], { cols, rows, at }: Mesh, labels: Int32Array): number[] {
  const cells: number[] = []
  /** Filled cells from each cell on, so that overlapping bars are visited once. */
  const filled = new Int32Array(cols * rows)
  const mark = (row: number, c0: number, c1: number): void => {
    const end = row * cols + c1 + 1
    for (let cell = row * cols + c0; cell < end; ) {
      const known = filled[cell] as number
      filled[cell] = Math.max(known, end - cell)
      if (known === 0) {
        labels[cell] = UNLABELED
        cells.push(cell)
      }
      cell += Math.max(1, known)
    }
  }
  for (const { box, filled: isSolid } of strokes) {
    const [c0, c1, r0, r1] = [at(box.x0, cols), at(box.x1, cols), at(box.y0, rows), at(box.y1, rows)]
    // A frame does not connect the drawings inside.
    for (let row = r0; row <= r1; row++) {
      if (isSolid || row === r0 || row === r1) mark(row, c0, c1)
      else {
        mark(row, c0, c0)
        mark(row, c1, c1)
      }
    }
  }
  return cells
}

function labelComponents(labels: Int32Array, cells: readonly number[], { cols, rows }: Mesh): void {
  let count = 0
  const stack: number[] = []
  for (const start of cells) {
    if (labels[start] !== UNLABELED) continue
    count++
    labels[start] = count
    stack.push(start)
    while (stack.length > 0) {
      const cell = stack.pop() as number
      const row = Math.floor(cell / cols)
      const col = cell - row * cols
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
          const next = r * cols + c
          if (labels[next] !== UNLABELED) continue
          labels[next] = count
          stack.push(next)
        }
    }
  }
}

function collectClusters(strokes: readonly Stroke[], { cols, rows, at }: Mesh, labels: Int32Array): OpenCluster[] {
  const found = new Map<number, OpenCluster>()
  for (const stroke of strokes) {
    const { box } = stroke
    const key = labels[at(box.y0, rows) * cols + at(box.x0, cols)] as number
    const cluster = found.get(key)
    if (cluster === undefined) found.set(key, { box, strokes: [stroke] })
    else {
      cluster.box = union(cluster.box, box)
      cluster.strokes.push(stroke)
    }
  }
  return [...found.values()]
}

function mergeNested(found: readonly OpenCluster[]): Cluster[] {
  if (found.length > MAX_NESTED) return [...found]
  const outer: OpenCluster[] = []
  for (const cluster of [...found].sort((a, b) => area(b.box) - area(a.box))) {
    const container = outer.find((other) => coverage(cluster.box, other.box) > 0.8)
    if (container === undefined) outer.push({ box: cluster.box, strokes: [...cluster.strokes] })
    else {
      container.strokes.push(...cluster.strokes)
      container.box = union(container.box, cluster.box)
    }
  }
  return outer
}
