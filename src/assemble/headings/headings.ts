import type { DocumentPage } from '../../model/document.ts'
import { assignLevels } from './assign-levels.ts'
import { classifyHeadings } from './classifier.ts'
import { demoteAuthors, demoteBylines } from './demote-bylines.ts'
import { demoteCoverLines } from './demote-cover-lines.ts'
import { demoteKickers } from './demote-kickers.ts'
import { mergeNumberLines, mergeNumbersOfExactTitles } from './merge-number-lines.ts'
import { promoteByStyle } from './promote-by-style.ts'
import { promoteSlideTitles } from './promote-slide-titles.ts'
import { promoteCoverTitle, promoteMissingTitle, promoteTaggedTitle } from './promote-title.ts'
import { stripPermalinks } from './strip-permalinks.ts'
import type { HeadingPass } from './types.ts'

/** The classifier is trained on the result of these passes. */
export const headingRules: readonly HeadingPass[] = [
  promoteByStyle,
  promoteCoverTitle,
  demoteCoverLines,
  demoteBylines,
  demoteAuthors,
  demoteKickers,
  promoteMissingTitle,
  mergeNumberLines,
]

const headingPasses: readonly HeadingPass[] = [
  ...headingRules,
  classifyHeadings,
  promoteTaggedTitle,
  promoteSlideTitles,
  mergeNumbersOfExactTitles,
  stripPermalinks,
  assignLevels,
]

export function findHeadings(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return headingPasses.reduce((current, pass) => pass(current), pages)
}
