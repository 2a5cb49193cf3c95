/** Finds formulas drawn as outlines, which become images: a row of symbols with an equals sign near prose. */

import {
  area,
  type Box,
  coverage,
  grow,
  height,
  longSide,
  overlapArea,
  overlapX,
  union,
  width,
} from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'
import { isWhite } from '../rulings.ts'
import type { DetectedFigure, PageObjects } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { medianSize } from '../text/text-style.ts'

const MIN_SYMBOL_EM = 0.1
const MAX_SYMBOL_EM = 2.2
const MAX_GAP_EM = 2.2
/** Minimum symbols; fewer are an icon or a word. */
const MIN_SYMBOLS = 6
/** Maximum symbols; more are a drawing. The work grows with their pairs. */
const MAX_SYMBOLS = 400
/** Width and aspect ratio of an equals sign that is one shape. */
const EQUALS_WIDTH_EM = [0.5, 1.3] as const
const EQUALS_ASPECT_RATIO = [2, 4] as const
const EQUALS_GAP_EM = [0.1, 0.5] as const
/** Minimum fraction of symbols on one baseline. */
const MIN_BASELINE_RATIO = 0.25
const MAX_HEIGHT_EM = 9

export function findOutlinedFormulas(state: PageObjects): PageObjects {
  const { raw, lines } = state
  if (raw.paths.length < MIN_SYMBOLS || lines.length === 0) return state
  const size = medianSize(lines)
  const found = groupSymbols(raw.paths, size)
    .filter((cluster) => isFormula(cluster, size))
    .map(({ box }) => box)
    .filter((box) => isDisplayed(box, state, size))
  if (found.length === 0) return state
  const figures = state.figures.filter((figure) => !found.some((box) => coverage(figure.box, grow(box, size)) > 0.9))
  const equations = found
    .filter((box) => !figures.some((figure) => overlapArea(figure.box, box) > 0.3 * area(box)))
    .map((box): DetectedFigure => ({ box, text: '', type: 'equation' }))
  return { ...state, figures: [...figures, ...equations] }
}

interface Cluster {
  box: Box
  symbols: Box[]
  bars: Box[]
}

function groupSymbols(paths: readonly Path[], size: number): Cluster[] {
  const clusters: Cluster[] = []
  let current: Cluster | null = null
  for (const { box, stroked, color, rectangle } of paths) {
    const isBar = height(box) < 0.2 * size && width(box) > 0.3 * size && width(box) < 40 * size
    const isSymbol = !stroked && longSide(box) <= MAX_SYMBOL_EM * size && longSide(box) >= MIN_SYMBOL_EM * size
    if (isWhite(color) || !(isBar || (isSymbol && !rectangle))) {
      current = null
      continue
    }
    if (
      current !== null &&
      overlapArea(grow(box, MAX_GAP_EM * size), current.box) > 0 &&
      height(union(box, current.box)) <= MAX_HEIGHT_EM * size
    ) {
      current.box = union(current.box, box)
      if (isBar) current.bars.push(box)
      else current.symbols.push(box)
    } else {
      current = isBar ? { box, symbols: [], bars: [box] } : { box, symbols: [box], bars: [] }
      clusters.push(current)
    }
  }
  return clusters
}

function isFormula(cluster: Cluster, size: number): boolean {
  const { box, symbols, bars } = cluster
  if (
    symbols.length < MIN_SYMBOLS ||
    symbols.length > MAX_SYMBOLS ||
    bars.length > MAX_SYMBOLS ||
    width(box) < 3 * size ||
    !hasEqualsSign(cluster, size)
  )
    return false
  const bottoms = symbols.map(({ y1 }) => y1).sort((a, b) => a - b)
  const most = bottoms.reduce(
    (best, bottom) => Math.max(best, bottoms.filter((other) => Math.abs(other - bottom) < 0.06 * size).length),
    0,
  )
  return most >= symbols.length * MIN_BASELINE_RATIO
}

function hasEqualsSign({ symbols, bars }: Cluster, size: number): boolean {
  const [minWidth, maxWidth] = EQUALS_WIDTH_EM
  const [minRatio, maxRatio] = EQUALS_ASPECT_RATIO
  const [minGap, maxGap] = EQUALS_GAP_EM
  const hasEqualsWidth = (box: Box): boolean => width(box) >= minWidth * size && width(box) <= maxWidth * size
  const strokes = bars.filter(hasEqualsWidth)
  return (
    symbols.some((symbol) => {
      const ratio = width(symbol) / Math.max(0.1, height(symbol))
      return hasEqualsWidth(symbol) && ratio >= minRatio && ratio <= maxRatio
    }) ||
    strokes.some((upper) =>
      strokes.some((lower) => {
        const gap = lower.y0 - upper.y0
        return (
          gap >= minGap * size &&
          gap <= maxGap * size &&
          Math.abs(lower.x0 - upper.x0) < 0.05 * size &&
          Math.abs(lower.x1 - upper.x1) < 0.05 * size
        )
      }),
    )
  )
}

function isDisplayed(box: Box, { lines, tables }: PageObjects, size: number): boolean {
  if (tables.some((table) => overlapArea(table.box, box) > 0)) return false
  const inkBoxes = lines.map(inkBox)
  if (inkBoxes.some((ink) => overlapArea(ink, box) > 0.1 * area(ink))) return false
  return inkBoxes.some(
    (ink) =>
      overlapX(ink, box) > 0 &&
      width(ink) > 8 * size &&
      (Math.abs(ink.y0 - box.y1) < 4 * size || Math.abs(box.y0 - ink.y1) < 4 * size),
  )
}
