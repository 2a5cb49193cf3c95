/**
 * A text's box ends where its ink does: fonts ask for room above and below their letters that may be half a line, and a box
 * of that is wrong by as much. Only its height: sideways the font's widths are exact.
 */
import type { Box } from '../../model/geometry.ts'
import type { Line, TextGroup } from '../draft.ts'

/** How far letters reach above their baseline: figures, capitals and tall letters; with an accent; others. Ems. */
const TALL = 0.73
const ACCENTED = 0.92
const SMALL = 0.5
/** How far those go below it that do. Ems. */
const DEEP = 0.22
/** Scripts other than Latin reach as far as their fonts ask for, at most so far: they stack marks, or fill their squares. Ems. */
const OTHER_ASCENT = 0.9
const OTHER_DESCENT = 0.3
/** Faces differ by this. Ems. */
const SLACK = 0.15

const otherScript = /[\u0250-\u036f\u0400-\u1dff\u2c00-\u{10ffff}]/u
const accentedCapital = /[À-ÞĀ-Ž]/u
const tall = /[^acegmnopqrsuvwxyz.,;:\s\-–—·]/u
const deep = /[gjpqyQ,;()[\]{}ßç|/]/u

/** The group's box, its first and last row cut down to their ink. */
export function boxOfInk({ rows, box, formula }: TextGroup): Box {
  const first = rows[0]?.lines ?? []
  const last = rows.at(-1)?.lines ?? []
  if (formula !== undefined || ![...first, ...last].every(isUpright)) return box
  const top = Math.min(...first.map((line) => line.baseline - (ascentOf(line.text) + SLACK) * line.size))
  const bottom = Math.max(...last.map((line) => line.baseline + (descentOf(line.text) + SLACK) * line.size))
  // Text without a line, or below its own box, has told nothing.
  return top < bottom && top < box.y1 && bottom > box.y0 ? { ...box, y0: Math.max(box.y0, top), y1: Math.min(box.y1, bottom) } : box
}

function isUpright({ spans, formula }: Line): boolean {
  return formula === undefined && spans.every(({ rotation, vertical }) => rotation === 0 && !vertical)
}

function ascentOf(text: string): number {
  if (otherScript.test(text)) return OTHER_ASCENT
  return accentedCapital.test(text) ? ACCENTED : tall.test(text) ? TALL : SMALL
}

function descentOf(text: string): number {
  if (otherScript.test(text)) return OTHER_DESCENT
  return deep.test(text) ? DEEP : 0
}
