/** Rotation of the pages of the shown document, in quarter turns clockwise. */
import { signal } from '@preact/signals'
import type { Box, Page } from '../client/types.ts'

export type Turn = 0 | 1 | 2 | 3

export const turn = signal<Turn>(0)

export function shownSize({ page_size: { w, h } }: Page): { readonly w: number; readonly h: number } {
  return turn.value % 2 === 0 ? { w, h } : { w: h, h: w }
}

export function shownBox([x1, y1, x2, y2]: Box, turns: Turn = turn.value): Box {
  if (turns === 1) return [1 - y2, x1, 1 - y1, x2]
  if (turns === 2) return [1 - x2, 1 - y2, 1 - x1, 1 - y1]
  if (turns === 3) return [y1, 1 - x2, y2, 1 - x1]
  return [x1, y1, x2, y2]
}

export function sumOfTurns(a: Turn, b: number): Turn {
  return ((a + b + 4) % 4) as Turn
}

/** Turns a box of coordinates about their origin. */
export function turnBox([x1, y1, x2, y2]: Box, turns: Turn): Box {
  if (turns === 1) return [-y2, x1, -y1, x2]
  if (turns === 2) return [-x2, -y2, -x1, -y1]
  if (turns === 3) return [y1, -x2, y2, -x1]
  return [x1, y1, x2, y2]
}

/** Size of the rotated sheet in the page, whose center it shares. */
export function sheetSize(page: Page): { readonly width: string; readonly height: string } {
  const { w, h } = shownSize(page)
  const { page_size: size } = page
  return { width: `${(100 * size.w) / w}%`, height: `${(100 * size.h) / h}%` }
}
