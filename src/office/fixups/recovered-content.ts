import type { Block } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'

/** Blocks of the speaker notes of each slide that is shown. */
export type SlideNotes = readonly (readonly Block[])[]

/**
 * Content of an Office file that its conversion loses. Plain JSON data: it is stored until the converted pages are
 * parsed.
 */
export interface RecoveredContent {
  /** `null` if the file has none or they are not requested. */
  readonly notes: SlideNotes | null
  /** By the number in their placeholders. */
  readonly formulas: readonly Formula[]
  /** Distinct words of the file; empty: broken words are not repaired. */
  readonly words: readonly string[]
  /** About the whole document. */
  readonly warnings?: readonly string[]
}

export const noRecoveredContent: RecoveredContent = { notes: null, formulas: [], words: [] }
