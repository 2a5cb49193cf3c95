/** Joins boxes of which programs compose a shaded cell or code box: padding, lines of text, and the rest. */

import { type Box, containsCenter, height, unionAll, unionOf, width } from '../model/geometry.ts'
import { groupAdjacent } from '../model/group-adjacent.ts'
import type { Path, RawPage, Span } from '../model/raw-page.ts'

/** Maximum width of the padding at the left and right of a cell, in points. */
const MAX_PADDING = 6.5
/** Maximum distance of two edges that touch, in points. */
const TOUCH_DISTANCE = 0.6
/** Number of parts of a cell with one line: its padding left and right. */
const MIN_PARTS = 3
/** Maximum boxes; drawings have more. */
const MAX_FILLS = 2_000

export function mergeCellShading(raw: RawPage): RawPage {
  const fills = raw.paths.filter(({ stroked, rectangle }) => !stroked && rectangle)
  if (fills.length > MAX_FILLS || !fills.some(isPadding)) return raw
  const merged = new Map<Path, Box | null>()
  for (const group of Map.groupBy(fills, ({ color, opacity }) => `${color} ${opacity}`).values())
    for (const { box, parts } of cellsOf(group, raw.spans))
      for (const [at, part] of parts.entries()) merged.set(part, at === 0 ? box : null)
  if (merged.size === 0) return raw
  const paths = raw.paths.flatMap((path) => {
    const box = merged.get(path)
    return box === undefined ? [path] : box === null ? [] : [{ ...path, box }]
  })
  return { ...raw, paths }
}

interface Cell {
  readonly box: Box
  readonly parts: readonly Path[]
}

function cellsOf(fills: readonly Path[], spans: readonly Span[]): Cell[] {
  const used = new Set<Path>()
  const edges = new EdgeIndex(fills)
  const cells: Cell[] = []
  for (const padding of fills) {
    if (!isPadding(padding) || used.has(padding)) continue
    const lines = linesAfter(padding, edges.left(padding.box.x1)).filter((line) => !used.has(line))
    if (!isStack(lines, padding.box)) continue
    const right = edges
      .left(lines[0]!.box.x1)
      .find((path) => isPadding(path) && !used.has(path) && haveSameRows(path.box, padding.box))
    if (right === undefined) continue
    const parts = [padding, ...lines, right]
    for (const part of parts) used.add(part)
    cells.push({ box: unionOf(parts), parts })
  }
  return runsOf(cells).flatMap((run) => {
    const box = unionOf(run)
    const parts = run.flatMap((cell) => cell.parts)
    const rest = edges
      .left(box.x0)
      .filter((path) => !used.has(path) && isRestOf(path.box, box) && !hasText(path.box, spans))
    // Other programs shade narrow columns and their neighbors, in one box per row.
    const isCell = run.length === 1 && (parts.length > MIN_PARTS || rest.length > 0)
    const isCodeBox = run.length > 1 && rest.length === 2 && rest.every((path) => height(path.box) <= MAX_PADDING)
    if (!isCell && !isCodeBox) return []
    for (const path of rest) used.add(path)
    return [{ box: unionAll([box, ...rest.map((path) => path.box)]), parts: [...parts, ...rest] }]
  })
}

/** Cells of one width that touch, from top to bottom: lines of a code box, or rows without a border. */
function runsOf(cells: readonly Cell[]): Cell[][] {
  return groupAdjacent(
    cells.toSorted((a, b) => a.box.x0 - b.box.x0 || a.box.y0 - b.box.y0),
    ({ box }, { box: above }) => touches(above.x0, box.x0) && touches(above.x1, box.x1) && touches(above.y1, box.y0),
  )
}

function isPadding({ box }: Path): boolean {
  return width(box) > 1 && width(box) <= MAX_PADDING && height(box) > MAX_PADDING
}

function linesAfter({ box }: Path, candidates: readonly Path[]): Path[] {
  return candidates
    .filter(
      ({ box: line }) =>
        width(line) > MAX_PADDING && line.y0 >= box.y0 - TOUCH_DISTANCE && line.y1 <= box.y1 + TOUCH_DISTANCE,
    )
    .sort((a, b) => a.box.y0 - b.box.y0)
}

function haveSameRows(a: Box, b: Box): boolean {
  return touches(a.y0, b.y0) && touches(a.y1, b.y1)
}

/** Whether boxes of one width fill the height of the padding. */
function isStack(lines: readonly Path[], padding: Box): boolean {
  let bottom = padding.y0
  for (const { box } of lines) {
    if (!touches(box.y0, bottom) || !touches(box.x1, lines[0]!.box.x1)) return false
    bottom = box.y1
  }
  return lines.length > 0 && touches(bottom, padding.y1)
}

function isRestOf(box: Box, cell: Box): boolean {
  return touches(box.x1, cell.x1) && (touches(box.y0, cell.y1) || touches(box.y1, cell.y0))
}

function hasText(box: Box, spans: readonly Span[]): boolean {
  return spans.some((span) => containsCenter(box, span.box))
}

function touches(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOUCH_DISTANCE
}

class EdgeIndex {
  readonly #byLeft: ReadonlyMap<number, readonly Path[]>

  constructor(paths: readonly Path[]) {
    this.#byLeft = Map.groupBy(paths, ({ box }) => Math.round(box.x0))
  }

  left(x: number): Path[] {
    const rounded = Math.round(x)
    return [rounded - 1, rounded, rounded + 1]
      .flatMap((key) => this.#byLeft.get(key) ?? [])
      .filter(({ box }) => touches(box.x0, x))
  }
}
