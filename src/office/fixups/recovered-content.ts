import type { Block } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'

export type SlideNotes = readonly (readonly Block[])[]

/** Content that the conversion loses: plain JSON, stored until the converted pages are parsed. */
export interface RecoveredContent {
  readonly notes: SlideNotes | null
  /** By the number in their placeholders. */
  readonly formulas: readonly Formula[]
  /** Distinct words of the file; without any, broken words are not repaired. */
  readonly words: readonly string[]
  readonly warnings?: readonly string[]
}

export const noRecoveredContent: RecoveredContent = { notes: null, formulas: [], words: [] }
