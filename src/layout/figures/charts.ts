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
import { growOver, typeSize, withLabels } from './attach-labels.ts'
import { faceOf } from './captioned-drawings.ts'
import { type Axis, findAxes } from './chart-axes.ts'
import { labelFaces, namesOf } from './chart-titles.ts'
import { clusterPaths } from './cluster-drawings.ts'
import { joinPanels } from './join-subfigures.ts'
import { straightStrokes } from './straight-strokes.ts'
import { findText } from './surrounding-text.ts'

/** Maximum gap between two axes at their corner, as a fraction of their length plus points: axes may end at their last ticks. */
const cornerRatio = 0.12
const cornerGap = 8
/** Maximum gap between an axis and its drawing in points, their minimum overlap and maximum width as fractions of the axis. */
const besideGap = 42
const besideRatio = 0.6
const maxBreadth = 2.2
/** Maximum distance between an axis and the edge of its frame, in points. */
const onFrame = 6
/** Maximum area of a frame, as a fraction of the page: larger boxes are backgrounds. */
const maxFrameRatio = 0.8
/** Minimum overlap of a cluster and a chart, as a fraction of the smaller one. */
const drawnRatio = 0.5
/** Minimum width and height of a chart, in points. */
const minSide = 30
/** Maximum length of a label between subfigures, in characters. */
const maxLabel = 30
/** Maximum length of a label, and of one in a monospaced font, in characters: longer ones are sentences or code. */
const maxSentence = 70
const maxCode = 12
/** Bounds the work: numbers of axes, lines of text and clusters, and charts times charts times lines. */
const maxAxes = 800
const maxText = 5_000
const maxBoxes = 2_000
const maxWork = 2e8

interface Plot {
  readonly box: Box
  /** Extent of its axes without labels, and extent of each horizontal axis. */
  readonly spans: readonly Box[]
}

/** Keeps the page's plots with their labels, so that no table is read in them; their lines are taken with those of all figures. */
export function findCharts({ raw, lines }: Pick<PageObjects, 'raw' | 'lines'>): Box[] {
  if (raw.paths.length === 0) return []
  const axes = findAxes(raw, lines)
  if (axes.length === 0 || axes.length > maxAxes) return []
  const prose = findText(lines)
  const faces = labelFaces(
    axes.map(({ box }) => box),
    { lines, prose },
  )
  const text = new Set(
    lines.flatMap((line, index) => ((prose.has(index) && !faces.has(faceOf(line))) || isApart(line) ? [index] : [])),
  )
  const free = lines.filter((_, index) => !text.has(index))
  const blocked = lines.filter((_, index) => text.has(index)).map(({ box }) => center(box))
  const plots = findPlots(raw, { axes, blocked: blocked.slice(0, maxText) })
  if (plots.length === 0 || plots.length ** 2 * lines.length > maxWork) return []
  const size = typeSize(lines)
  const boxes = plots.map(({ box }) => box)
  const named = plots.map(({ box, spans }, at) => {
    const others = boxes.filter((_, index) => index !== at)
    const labelled = withLabels(box, { lines, prose: text, size, paths: raw.paths, isArt: true, others })
    return growOver(labelled, namesOf({ box: labelled, spans }, { free, faces, size }), blocked)
  })
  const own = new Set(free)
  const isLabel = (line: Line): boolean => own.has(line) && (faces.has(faceOf(line)) || line.text.length <= maxLabel)
  return joinPanels(named, { lines, isLabel, size })
}

/** Captions, code and sentences: no part of a plot. */
function isApart({ text, spans }: Line): boolean {
  return (
    beginsWithLabel(text) ||
    text.length > maxSentence ||
    (text.length > maxCode && spans.every(({ font }) => font.mono))
  )
}

/** Finds plots without names of axes and legends. `blocked` holds the centers of text that is not part of a plot. */
function findPlots(raw: RawPage, { axes, blocked }: { axes: readonly Axis[]; blocked: readonly Point[] }): Plot[] {
  const frames = straightStrokes(raw).frames.filter((box) => area(box) <= maxFrameRatio * raw.width * raw.height)
  const isFree = (box: Box): boolean => !blocked.some((point) => contains(box, point))
  const crowds = clusterPaths(raw)
    .slice(0, maxBoxes)
    .map(({ box }) => box)
  return joined(axes, isFree)
    .map((group): Plot => {
      const own = unionAll(group.map(({ box }) => box))
      const framed = group
        .flatMap((axis) => frames.filter((frame) => isFrameOf(frame, axis)))
        .reduce((box, frame) => (isFree(frame) ? union(box, frame) : box), own)
      const box = crowds
        .filter(
          (crowd) =>
            (belongs(crowd, framed) || group.some((axis) => isBeside(crowd, axis))) && isFree(union(crowd, framed)),
        )
        .reduce(union, framed)
      return { box, spans: [unionAll(group.map(spanOf)), ...group.filter(({ horizontal }) => horizontal).map(spanOf)] }
    })
    .filter(({ box }) => isFree(box) && Math.min(width(box), height(box)) >= minSide)
}

function spanOf({ horizontal, position, from, to }: Axis): Box {
  return horizontal
    ? { x0: from, x1: to, y0: position, y1: position }
    : { x0: position, x1: position, y0: from, y1: to }
}

function belongs(crowd: Box, plot: Box): boolean {
  return overlapArea(crowd, plot) > drawnRatio * Math.min(area(crowd), area(plot))
}

/** Drawn along the axis, on the side where its labels are not. */
function isBeside(crowd: Box, { horizontal, position, from, to, box }: Axis): boolean {
  const [near, far, start, end] = horizontal
    ? [crowd.y0, crowd.y1, crowd.x0, crowd.x1]
    : [crowd.x0, crowd.x1, crowd.y0, crowd.y1]
  const [outer, inner] = horizontal ? [box.y1 - position, position - box.y0] : [box.x1 - position, position - box.x0]
  const gap = outer > inner ? position - far : near - position
  const isDeep = outer > inner ? position - near >= minSide : far - position >= minSide
  const shared = Math.min(end, to) - Math.max(start, from)
  return isDeep && gap <= besideGap && shared >= besideRatio * (to - from) && end - start <= maxBreadth * (to - from)
}

/** Axes that span one plot. */
function joined(axes: readonly Axis[], isFree: (box: Box) => boolean): Axis[][] {
  const groups: Axis[][] = []
  for (const axis of axes) {
    const own = groups.filter((group) =>
      group.some((other) => isOnePlot(axis, other) && isFree(union(axis.box, other.box))),
    )
    for (const group of own) groups.splice(groups.indexOf(group), 1)
    groups.push([axis, ...own.flat()])
  }
  return groups
}

function isOnePlot(a: Axis, b: Axis): boolean {
  if (a.horizontal === b.horizontal) return overlapArea(a.box, b.box) > 0
  return meets(a, b) && meets(b, a)
}

/** Whether the axis is at one of the other axis's ends, or between them. */
function meets(axis: Axis, other: Axis): boolean {
  const gap = cornerGap + cornerRatio * (other.to - other.from)
  return axis.position >= other.from - gap && axis.position <= other.to + gap
}

function isFrameOf(frame: Box, { horizontal, position, from, to }: Axis): boolean {
  const [sides, start, end] = horizontal
    ? [[frame.y0, frame.y1], frame.x0, frame.x1]
    : [[frame.x0, frame.x1], frame.y0, frame.y1]
  return sides.some((side) => Math.abs(side - position) <= onFrame) && start <= from + onFrame && end >= to - onFrame
}
