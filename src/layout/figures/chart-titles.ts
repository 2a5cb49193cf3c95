/** Finds titles above a chart and axis titles below it: centered lines, in a font that prose does not have. */
import { type Box, center, contains, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { fontFamilyOf } from './captioned-drawings.ts'
import { isRotated } from './label-lines.ts'

/** Maximum length of a title, in characters. */
const MAX_CHARS = 70
/** Maximum distance of a title above and below the plot, in em of the title. */
const MAX_GAP_ABOVE_EM = 3.2
const MAX_GAP_BELOW_EM = 2.4
/** The same below, for titles in the font of the text. */
const MAX_TEXT_FONT_GAP_EM = 1.6
/** Maximum distance between the centers of a title and its plot, as a fraction of the plot's width and in em. */
const MAX_CENTER_OFFSET_RATIO = 0.06
const MAX_CENTER_OFFSET_EM = 1
/** Maximum font size of a title as a multiple of the body size, and maximum width as a multiple of the plot's. */
const MAX_SIZE_RATIO = 1.7
const MAX_WIDTH_RATIO = 1.3
/** Maximum mean length of lines that are titles, in characters. Lines of running text are longer. */
const MAX_MEAN_CHARS = 35

interface TitleContext {
  /** Lines that are neither running text nor captions. */
  readonly free: readonly Line[]
  /** Font families of labels that running text does not use. */
  readonly families: ReadonlySet<string>
  /** Body size in points. */
  readonly size: number
}

/** `extents`: extent of all axes and of each one; `box`: the plot with its labels. */
export function findTitles(
  { box, extents }: { readonly box: Box; readonly extents: readonly Box[] },
  { free, families, size }: TitleContext,
): Box[] {
  const isCentered = (line: Line): boolean =>
    extents.some(
      (extent) =>
        Math.abs(center(line.box).x - center(extent).x) <=
        Math.max(MAX_CENTER_OFFSET_RATIO * width(extent), MAX_CENTER_OFFSET_EM * line.size),
    )
  return free
    .filter((line) => {
      if (line.text.length > MAX_CHARS || line.size > MAX_SIZE_RATIO * size || isRotated(line)) return false
      if (!isCentered(line)) return false
      if (width(line.box) > MAX_WIDTH_RATIO * width(box)) return false
      const hasLabelFont = families.has(fontFamilyOf(line))
      const { y } = center(line.box)
      if (y < center(box).y) return hasLabelFont && box.y0 - line.box.y1 <= MAX_GAP_ABOVE_EM * line.size
      return line.box.y0 - box.y1 <= (hasLabelFont ? MAX_GAP_BELOW_EM : MAX_TEXT_FONT_GAP_EM) * line.size
    })
    .map((line) => line.box)
}

/** Font families of the labels in these boxes that running text does not use. Short lines are titles of subfigures. */
export function labelFontFamilies(
  boxes: readonly Box[],
  { lines, prose }: { readonly lines: readonly Line[]; readonly prose: ReadonlySet<number> },
): Set<string> {
  const isWithin = ({ box }: Line): boolean => boxes.some((own) => contains(own, center(box)))
  const families = new Set(lines.filter((line, index) => !prose.has(index) && isWithin(line)).map(fontFamilyOf))
  const lengths = new Map<string, number[]>()
  for (const index of prose) {
    const line = lines[index]
    if (line === undefined) continue
    const family = fontFamilyOf(line)
    const lengthsOfFamily = lengths.get(family)
    if (lengthsOfFamily === undefined) lengths.set(family, [line.text.length])
    else lengthsOfFamily.push(line.text.length)
  }
  for (const [family, own] of lengths)
    if (own.reduce((sum, length) => sum + length, 0) > MAX_MEAN_CHARS * own.length) families.delete(family)
  return families
}
