import { cached } from '../../model/cached.ts'
import { area, type Box, containsCenter, grow, height, shortSide, width } from '../../model/geometry.ts'
import type { DrawingEvent, Line } from '../state.ts'
import { isNumeric } from '../tables/cell-text.ts'
import { hasAxisTicks } from './axis-ticks.ts'
import { isOblong } from './background-shapes.ts'
import { captionBelow } from './captioned-drawings.ts'
import type { Cluster, Stroke } from './types.ts'

/** Minimum strokes of a figure; icons and ornaments have fewer. */
const MIN_STROKES = 10
/** Minimum large curves instead: pies and rings have two. */
const MIN_LARGE_CURVES = 2
/** Minimum numbers of strokes and curves above a caption. */
const MIN_CAPTIONED_STROKES = 4
const MIN_CAPTIONED_CURVES = 2
const MIN_CURVES = 6
/** Minimum bars of different length in a chart. */
const MIN_BARS = 3
const MIN_FRAME_RATIO = 0.7
/** Minimum width of a panel behind text relative to the cluster. */
const MIN_PANEL_RATIO = 0.9
/** Relative to the page; smaller drawings are ornaments. */
const MIN_AREA_RATIO = 0.012
/** In points; lower drawings are outlined words, formulas or rulings. */
const MIN_SIDE = 36
/** A drawing with more is a box around text. */
const MAX_PROSE_LINES = 6
const MAX_BAR_RATIO = 0.9
/** Minimum fraction of filled rectangles with words; bars have only numbers. */
const MIN_WORDED_RATIO = 0.3

type DrawingClass = Pick<DrawingEvent, 'type' | 'reason'>

/** `reason` is for debugging. */
export function classifyCluster(
  { box, strokes }: Cluster,
  { pageArea, lines, prose }: { pageArea: number; lines: readonly Line[]; prose: ReadonlySet<number> },
): DrawingClass {
  if (area(box) < pageArea * MIN_AREA_RATIO || shortSide(box) < MIN_SIDE) return { type: 'decoration', reason: 'small' }
  // Frames with round corners do not count as curves, unlike rings.
  const isFrame = ({ box: own, open }: Stroke): boolean =>
    !open && area(own) >= area(box) * MIN_FRAME_RATIO && isOblong(own)
  const isPanel = ({ box: own, open }: Stroke): boolean =>
    !open &&
    width(own) >= MIN_PANEL_RATIO * width(box) &&
    isOblong(own) &&
    lines.some((line) => containsCenter(own, line.box))
  const curves = strokes.filter((stroke) => stroke.curved && !isPanel(stroke))
  const large = curves.filter((stroke) => !isFrame(stroke) && shortSide(stroke.box) >= MIN_SIDE).length
  const bars = strokes.filter((stroke) => stroke.filled).map((stroke) => stroke.box)
  const hasAxes = hasAxisTicks(strokes)
  const isChart = hasAxes || hasBars(bars)
  const isCaptioned = (): boolean => captionBelow(box, lines) !== null
  if (
    strokes.length < MIN_STROKES &&
    large < MIN_LARGE_CURVES &&
    !isChart &&
    (strokes.length < MIN_CAPTIONED_STROKES || curves.length < MIN_CAPTIONED_CURVES || !isCaptioned())
  )
    return { type: 'decoration', reason: 'few strokes' }
  const curveScore = curves.length + large * MIN_CURVES
  if (curveScore < MIN_CURVES && !isChart && !isCaptioned()) return { type: 'decoration', reason: 'few curves' }
  const inside = lines.filter((line) => containsCenter(box, line.box))
  const textArea = inside.reduce((sum, line) => sum + area(line.box), 0)
  if (
    lines.filter((line, index) => (prose.has(index) || line.isMonospacedRow) && containsCenter(box, line.box)).length >=
    MAX_PROSE_LINES
  )
    return { type: 'decoration', reason: 'prose inside' }
  if (textArea >= area(box) * (curveScore >= 20 ? 0.45 : 0.25))
    return { type: 'decoration', reason: 'filled with text' }
  return isChart
    ? { type: 'chart', reason: hasAxes ? 'axes' : 'bars' }
    : { type: 'diagram', reason: `${curves.length} curves` }
}

/** Bars and numbers between grid lines look like cells. */
export function isBarChart(
  box: Box,
  words: readonly { readonly box: Box; readonly text: string }[],
  filledRects: readonly Box[],
): boolean {
  const reach = grow(box, 2)
  const fills = filledRects.filter((fill) => containsCenter(reach, fill) && width(fill) < width(box) * MAX_BAR_RATIO)
  if (!hasBars(fills)) return false
  const texts = words.filter(({ text }) => !isNumeric(text))
  const labeled = fills.filter((fill) => texts.some((word) => containsCenter(fill, word.box)))
  return labeled.length < fills.length * MIN_WORDED_RATIO
}

/** Bars start on one baseline and differ in length. */
function hasBars(fills: readonly Box[]): boolean {
  return (
    haveCommonBase(fills, (box) => [box.y1, height(box), box.x0]) ||
    haveCommonBase(fills, (box) => [box.x0, width(box), box.y0])
  )
}

function haveCommonBase(
  fills: readonly Box[],
  measure: (box: Box) => [base: number, length: number, position: number],
): boolean {
  const bases = new Map<number, Map<number, number>>()
  for (const fill of fills) {
    const [base, length, position] = measure(fill)
    cached(bases, Math.round(base), () => new Map()).set(Math.round(position / 3), length)
  }
  for (const bars of bases.values()) {
    if (bars.size < MIN_BARS) continue
    const lengths = new Set([...bars.values()].map((length) => Math.round(length / 2)))
    if (lengths.size >= MIN_BARS && lengths.size >= bars.size * 0.6) return true
  }
  return false
}
