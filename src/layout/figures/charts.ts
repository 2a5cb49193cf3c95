/**
 * Finds charts by their axes: the area that the axes span, its frame, and the drawings in it. Runs before tables, because
 * frames, grid lines and tick labels look like them.
 */
import {
  area,
  type Box,
  center,
  contains,
  height,
  overlapArea,
  type Point,
  union,
  unionAll,
  width,
} from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import type { Line, PageObjects } from '../state.ts'
import { beginsWithLabel } from '../text/caption-labels.ts'
import { attachLabels, extendOver } from './attach-labels.ts'
import { fontFamilyOf } from './captioned-drawings.ts'
import { type Axis, findAxes } from './chart-axes.ts'
import { findTitles, labelFontFamilies } from './chart-titles.ts'
import { clusterPaths } from './cluster-drawings.ts'
import { joinSubfigures } from './join-subfigures.ts'
import { mainFontSize } from './label-lines.ts'
import { straightStrokes } from './straight-strokes.ts'
import { findTextLines } from './text-lines.ts'

/** Maximum gap between two axes at their corner, as a fraction of their length plus points: axes may end at their last ticks. */
const MAX_CORNER_GAP_RATIO = 0.12
const MAX_CORNER_GAP = 8
/** Maximum gap between an axis and its drawing, in points; their minimum overlap and maximum width, as fractions of the axis. */
const MAX_DRAWING_GAP = 42
const MIN_AXIS_OVERLAP_RATIO = 0.6
const MAX_DRAWING_RATIO = 2.2
/** Maximum distance between an axis and the edge of its frame, in points. */
const FRAME_TOLERANCE = 6
/** Maximum area of a frame, as a fraction of the page: larger boxes are backgrounds. */
const MAX_FRAME_RATIO = 0.8
/** Minimum overlap of a cluster and a chart, as a fraction of the smaller one. */
const MIN_CLUSTER_OVERLAP_RATIO = 0.5
/** Minimum width and height of a chart, in points. */
const MIN_SIDE = 30
/** Maximum length of a label between subfigures, in characters. */
const MAX_LABEL_CHARS = 30
/** Maximum length of a label, and of one in a monospaced font, in characters: longer ones are sentences or code. */
const MAX_TEXT_CHARS = 70
const MAX_MONO_CHARS = 12
/** Bounds the work: numbers of axes, lines of text and clusters, and charts times charts times lines. */
const MAX_AXES = 800
const MAX_TEXT_LINES = 5_000
const MAX_CLUSTERS = 2_000
const MAX_WORK = 2e8

interface Plot {
  readonly box: Box
  /** Extent of its axes without labels, and extent of each horizontal axis. */
  readonly extents: readonly Box[]
}

/** Boxes of the page's charts with their labels, so that no table is detected in them. */
export function findCharts({ raw, lines }: Pick<PageObjects, 'raw' | 'lines'>): Box[] {
  if (raw.paths.length === 0) return []
  const axes = findAxes(raw, lines)
  if (axes.length === 0 || axes.length > MAX_AXES) return []
  const prose = findTextLines(lines)
  const families = labelFontFamilies(
    axes.map(({ box }) => box),
    { lines, prose },
  )
  const text = new Set(
    lines.flatMap((line, index) =>
      (prose.has(index) && !families.has(fontFamilyOf(line))) || isNotLabel(line) ? [index] : [],
    ),
  )
  const free = lines.filter((_, index) => !text.has(index))
  const blocked = lines.filter((_, index) => text.has(index)).map(({ box }) => center(box))
  const plots = findPlots(raw, { axes, blocked: blocked.slice(0, MAX_TEXT_LINES) })
  if (plots.length === 0 || plots.length ** 2 * lines.length > MAX_WORK) return []
  const size = mainFontSize(lines)
  const boxes = plots.map(({ box }) => box)
  const titled = plots.map(({ box, extents }, at) => {
    const others = boxes.filter((_, index) => index !== at)
    const labeled = attachLabels(box, { lines, prose: text, size, paths: raw.paths, isDrawing: true, others })
    return extendOver(labeled, findTitles({ box: labeled, extents }, { free, families, size }), blocked)
  })
  const freeLines = new Set(free)
  const isLabel = (line: Line): boolean =>
    freeLines.has(line) && (families.has(fontFamilyOf(line)) || line.text.length <= MAX_LABEL_CHARS)
  return joinSubfigures(titled, { lines, isLabel, size })
}

/** Captions, code and sentences, which are not part of a plot. */
function isNotLabel({ text, spans }: Line): boolean {
  return (
    beginsWithLabel(text) ||
    text.length > MAX_TEXT_CHARS ||
    (text.length > MAX_MONO_CHARS && spans.every(({ font }) => font.mono))
  )
}

/** Finds plots without axis titles and legends. `blocked`: centers of text that is not part of a plot. */
function findPlots(raw: RawPage, { axes, blocked }: { axes: readonly Axis[]; blocked: readonly Point[] }): Plot[] {
  const frames = straightStrokes(raw).frames.filter((box) => area(box) <= MAX_FRAME_RATIO * raw.width * raw.height)
  const isFree = (box: Box): boolean => !blocked.some((point) => contains(box, point))
  const clusters = clusterPaths(raw)
    .slice(0, MAX_CLUSTERS)
    .map(({ box }) => box)
  return groupAxes(axes, isFree)
    .map((group): Plot => {
      const axesBox = unionAll(group.map(({ box }) => box))
      const withFrame = group
        .flatMap((axis) => frames.filter((frame) => isFrameOf(frame, axis)))
        .reduce((box, frame) => (isFree(frame) ? union(box, frame) : box), axesBox)
      const box = clusters
        .filter(
          (cluster) =>
            (overlapsPlot(cluster, withFrame) || group.some((axis) => isAlongAxis(cluster, axis))) &&
            isFree(union(cluster, withFrame)),
        )
        .reduce(union, withFrame)
      return {
        box,
        extents: [unionAll(group.map(extentOf)), ...group.filter(({ horizontal }) => horizontal).map(extentOf)],
      }
    })
    .filter(({ box }) => isFree(box) && Math.min(width(box), height(box)) >= MIN_SIDE)
}

function extentOf({ horizontal, position, from, to }: Axis): Box {
  return horizontal
    ? { x0: from, x1: to, y0: position, y1: position }
    : { x0: position, x1: position, y0: from, y1: to }
}

function overlapsPlot(cluster: Box, plot: Box): boolean {
  return overlapArea(cluster, plot) > MIN_CLUSTER_OVERLAP_RATIO * Math.min(area(cluster), area(plot))
}

/** Drawn along the axis, on the side without labels. */
function isAlongAxis(cluster: Box, { horizontal, position, from, to, box }: Axis): boolean {
  const [near, far, start, end] = horizontal
    ? [cluster.y0, cluster.y1, cluster.x0, cluster.x1]
    : [cluster.x0, cluster.x1, cluster.y0, cluster.y1]
  const [outer, inner] = horizontal ? [box.y1 - position, position - box.y0] : [box.x1 - position, position - box.x0]
  const gap = outer > inner ? position - far : near - position
  const isDeep = outer > inner ? position - near >= MIN_SIDE : far - position >= MIN_SIDE
  const shared = Math.min(end, to) - Math.max(start, from)
  return (
    isDeep &&
    gap <= MAX_DRAWING_GAP &&
    shared >= MIN_AXIS_OVERLAP_RATIO * (to - from) &&
    end - start <= MAX_DRAWING_RATIO * (to - from)
  )
}

/** Groups the axes of each plot. */
function groupAxes(axes: readonly Axis[], isFree: (box: Box) => boolean): Axis[][] {
  const groups: Axis[][] = []
  for (const axis of axes) {
    const matching = groups.filter((group) =>
      group.some((other) => areSamePlot(axis, other) && isFree(union(axis.box, other.box))),
    )
    for (const group of matching) groups.splice(groups.indexOf(group), 1)
    groups.push([axis, ...matching.flat()])
  }
  return groups
}

function areSamePlot(a: Axis, b: Axis): boolean {
  if (a.horizontal === b.horizontal) return overlapArea(a.box, b.box) > 0
  return meetsAxis(a, b) && meetsAxis(b, a)
}

/** Whether the axis is at one of the other axis's ends, or between them. */
function meetsAxis(axis: Axis, other: Axis): boolean {
  const gap = MAX_CORNER_GAP + MAX_CORNER_GAP_RATIO * (other.to - other.from)
  return axis.position >= other.from - gap && axis.position <= other.to + gap
}

function isFrameOf(frame: Box, { horizontal, position, from, to }: Axis): boolean {
  const [sides, start, end] = horizontal
    ? [[frame.y0, frame.y1], frame.x0, frame.x1]
    : [[frame.x0, frame.x1], frame.y0, frame.y1]
  return (
    sides.some((side) => Math.abs(side - position) <= FRAME_TOLERANCE) &&
    start <= from + FRAME_TOLERANCE &&
    end >= to - FRAME_TOLERANCE
  )
}
