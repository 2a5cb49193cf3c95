/**
 * The page while layout works on it. Each rule takes a draft and returns a new one with its own part filled in;
 * the order of the rules stands in `analyze.ts`.
 */
import type { Block, Cell } from '../model/document.ts'
import type { Box } from '../model/geometry.ts'
import type { RawPage, Source, Span } from '../model/page.ts'

/** Spans on one baseline that are read together. */
export interface Line {
  readonly spans: readonly Span[]
  readonly box: Box
  readonly baseline: number
  /** Font size of most of its characters, in points. */
  readonly size: number
  /** Spans joined with blanks where there is a gap; plain text. */
  readonly text: string
}

/** A drawn line usable as a border. `horizontal`: at `position` = y, from x `from` to `to`; vertical likewise. */
export interface Ruling {
  readonly horizontal: boolean
  readonly position: number
  readonly from: number
  readonly to: number
  readonly thickness: number
}

export interface TableDraft {
  readonly box: Box
  readonly rows: number
  readonly cols: number
  readonly cells: readonly Cell[]
  readonly confidence: number
  readonly source: Source
  /** How it was found. */
  readonly method: 'ruled' | 'borderless'
}

export interface FigureDraft {
  readonly box: Box
  /** Text that lies within the picture, in reading order. */
  readonly text: string
}

export interface Draft {
  readonly raw: RawPage
  /** Lines that no table or figure has taken; in content order until the reading order is known. */
  readonly lines: readonly Line[]
  readonly rulings: readonly Ruling[]
  readonly tables: readonly TableDraft[]
  readonly figures: readonly FigureDraft[]
  /** In reading order; empty until the blocks are built. */
  readonly blocks: readonly Block[]
}

export type Rule = (draft: Draft) => Draft
