import type { Line } from '../state.ts'

/** Maximum lengths of names of bars, and of labels at the sides. */
export const MAX_NAME_CHARS = 60
export const MAX_SIDE_CHARS = 30
export const ALIGNMENT_EM = 0.35
export const MAX_LINE_SPACING_EM = 1.5

export function isRotated(line: Line): boolean {
  const first = line.spans[0]
  return first !== undefined && (first.rotation === 90 || first.rotation === 270) && !first.vertical
}

export function isBetween(value: number, from: number, to: number): boolean {
  return value >= from && value <= to
}
