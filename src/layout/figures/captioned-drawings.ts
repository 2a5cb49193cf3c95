import { type Box, centerX, containsCenter, overlapX, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'

/** Maximum distance of a caption, and maximum length of lines between; plots have deep margins. */
const MAX_CAPTION_DISTANCE_EM = 9
const MAX_NAME_CHARS = 60
/** Maximum distance of a title, and maximum offset of the centers relative to the plot's width. */
const MAX_TITLE_DISTANCE_EM = 4
const MAX_CENTER_OFFSET_RATIO = 0.08

/** Only short lines may be between the box and its caption. */
export function captionBelow(box: Box, lines: readonly Line[]): Line | null {
  const below = lines.filter((line) => line.box.y0 >= box.y1 - line.size && overlapX(line.box, box) > 0)
  const [nearest] = below
    .filter((line) => labelKind(line.text) === 'figure' && line.box.y0 - box.y1 < MAX_CAPTION_DISTANCE_EM * line.size)
    .sort((a, b) => a.baseline - b.baseline)
  if (nearest === undefined) return null
  return below.some((line) => line.baseline < nearest.baseline - 1 && line.text.length > MAX_NAME_CHARS)
    ? null
    : nearest
}

/** Lines above the caption, and titles in a font of the labels only. Fixture: pdf-charts. */
export function labelsAboveCaption(
  box: Box,
  { free, prose }: { readonly free: readonly Line[]; readonly prose: readonly Line[] },
  caption: Line,
): Box[] {
  const labels = free.filter(
    (line) =>
      line.box.y0 >= box.y1 - line.size &&
      line.baseline < caption.baseline - 1 &&
      centerX(line.box) >= box.x0 &&
      centerX(line.box) <= box.x1,
  )
  const families = new Set([...labels, ...free.filter((line) => containsCenter(box, line.box))].map(fontFamilyOf))
  for (const line of prose) families.delete(fontFamilyOf(line))
  const titles = free.filter(
    (line) =>
      families.has(fontFamilyOf(line)) &&
      line.box.y1 <= box.y0 + line.size / 2 &&
      box.y0 - line.box.y1 < MAX_TITLE_DISTANCE_EM * line.size &&
      Math.abs(centerX(line.box) - centerX(box)) < MAX_CENTER_OFFSET_RATIO * width(box),
  )
  return [...labels, ...titles].map((line) => line.box)
}

export function fontFamilyOf(line: Line): string {
  const name = line.spans[0]?.font.name ?? ''
  return name.replace(/[-,]?(?:Bold|Italic|Oblique|Regular|Roman|MT)+$/i, '')
}
