/** Finds seals and stamps in red ink: a ring with words, or a square around a few ideographs. */
import { area, type Box, center, contains, grow, height, overlapArea, union, width } from '../../model/geometry.ts'
import { isCjk } from '../../model/join-text.ts'
import type { Path } from '../../model/raw-page.ts'
import type { DetectedFigure, Line, PageObjects } from '../state.ts'

/** Stamps are between 12 and 80 mm wide. Points. */
const minSide = 34
const maxSide = 227
/** Rings may be oval, name stamps a little longer than high. */
const maxRatio = 1.8
/** Strokes of one stamp touch, or nearly. Points. */
const reach = 3
/** A stamp's outline comes this near to each side of it: share of its side. */
const outlineRatio = 0.08
/** Maximum length of the text in a seal without a ring. Characters. */
const maxSealChars = 12
/** More red strokes than this on a page are a drawing; it bounds the work, which grows with their pairs. */
const maxStrokes = 1000

export function findStamps(draft: PageObjects): PageObjects {
  const red = draft.raw.paths.filter(
    ({ color, opacity, box }) => opacity > 0 && isRed(color) && Math.max(width(box), height(box)) <= maxSide,
  )
  if (red.length === 0 || red.length > maxStrokes) return draft
  const redLines = draft.lines.filter(({ spans }) => spans.every(({ color }) => isRed(color)))
  const found = clusters(red).flatMap(({ box, paths }) => {
    if (!isSized(box) || draft.tables.some((table) => overlapArea(table.box, box) > 0)) return []
    const inside = redLines.filter((line) => contains(grow(box, reach), center(line.box)))
    return isStamp(box, paths, inside) ? [{ box, inside }] : []
  })
  if (found.length === 0) return draft
  const taken = new Set(found.flatMap(({ inside }) => inside))
  const stamps = found.map(({ box, inside }): DetectedFigure => ({ box, text: readText(inside), type: 'stamp' }))
  const isOwn = (figure: DetectedFigure): boolean =>
    !found.some(({ box }) => overlapArea(figure.box, box) > 0.5 * area(figure.box))
  return {
    ...draft,
    figures: [...draft.figures.filter(isOwn), ...stamps],
    lines: draft.lines.filter((line) => !taken.has(line)),
  }
}

/** The ink of seals: red, from vermilion to crimson; pink and orange are not. */
function isRed(color: number): boolean {
  const [red, green, blue] = [color >> 16, (color >> 8) & 255, color & 255]
  return red >= 140 && red - Math.max(green, blue) >= 90
}

function isSized(box: Box): boolean {
  const [short, long] = [Math.min(width(box), height(box)), Math.max(width(box), height(box))]
  return short >= minSide && long <= maxSide && long <= short * maxRatio
}

function clusters(paths: readonly Path[]): { box: Box; paths: Path[] }[] {
  const found: { box: Box; paths: Path[] }[] = []
  for (const path of paths) {
    const near = found.filter((cluster) => overlapArea(grow(cluster.box, reach), grow(path.box, reach)) > 0)
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
  // Rings are drawn as curves, which leave the corners free; frames as lines or as one rectangle.
  const outline = paths.filter((path) => path.stroked && reachesSide(path.box, box))
  const sides = [
    outline.some(({ box: own }) => own.x0 <= box.x0 + outlineRatio * width(box)),
    outline.some(({ box: own }) => own.x1 >= box.x1 - outlineRatio * width(box)),
  ]
  if (!sides.every(Boolean) || text === '') return false
  const isRing = outline.every(({ rectangle }) => !rectangle)
  return isRing || ([...text].length <= maxSealChars && [...text].every((sign) => isCjk(sign)))
}

function reachesSide(own: Box, box: Box): boolean {
  const [x, y] = [outlineRatio * width(box), outlineRatio * height(box)]
  return own.x0 <= box.x0 + x || own.x1 >= box.x1 - x || own.y0 <= box.y0 + y || own.y1 >= box.y1 - y
}

/** Signs around a ring come one by one, in the order that they were drawn in. */
function readText(lines: readonly Line[]): string {
  return lines.reduce(
    (text, { text: next }) =>
      text === '' || ([...next].length === 1 && isCjk(next)) ? text + next : `${text} ${next}`,
    '',
  )
}
