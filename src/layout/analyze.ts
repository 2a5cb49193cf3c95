/**
 * RawPage → Page: THE ORDERED LIST of layout rules. Every rule sees one page only, so that pages may be
 * analyzed anywhere, in any order; whatever needs a second page lives in `assemble/`.
 */

import type { Page } from '../model/document.ts'
import type { RawPage } from '../model/raw-page.ts'
import { labelReferences } from './blocks/bibliography.ts'
import { labelChoices } from './blocks/exam-choices.ts'
import { labelFootnotes } from './blocks/footnotes.ts'
import { demoteFormFields } from './blocks/form-fields.ts'
import { joinWrapped } from './blocks/join-wrapped-paragraphs.ts'
import { labelCode } from './blocks/label-code.ts'
import { labelHeadings } from './blocks/label-headings.ts'
import { labelLists } from './blocks/label-lists.ts'
import { makeBlocks } from './blocks/make-blocks.ts'
import { extractMarginalia, insertMarginalia } from './blocks/marginalia.ts'
import { groupRows } from './blocks/paragraphs.ts'
import { layoutReceipt } from './blocks/receipts.ts'
import { promoteSingleLine } from './blocks/single-line-title.ts'
import { splitCenteredTitle } from './blocks/split-centered-title.ts'
import { splitEdgeRows } from './blocks/split-edge-rows.ts'
import { labelContents } from './blocks/table-of-contents.ts'
import { attachCaptions } from './figures/attach-captions.ts'
import { findDrawings } from './figures/find-drawings.ts'
import { findFigures } from './figures/find-figures.ts'
import { fingerprintFigures } from './figures/fingerprint-figures.ts'
import { findStamps } from './figures/stamps.ts'
import { findFormulas, skipFormulaLines } from './formulas/find-formulas.ts'
import { findOutlinedFormulas } from './formulas/outlined-formulas.ts'
import { orderLayout } from './order/reading-order.ts'
import { perColumn } from './order/stream-order-columns.ts'
import { findRulings } from './rulings.ts'
import { initialState, type Rule } from './state.ts'
import { findTables } from './tables/index.ts'
import { mergeMonospacedRows } from './tables/monospaced-rows.ts'
import { applyTags, insertTagged, skipIfTablesTagged, withoutBoxes } from './tagged/apply-tags.ts'
import { mergeTagsWithLayout } from './tagged/merge-tags.ts'
import { mapBulletGlyphs } from './text/bullet-glyphs.ts'
import { inferFontMetrics } from './text/font-metrics.ts'
import { joinSectionNumbers } from './text/join-section-numbers.ts'
import { mergeLines } from './text/lines.ts'
import { rotateBlock, rotateUpright } from './text/rotate-page.ts'
import { normalizeFontNames } from './text/text-style.ts'

/** THE ORDERED LIST. */
const rules = [
  mergeLines, // spans → lines
  findRulings, // paths → rulings
  applyTags, // trusted tags → what the text is; takes the lines of tagged tables
  mergeMonospacedRows, // what a program printed: rows on a typewriter's grid → one line each
  findFormulas, // mathematics on lines of its own → one line each, with its tree
  findDrawings, // vector paths → charts and diagrams
  skipIfTablesTagged(skipFormulaLines(perColumn(findTables))), // rulings and aligned lines → tables; takes their lines
  findFigures, // images and clusters of vector art → figures; takes the lines inside
  findOutlinedFormulas, // formulas drawn as shapes → pictures of equations
  findStamps, // seals in red ink → figures of their own
  layoutReceipt, // a till receipt → blocks, row by row; then nothing is left to do
  mergeTagsWithLayout, // what tags and eye both saw → once; leaves the lines outside the tree
  extractMarginalia, // margin notes and line numbers off the lines
  joinSectionNumbers, // the number of a section, its title → one line
  orderLayout, // columns; rows, tables and figures in reading order
  groupRows, // rows → paragraphs
  joinWrapped, // a paragraph beside a box and below it → one
  splitEdgeRows, // a head and its page number → two
  insertMarginalia, // margin notes behind what they stand beside
  insertTagged, // what the tree holds and what it does not → one order
  labelCode, // monospaced paragraphs → code
  labelContents, // lines ending in page numbers → table of contents
  attachCaptions, // captions → their figure or table
  labelFootnotes, // small type at the columns' feet → notes
  labelLists, // bullets and numbers → nested lists
  demoteFormFields, // labels with values or blanks → no headings
  labelHeadings, // font statistics → titles
  promoteSingleLine, // a page's only big line → its title
  splitCenteredTitle, // the name over an address, in one type → two
  labelReferences, // entries under "References" → bibliography
  labelChoices, // answers A, B, C under a question; gaps to fill
  fingerprintFigures, // small figures → whether two show the same
  makeBlocks, // groups → blocks
] as const satisfies readonly Rule[]

/** Runs all rules over a page, turned upright where its text runs sideways. Pure: the same raw page always gives the same page. */
export function analyze(source: RawPage): Page {
  const raw = { ...source, spans: mapBulletGlyphs(normalizeFontNames(inferFontMetrics(source.spans))) }
  const turned = rotateUpright(raw)
  const { blocks } = rules.reduce(
    (page, rule) => (page.blocks.length > 0 ? page : rule(page)),
    initialState(turned === null ? raw : turnedTags(turned.raw)),
  )
  return {
    pageIndex: raw.pageIndex,
    width: raw.width,
    height: raw.height,
    blocks: turned === null ? blocks : blocks.map((block) => rotateBlock(block, turned.back)),
    ...(raw.outline === undefined ? {} : { outline: raw.outline }),
    warnings: raw.warnings,
  }
}

function turnedTags(raw: RawPage): RawPage {
  return raw.tags === undefined ? raw : { ...raw, tags: withoutBoxes(raw.tags) }
}
