import { isColored } from '../../model/color.ts'
import { type Box, centerY, containsCenter, grow, height, overlapArea, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { isBetween, MAX_NAME_CHARS } from './label-lines.ts'
import type { LabelContext } from './types.ts'

const MAX_LEGEND_GAP_EM = 6
const MAX_KEY_WIDTH_EM = 2.6
const MAX_KEY_HEIGHT_EM = 1.3
const MAX_KEY_GAP_EM = 1.2
/** Minimum colors; one key is a bullet. */
const MIN_KEYS = 2

/** Keys in the colors of the drawing, each with a label after it. Fixture: pdf-charts. */
export function findLegend(box: Box, { paths, size }: LabelContext, free: readonly Line[]): Box[] {
  const colors = new Set(
    paths
      .filter((path) => overlapArea(grow(path.box, 0.1), box) > 0 && isColored(path.color))
      .map(({ color }) => color),
  )
  if (colors.size === 0) return []
  const reach = grow(box, MAX_LEGEND_GAP_EM * size)
  const keys = paths.filter(
    (path) =>
      colors.has(path.color) &&
      width(path.box) <= MAX_KEY_WIDTH_EM * size &&
      height(path.box) <= MAX_KEY_HEIGHT_EM * size &&
      containsCenter(reach, path.box) &&
      !containsCenter(box, path.box),
  )
  const found = new Map<number, Box[]>()
  for (const { box: key, color } of keys) {
    const y = centerY(key)
    const words = free.find(
      (line) =>
        line.text.length <= MAX_NAME_CHARS &&
        isBetween(line.box.x0 - key.x1, -0.2 * size, MAX_KEY_GAP_EM * size) &&
        isBetween(y, line.box.y0, line.box.y1),
    )
    if (words !== undefined) found.set(color, [...(found.get(color) ?? []), key, words.box])
  }
  return found.size < MIN_KEYS ? [] : [...found.values()].flat()
}
