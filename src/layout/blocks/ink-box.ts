/**
 * A text's box ends where its ink does: fonts ask for room above and below their letters that may be half a line, and a box
 * of that is wrong by as much. Only its height: sideways the font's widths are exact.
 */
import type { Box } from '../../model/geometry.ts'
import type { Line, TextGroup } from '../state.ts'

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

/** The group's box, as high as the ink of its rows: cut down to it, or grown where a font tells too little. */
export function boxOfInk({ rows, box, formula }: TextGroup): Box {
  const lines = rows.flatMap((row) => row.lines)
  if (lines.length === 0 || formula !== undefined || !lines.every(isUpright)) return box
  const { top, bottom, least, most } = inkOf(lines)
  // A baseline outside of its box has told nothing.
  if (top >= box.y1 || bottom <= box.y0) return box
  return { ...box, y0: Math.min(Math.max(box.y0, top), least), y1: Math.max(Math.min(box.y1, bottom), most) }
}

/** How high and how deep the ink reaches: in the faces that reach furthest (`top`, `bottom`), and in those that reach least. */
function inkOf(lines: readonly Line[]): { top: number; bottom: number; least: number; most: number } {
  const reach = { top: Infinity, bottom: -Infinity, least: Infinity, most: -Infinity }
  for (const { baseline, size, text } of lines) {
    const isOther = otherScript.test(text)
    const ascent = isOther ? OTHER_ASCENT : ascentOf(text)
    const descent = isOther ? OTHER_DESCENT : descentOf(text)
    reach.top = Math.min(reach.top, baseline - (ascent + SLACK) * size)
    reach.bottom = Math.max(reach.bottom, baseline + (descent + SLACK) * size)
    reach.least = Math.min(reach.least, baseline - (ascent - SLACK) * size)
    reach.most = Math.max(reach.most, baseline + (descent - SLACK) * size)
  }
  return reach
}

function isUpright({ spans, formula }: Line): boolean {
  return formula === undefined && spans.every(({ rotation, vertical }) => rotation === 0 && !vertical)
}

function ascentOf(text: string): number {
  return accentedCapital.test(text) ? ACCENTED : tall.test(text) ? TALL : SMALL
}

function descentOf(text: string): number {
  return deep.test(text) ? DEEP : 0
}
