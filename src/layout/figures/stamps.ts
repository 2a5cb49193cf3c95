/** Finds seals and stamps in red ink: a ring with words, or a square around a few ideographs. */
import { channelsOf } from '../../model/color.ts'
import {
  area,
  type Box,
  containsCenter,
  grow,
  longSide,
  overlapArea,
  shortSide,
  union,
  width,
} from '../../model/geometry.ts'
import { startsWithCjk } from '../../model/join-text.ts'
import type { Path } from '../../model/raw-page.ts'
import type { DetectedFigure, Line, PageObjects } from '../state.ts'

/** Side of a stamp in points: 12 to 80 mm. */
const MIN_SIDE = 34
const MAX_SIDE = 227
/** Maximum ratio of the sides; rings may be oval. */
const MAX_ASPECT_RATIO = 1.8
/** In points, between strokes. */
const MAX_GAP = 3
/** Maximum distance of the outline, relative to the sides. */
const MAX_OUTLINE_RATIO = 0.08
/** Maximum length of a seal without a ring. */
const MAX_SEAL_CHARS = 12
/** Maximum red strokes; more are a drawing, and the work grows with their pairs. */
const MAX_STROKES = 1000

export function findStamps(state: PageObjects): PageObjects {
  const red = state.raw.paths.filter(({ color, box }) => isRed(color) && longSide(box) <= MAX_SIDE)
  if (red.length === 0 || red.length > MAX_STROKES) return state
  const redLines = state.lines.filter(({ spans }) => spans.every(({ color }) => isRed(color)))
  const found = clusterByDistance(red).flatMap(({ box, paths }) => {
    if (!hasStampSize(box) || state.tables.some((table) => overlapArea(table.box, box) > 0)) return []
    const inside = redLines.filter((line) => containsCenter(grow(box, MAX_GAP), line.box))
    return isStamp(box, paths, inside) ? [{ box, inside }] : []
  })
  if (found.length === 0) return state
  const claimed = new Set(found.flatMap(({ inside }) => inside))
  const stamps = found.map(({ box, inside }): DetectedFigure => ({ box, text: readText(inside), type: 'stamp' }))
  const isOutsideStamps = (figure: DetectedFigure): boolean =>
    !found.some(({ box }) => overlapArea(figure.box, box) > 0.5 * area(figure.box))
  return {
    ...state,
    figures: [...state.figures.filter(isOutsideStamps), ...stamps],
    lines: state.lines.filter((line) => !claimed.has(line)),
  }
}

/** From vermilion to crimson, without pink and orange. */
function isRed(color: number): boolean {
  const [red, green, blue] = channelsOf(color)
  return red >= 140 && red - Math.max(green, blue) >= 90
}

function hasStampSize(box: Box): boolean {
  const [short, long] = [shortSide(box), longSide(box)]
  return short >= MIN_SIDE && long <= MAX_SIDE && long <= short * MAX_ASPECT_RATIO
}

function clusterByDistance(paths: readonly Path[]): { box: Box; paths: Path[] }[] {
  const found: { box: Box; paths: Path[] }[] = []
  for (const path of paths) {
    const near = found.filter((cluster) => overlapArea(grow(cluster.box, MAX_GAP), grow(path.box, MAX_GAP)) > 0)
    const joined = near.reduce(
      (all, cluster) => ({ box: union(all.box, cluster.box), paths: [...all.paths, ...cluster.paths] }),
      {
        box: path.box,
        paths: [path],
      },
    )
    for (const cluster of near) found.splice(found.indexOf(cluster), 1)
    found.push(joined)
  }
  return found
}

function isStamp(box: Box, paths: readonly Path[], inside: readonly Line[]): boolean {
  const text = inside
    .map((line) => line.text)
    .join('')
    .replace(/\s/g, '')
  const outline = paths.filter(({ stroked }) => stroked)
  const sides = [
    outline.some(({ box: own }) => own.x0 <= box.x0 + MAX_OUTLINE_RATIO * width(box)),
    outline.some(({ box: own }) => own.x1 >= box.x1 - MAX_OUTLINE_RATIO * width(box)),
  ]
  if (!sides.every(Boolean) || text === '') return false
  const isRing = outline.every(({ rectangle }) => !rectangle)
  return isRing || ([...text].length <= MAX_SEAL_CHARS && [...text].every(startsWithCjk))
}

/** Characters around a ring are single lines in content order. */
function readText(lines: readonly Line[]): string {
  return lines.reduce(
    (text, { text: next }) =>
      text === '' || ([...next].length === 1 && startsWithCjk(next)) ? text + next : `${text} ${next}`,
    '',
  )
}
