/** Limits boxes of text to the ink; font boxes add up to half a line above and below. */

import type { Box } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { Line, TextGroup } from '../state.ts'

/** Heights of tall, accented and other letters. */
const TALL_ASCENT_EM = 0.73
const ACCENTED_ASCENT_EM = 0.92
const LOWERCASE_ASCENT_EM = 0.5
const DEEP_DESCENT_EM = 0.22
/** Other scripts stack marks or fill their squares. */
const OTHER_ASCENT_EM = 0.9
const OTHER_DESCENT_EM = 0.3
/** Difference between fonts. */
const SLACK_EM = 0.15

const otherScript = /[\u0250-\u036f\u0400-\u1dff\u2c00-\u{10ffff}]/u
const accentedCapital = /[À-ÞĀ-Ž]/u
const tall = /[^acegmnopqrsuvwxyz.,;:\s\-–—·]/u
const deep = /[gjpqyQ,;()[\]{}ßç|/]/u

/** The box can grow if the font box is too small. */
export function boxOfInk({ rows, box, formula }: TextGroup): Box {
  const lines = rows.flatMap((row) => row.lines)
  if (formula !== undefined || !lines.every(isUpright)) return box
  const { outer, inner } = inkOf(lines)
  // A baseline outside of its box is unreliable.
  if (outer.top >= box.y1 || outer.bottom <= box.y0) return box
  return {
    ...box,
    y0: Math.min(Math.max(box.y0, outer.top), inner.top),
    y1: Math.max(Math.min(box.y1, outer.bottom), inner.bottom),
  }
}

interface Extent {
  top: number
  bottom: number
}

/** Ink in fonts with the highest and with the lowest letters. */
function inkOf(lines: readonly Line[]): { outer: Extent; inner: Extent } {
  const outer = { top: Infinity, bottom: -Infinity }
  const inner = { top: Infinity, bottom: -Infinity }
  for (const { baseline, size, text } of lines) {
    const isOther = otherScript.test(text)
    const ascent = isOther ? OTHER_ASCENT_EM : ascentOf(text)
    const descent = isOther ? OTHER_DESCENT_EM : descentOf(text)
    outer.top = Math.min(outer.top, baseline - (ascent + SLACK_EM) * size)
    outer.bottom = Math.max(outer.bottom, baseline + (descent + SLACK_EM) * size)
    inner.top = Math.min(inner.top, baseline - (ascent - SLACK_EM) * size)
    inner.bottom = Math.max(inner.bottom, baseline + (descent - SLACK_EM) * size)
  }
  return { outer, inner }
}

function isUpright({ spans, formula }: Line): boolean {
  return formula === undefined && spans.every(isHorizontal)
}

function ascentOf(text: string): number {
  return accentedCapital.test(text) ? ACCENTED_ASCENT_EM : tall.test(text) ? TALL_ASCENT_EM : LOWERCASE_ASCENT_EM
}

function descentOf(text: string): number {
  return deep.test(text) ? DEEP_DESCENT_EM : 0
}
