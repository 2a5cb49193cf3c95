/** Finds the caption below a drawing, and the labels and title that belong to the drawing because of it. */
import { type Box, center, contains, overlapX } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'

/**
 * Maximum distance of a caption below its drawing (ems), and maximum length of the lines between them (characters).
 * Plots have deep margins.
 */
const captionEm = 9
const maxNameChars = 60
/** A heading's number and its words. */
const section = /^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{L}/u
/**
 * Maximum distance of a plot's own title above it (ems of the title's size), and maximum distance between their
 * centers (share of the plot's width).
 */
const titleEm = 4
const middleRatio = 0.08

/** The caption of a figure below the box, with nothing but short lines between; null when there is none. */
export function captionBelow(box: Box, lines: readonly Line[]): Line | null {
  const below = lines.filter(
    (line) => line.box.y0 > center(box).y && line.box.y0 >= box.y1 - line.size && overlapX(line.box, box) > 0,
  )
  const captions = below.filter(
    (line) => labelKind(line.text) === 'figure' && line.box.y0 - box.y1 < captionEm * line.size,
  )
  const nearest = captions.reduce<Line | null>(
    (best, line) => (best === null || line.baseline < best.baseline ? line : best),
    null,
  )
  if (nearest === null) return null
  return below.some(
    (line) => line.baseline < nearest.baseline - 1 && (line.text.length > maxNameChars || section.test(line.text)),
  )
    ? null
    : nearest
}

/** Lines between the drawing and its caption, and its title: set in the type of the labels in the drawing, which the text is not. */
export function ownedByCaption(
  box: Box,
  { free, prose }: { readonly free: readonly Line[]; readonly prose: readonly Line[] },
  caption: Line,
): Box[] {
  const names = free.filter(
    (line) =>
      line.text.length <= maxNameChars &&
      line.box.y0 >= box.y1 - line.size &&
      line.baseline < caption.baseline - 1 &&
      center(line.box).x >= box.x0 &&
      center(line.box).x <= box.x1,
  )
  const faces = new Set([...names, ...free.filter((line) => contains(box, center(line.box)))].map(faceOf))
  for (const line of prose) faces.delete(faceOf(line))
  const titles = free.filter(
    (line) =>
      faces.has(faceOf(line)) &&
      line.text.length <= maxNameChars &&
      line.box.y1 <= box.y0 + line.size / 2 &&
      box.y0 - line.box.y1 < titleEm * line.size &&
      Math.abs(center(line.box).x - center(box).x) < middleRatio * (box.x1 - box.x0),
  )
  return [...names, ...titles].map((line) => line.box)
}

/** A family of faces: its name without weight and slant. */
export function faceOf(line: Line): string {
  const name = line.spans[0]?.font.name ?? ''
  return name.replace(/[-,]?(?:Bold|Italic|Oblique|Regular|Roman|MT)+$/i, '')
}
