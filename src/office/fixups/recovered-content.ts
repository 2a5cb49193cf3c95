/** What a converted document no longer says, carried beside it as plain JSON data and put back page by page: formulas, whole words, slides' notes. */

import type { ParsedPage } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'
import { restoreFormulas } from './formulas.ts'
import type { SlideNotes } from './speaker-notes/speaker-notes.ts'
import { repairBrokenWords } from './words/rejoin-words.ts'

export interface RecoveredContent {
  readonly notes: SlideNotes | null
  /** By the number in their marks. */
  readonly formulas: readonly Formula[]
  /** The file's different words; none: pages are left as they are. */
  readonly words: readonly string[]
  /** About the document as a whole; absent: none. */
  readonly warnings?: readonly string[]
}

export const nothing: RecoveredContent = { notes: null, formulas: [], words: [] }

/** Notes have no place on their slide: they stand after all that has, with the whole slide as their box. */
export function supplement(
  parsed: ParsedPage,
  { notes, formulas, words, warnings = [] }: RecoveredContent = nothing,
): ParsedPage {
  const { page } = parsed
  const own = notes?.[page.pageIndex] ?? []
  if (own.length === 0 && formulas.length === 0 && words.length === 0 && warnings.length === 0) return parsed
  const box = { x0: 0, y0: 0, x1: page.width, y1: page.height }
  const formed = formulas.length === 0 ? page.blocks : page.blocks.map((block) => restoreFormulas(block, formulas))
  const blocks = words.length === 0 ? formed : formed.map((block) => repairBrokenWords(block, words))
  return {
    ...parsed,
    page: {
      ...page,
      blocks: [...blocks, ...own.map((block) => ({ ...block, box }))],
      warnings: [...warnings, ...page.warnings],
    },
  }
}
