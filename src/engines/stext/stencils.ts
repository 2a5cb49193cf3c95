/**
 * Stencils of one pixel → rules: PostScript has an operator for them, and what converts it to PDF often keeps each of TeX's rules as a
 * picture of one pixel, drawn as long and thin as the rule. Thick ones stay pictures: they are grounds, and no color of theirs is told.
 */
import { type Box, height, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'

/** Rules are drawn at most this thick. Points: pens do not grow with the type. */
const maxThickness = 4

/** A picture of so many pixels that looks like a rule. */
export function isThinPixel(box: Box, pixels: number): boolean {
  return pixels === 1 && Math.min(width(box), height(box)) <= maxThickness
}

/** The same as a filled box, in black. */
export function ruleOf(box: Box): Path {
  return { box, stroked: false, rectangle: true, color: 0, opacity: 1 }
}
