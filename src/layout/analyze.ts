/**
 * RawPage → Page: THE ORDERED LIST of layout rules. Every rule sees one page only, so that pages may be
 * analyzed anywhere, in any order; whatever needs a second page lives in `assemble/`.
 */
import type { Page, RawPage } from '../model/page.ts'
import { makeBlocks } from './blocks/blocks.ts'
import { splitCentredStack } from './blocks/centred-stack.ts'
import { labelChoices } from './blocks/choices.ts'
import { labelCode } from './blocks/code.ts'
import { labelContents } from './blocks/contents.ts'
import { splitEdgeRows } from './blocks/edge-rows.ts'
import { markFields } from './blocks/fields.ts'
import { labelFootnotes } from './blocks/footnotes.ts'
import { labelHeadings } from './blocks/headings.ts'
import { labelLists } from './blocks/lists.ts'
import { titleLone } from './blocks/lone-title.ts'
import { groupRows } from './blocks/paragraphs.ts'
import { labelReferences } from './blocks/references.ts'
import { placeSiders, takeSiders } from './blocks/siders.ts'
import { readSlip } from './blocks/slips.ts'
import { joinWrapped } from './blocks/wrapped.ts'
import { emptyDraft, type Rule } from './draft.ts'
import { attachCaptions } from './figures/captions.ts'
import { findFigures } from './figures/figures.ts'
import { printFigures } from './figures/fingerprints.ts'
import { tellPlots } from './figures/plots.ts'
import { findStamps } from './figures/stamps.ts'
import { apartFromFormulas, findFormulas } from './formulas/formulas.ts'
import { findOutlinedFormulas } from './formulas/outlines.ts'
import { orderPage } from './order/reading-order.ts'
import { withinColumns } from './order/written-columns.ts'
import { findRulings } from './rulings.ts'
import { findTables } from './tables/tables.ts'
import { joinTyped } from './tables/typed.ts'
import { settleTagged } from './tagged/settle.ts'
import { placeTagged, takeTagged, unlessTablesTagged, withoutBoxes } from './tagged/tagged.ts'
import { gaugeFaces } from './text/drawn-faces.ts'
import { joinNumbers } from './text/joined-numbers.ts'
import { mergeLines } from './text/lines.ts'
import { nameFaces } from './text/style.ts'
import { turnBlock, turnUpright } from './text/turn.ts'
import { nameBullets } from './text/unknown-bullets.ts'

/** THE ORDERED LIST. */
export const rules = [
  mergeLines, // spans → lines
  findRulings, // paths → rulings
  takeTagged, // trusted tags → what the text is; takes the lines of tagged tables
  tellPlots, // axes with ticks and labels → what is drawn between them
  joinTyped, // what a program printed: rows on a typewriter's grid → one line each
  findFormulas, // mathematics on lines of its own → one line each, with its tree
  unlessTablesTagged(apartFromFormulas(withinColumns(findTables))), // rulings and aligned lines → tables; takes their lines
  findFigures, // images and clusters of vector art → figures; takes the lines inside
  findOutlinedFormulas, // formulas drawn as shapes → pictures of equations
  findStamps, // seals in red ink → figures of their own
  readSlip, // a till receipt → blocks, row by row; then nothing is left to do
  settleTagged, // what tags and eye both saw → once; leaves the lines outside the tree
  takeSiders, // margin notes and line numbers off the lines
  joinNumbers, // the number of a section, its title → one line
  orderPage, // columns; rows, tables and figures in reading order
  groupRows, // rows → paragraphs
  joinWrapped, // a paragraph beside a box and below it → one
  splitEdgeRows, // a head and its page number → two
  placeSiders, // margin notes behind what they stand beside
  placeTagged, // what the tree holds and what it does not → one order
  labelCode, // monospaced paragraphs → code
  labelContents, // lines ending in page numbers → table of contents
  attachCaptions, // captions → their figure or table
  labelFootnotes, // small type at the columns' feet → notes
  labelLists, // bullets and numbers → nested lists
  markFields, // labels with values or blanks → no headings
  labelHeadings, // font statistics → titles
  titleLone, // a page's only big line → its title
  splitCentredStack, // the name over an address, in one type → two
  labelReferences, // entries under "References" → bibliography
  labelChoices, // answers A, B, C under a question; gaps to fill
  printFigures, // small figures → whether two show the same
  makeBlocks, // groups → blocks
] as const satisfies readonly Rule[]

/** Runs all rules over a page, turned upright where its text runs sideways. Pure: the same raw page always gives the same page. */
export function analyze(source: RawPage): Page {
  const raw = { ...source, spans: nameBullets(nameFaces(gaugeFaces(source.spans))) }
  const turned = turnUpright(raw)
  const { blocks } = rules.reduce((page, rule) => (page.blocks.length > 0 ? page : rule(page)), emptyDraft(turned === null ? raw : turnedTags(turned.raw)))
  return {
    pageIndex: raw.pageIndex,
    width: raw.width,
    height: raw.height,
    blocks: turned === null ? blocks : blocks.map((block) => turnBlock(block, turned.back)),
    ...(raw.outline === undefined ? {} : { outline: raw.outline }),
    warnings: raw.warnings,
  }
}

function turnedTags(raw: RawPage): RawPage {
  return raw.tags === undefined ? raw : { ...raw, tags: withoutBoxes(raw.tags) }
}
