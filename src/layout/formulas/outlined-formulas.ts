/**
 * Finds formulas that are drawn as outlines, without any text. They become equations that are shown as images: shapes
 * cannot be read as text, but a reader must not lose them. A formula is a row of signs with an equals sign, on lines
 * of its own below running text.
 */
import { area, type Box, coverage, grow, height, overlapArea, overlapX, union, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import { isWhite } from '../rulings.ts'
import type { DetectedFigure, Line, PageObjects } from '../state.ts'
import { inkBox } from '../text/lines.ts'

/** Signs are between these sizes. Ems of body text. */
const minSignEm = 0.1
const maxSignEm = 2.2
/** Maximum gap between consecutive signs of one formula. Ems. */
const reachEm = 2.2
/** Fewer shapes are an icon or a word. */
const minSigns = 6
/** More are a drawing; it bounds the work, which grows with their pairs. */
const maxSigns = 400
/** Width of an equals sign that is drawn as one shape (ems), and its ratio of width to height. */
const equalsEm = [0.5, 1.3] as const
const equalsRatio = [2, 4] as const
/** Gap between the bars of an equals sign that is drawn as two bars of one length. Ems. */
const equalsGapEm = [0.1, 0.5] as const
/** Minimum share of the signs with the same baseline. */
const baselineRatio = 0.25
/** A formula of more lines is a drawing. Ems. */
const maxHeightEm = 9

export function findOutlinedFormulas(draft: PageObjects): PageObjects {
  const { raw, lines } = draft
  if (raw.paths.length < minSigns || lines.length === 0) return draft
  const size = bodySize(lines)
  const found = clustersOf(raw.paths, size)
    .filter((cluster) => isFormula(cluster, size))
    .map(({ box }) => box)
    .filter((box) => stands(box, draft, size))
  if (found.length === 0) return draft
  const figures = draft.figures.filter((figure) => !found.some((box) => coverage(figure.box, grow(box, size)) > 0.9))
  const equations = found
    .filter((box) => !figures.some((figure) => overlapArea(figure.box, box) > 0.3 * area(box)))
    .map((box): DetectedFigure => ({ box, text: '', type: 'equation' }))
  return { ...draft, figures: [...figures, ...equations] }
}

interface Cluster {
  box: Box
  signs: Box[]
  bars: Box[]
}

/** Runs of shapes of the size of signs, in the order that they are drawn in. */
function clustersOf(paths: readonly Path[], size: number): Cluster[] {
  const clusters: Cluster[] = []
  let current: Cluster | null = null
  for (const { box, stroked, opacity, color, rectangle } of paths) {
    const isBar = height(box) < 0.2 * size && width(box) > 0.3 * size && width(box) < 40 * size
    const isSign =
      !stroked &&
      Math.max(width(box), height(box)) <= maxSignEm * size &&
      Math.max(width(box), height(box)) >= minSignEm * size
    if (opacity === 0 || isWhite(color) || !(isBar || (isSign && !rectangle))) {
      current = null
      continue
    }
    if (
      current !== null &&
      overlapArea(grow(box, reachEm * size), current.box) > 0 &&
      height(union(box, current.box)) <= maxHeightEm * size
    ) {
      current.box = union(current.box, box)
      if (isBar) current.bars.push(box)
      else current.signs.push(box)
    } else {
      current = isBar ? { box, signs: [], bars: [box] } : { box, signs: [box], bars: [] }
      clusters.push(current)
    }
  }
  return clusters
}

function isFormula(cluster: Cluster, size: number): boolean {
  const { box, signs, bars } = cluster
  if (
    signs.length < minSigns ||
    signs.length > maxSigns ||
    bars.length > maxSigns ||
    width(box) < 3 * size ||
    !hasEquals(cluster, size)
  )
    return false
  const bottoms = signs.map(({ y1 }) => y1).sort((a, b) => a - b)
  const most = bottoms.reduce(
    (best, bottom) => Math.max(best, bottoms.filter((other) => Math.abs(other - bottom) < 0.06 * size).length),
    0,
  )
  return most >= signs.length * baselineRatio
}

function hasEquals({ signs, bars }: Cluster, size: number): boolean {
  const [narrow, wide] = equalsEm
  const [flat, flatter] = equalsRatio
  const [near, far] = equalsGapEm
  const ofWidth = (box: Box): boolean => width(box) >= narrow * size && width(box) <= wide * size
  const strokes = bars.filter(ofWidth)
  return (
    signs.some((sign) => {
      const ratio = width(sign) / Math.max(0.1, height(sign))
      return ofWidth(sign) && ratio >= flat && ratio <= flatter
    }) ||
    strokes.some((upper) =>
      strokes.some((lower) => {
        const gap = lower.y0 - upper.y0
        return (
          gap >= near * size &&
          gap <= far * size &&
          Math.abs(lower.x0 - upper.x0) < 0.05 * size &&
          Math.abs(lower.x1 - upper.x1) < 0.05 * size
        )
      }),
    )
  )
}

/** Text above or below it in its column, none across it. */
function stands(box: Box, { lines, tables }: PageObjects, size: number): boolean {
  if (tables.some((table) => overlapArea(table.box, box) > 0)) return false
  const inks = lines.map(inkBox)
  if (inks.some((ink) => overlapArea(ink, box) > 0.1 * area(ink))) return false
  return inks.some(
    (ink) =>
      overlapX(ink, box) > 0 &&
      width(ink) > 8 * size &&
      (Math.abs(ink.y0 - box.y1) < 4 * size || Math.abs(box.y0 - ink.y1) < 4 * size),
  )
}

function bodySize(lines: readonly Line[]): number {
  const sizes = lines.map((line) => line.size).sort((a, b) => a - b)
  return sizes[sizes.length >> 1] ?? 10
}
