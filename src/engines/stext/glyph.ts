/** A character of MuPDF with its font and line. */
import type { Font, Span } from '../../model/raw-page.ts'

/** Part of `fontKey`: characters that differ here belong to different spans. */
export const fontKeyFlag = { bold: 1, invisible: 2 } as const

export interface Glyph {
  code: number
  /** Font address with `fontKeyFlag`s in the unused low bits. */
  fontKey: number
  size: number
  color: number
  originY: number
  x0: number
  y0: number
  x1: number
  y1: number
}

export interface GlyphSink {
  add(glyph: Glyph): void
  addSpace(x0: number, x1: number): void
}

export interface FontLookup {
  of(key: number): Font
  areSubsetsOfOneFont(a: number, b: number): boolean
}

export interface LineInfo {
  rotation: Span['rotation']
  vertical: boolean
  engineLine: number
  engineBlock: number
}
