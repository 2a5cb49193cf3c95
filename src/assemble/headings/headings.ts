/** Headings of the whole document: which blocks are headings, and their levels from 1 to 6. */
import type { DocumentPage } from '../../model/document.ts'
import { assignLevels } from './assign-levels.ts'
import { classifyHeadings } from './classifier.ts'
import { demoteBodyStyle } from './demote-body-style.ts'
import { demoteAuthors, demoteBylines } from './demote-bylines.ts'
import { demoteContentsEntries } from './demote-contents-entries.ts'
import { demoteCoverLines } from './demote-cover-lines.ts'
import { demoteGlossaryTerms } from './demote-glossary-terms.ts'
import { demoteKickers } from './demote-kickers.ts'
import { demoteRecurring } from './demote-recurring.ts'
import { mergeNumberLines } from './merge-number-lines.ts'
import { promoteByStyle } from './promote-by-style.ts'
import { promoteCoverTitle, promoteMissingTitle, promoteTopLine } from './promote-first-line.ts'
import { stripPermalinks } from './strip-permalinks.ts'
import type { HeadingPass } from './types.ts'

/** Passes before the classifier, which is trained on their result. */
export const headingRules: readonly HeadingPass[] = [
  demoteBodyStyle,
  promoteByStyle,
  promoteCoverTitle,
  demoteCoverLines,
  demoteBylines,
  demoteAuthors,
  demoteKickers,
  demoteRecurring,
  demoteContentsEntries,
  demoteGlossaryTerms,
  promoteTopLine,
  promoteMissingTitle,
  mergeNumberLines,
]

const headingPasses: readonly HeadingPass[] = [...headingRules, classifyHeadings, stripPermalinks, assignLevels]

export function findHeadings(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return headingPasses.reduce((current, pass) => pass(current), pages)
}
