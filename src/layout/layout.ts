/** Lays out one page in four stages. Passes that need the whole document are in `assemble/`. */
import { mapBlockBoxes } from '../model/block-boxes.ts'
import type { Block, Page } from '../model/document.ts'
import type { RawPage } from '../model/raw-page.ts'
import { labelReferences } from './blocks/bibliography.ts'
import { labelChoices } from './blocks/exam-choices.ts'
import { labelFootnotes } from './blocks/footnotes.ts'
import { joinNumberLines } from './blocks/join-number-lines.ts'
import { joinWrapped } from './blocks/join-wrapped-paragraphs.ts'
import { labelCode } from './blocks/label-code.ts'
import { labelHeadings } from './blocks/label-headings.ts'
import { labelLists } from './blocks/label-lists.ts'
import { makeBlocks } from './blocks/make-blocks.ts'
import { extractMarginalia, insertMarginalia } from './blocks/marginalia.ts'
import { moveFootnotes } from './blocks/move-footnotes.ts'
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
import { findFormulas } from './formulas/find-formulas.ts'
import { findInlineFormulas } from './formulas/find-inline-formulas.ts'
import { gatherInlineParts } from './formulas/gather-inline-parts.ts'
import { findOutlinedFormulas } from './formulas/outlined-formulas.ts'
import { skipFormulaLines } from './formulas/skip-formula-lines.ts'
import { mergeCellShading } from './merge-cell-shading.ts'
import { orderLayout } from './order/reading-order.ts'
import { findRulings } from './rulings.ts'
import type { LayoutObserver, LayoutPass, PageGroups, PageLines, PageObjects } from './state.ts'
import { findTables } from './tables/index.ts'
import { mergeMonospacedRows } from './tables/monospaced-rows.ts'
import { applyTags, skipIfTablesTagged, withoutBoxes } from './tagged/apply-tags.ts'
import { insertTagged } from './tagged/insert-tagged.ts'
import { mergeTagsWithLayout } from './tagged/merge-tags.ts'
import { mapBulletGlyphs, mapSymbolFonts } from './text/bullet-glyphs.ts'
import { mapBulletShapes } from './text/bullet-shapes.ts'
import { mapCheckBoxes } from './text/check-boxes.ts'
import { mapDrawnUnderscores } from './text/drawn-underscores.ts'
import { inferFontMetrics } from './text/font-metrics.ts'
import { joinSectionNumbers } from './text/join-section-numbers.ts'
import { joinJustifiedLines } from './text/justified-lines.ts'
import { mergeLines } from './text/lines.ts'
import { mapLowQuotes } from './text/low-quotes.ts'
import { mirrorPage } from './text/mirror-page.ts'
import { mapMisreadBullets } from './text/misread-bullets.ts'
import { markMonospacedOcr } from './text/monospaced-ocr.ts'
import { unrotatePage } from './text/rotate-page.ts'
import { layoutScale, scaleBlock, scalePage } from './text/scale-page.ts'
import { drawSymbolGlyphs } from './text/symbol-glyphs.ts'
import { joinVerticalColumns } from './text/vertical-text.ts'

/** Stage 2: objects claim their lines. */
const objectPasses: readonly LayoutPass<PageObjects>[] = [
  applyTags, // trusted tags; tagged tables claim their lines
  mergeMonospacedRows, // rows of monospaced columns become lines
  skipIfMirrored(findFormulas), // display formulas become lines, with their tree
  skipIfMirrored(gatherInlineParts), // numerators and radical signs join the line of their formula
  findDrawings,
  skipIfTablesTagged(skipFormulaLines(findTables)),
  findFigures,
  findOutlinedFormulas, // formulas drawn as outlines become images
  findStamps,
  mergeTagsWithLayout, // removes objects found twice, by tags and by geometry
  extractMarginalia,
  joinSectionNumbers,
  skipIfMirrored(findInlineFormulas),
]

/** Stage 4: labels. */
const labelPasses: readonly LayoutPass<PageGroups>[] = [
  joinWrapped, // a paragraph next to a box
  splitEdgeRows,
  joinNumberLines,
  insertMarginalia,
  insertTagged, // tagged and untagged content in one order
  labelCode,
  labelContents,
  attachCaptions,
  labelFootnotes,
  labelLists,
  labelHeadings,
  promoteSingleLine,
  splitCenteredTitle,
  labelReferences,
  labelChoices,
  moveFootnotes,
  fingerprintFigures,
]

/** Calls `observer` with the coordinates of layout, which are scaled or rotated for some pages. */
export function layoutPage(source: RawPage, observer?: LayoutObserver): Page {
  const raw = { ...source, spans: markMonospacedOcr(inferFontMetrics(source.spans)) }
  const scale = layoutScale(raw.spans)
  if (scale === 1) return layoutUsualSizes(raw, observer)
  const page = layoutUsualSizes(scalePage(raw, scale), observer)
  return {
    ...page,
    width: raw.width,
    height: raw.height,
    blocks: page.blocks.map((block) => scaleBlock(block, 1 / scale)),
  }
}

function layoutUsualSizes(source: RawPage, observer: LayoutObserver | undefined): Page {
  const mirrored = mirrorPage(source)
  const page = mapLowQuotes(mapDrawnUnderscores(mirrored?.raw ?? source))
  const readable = drawSymbolGlyphs({ ...page, spans: mapMisreadBullets(mapBulletGlyphs(mapSymbolFonts(page.spans))) })
  const raw = mapBulletShapes(mapCheckBoxes(joinVerticalColumns(mergeCellShading(readable))))
  const transformed = mirrored === null ? unrotatePage(raw) : { raw, back: mirrored.back }
  const blocks = layoutBlocks(transformed === null ? raw : withoutTagBoxes(transformed.raw), observer)
  return {
    pageIndex: raw.pageIndex,
    width: raw.width,
    height: raw.height,
    blocks: transformed === null ? blocks : blocks.map((block) => mapBlockBoxes(block, transformed.back)),
    ...(raw.outline === undefined ? {} : { outline: raw.outline }),
    ...(raw.isDamaged === undefined ? {} : { isDamaged: raw.isDamaged }),
    warnings: raw.warnings,
  }
}

function layoutBlocks(raw: RawPage, observer: LayoutObserver | undefined): readonly Block[] {
  const trace =
    observer === undefined
      ? {}
      : { trace: observer.onTableCandidate, traceDrawing: observer.onDrawing, scoreTable: observer.scoreTable }
  const objects = run(objectPasses, { ...readLines(raw), ...trace, drawings: [], tables: [], figures: [] })
  observer?.onObjects(objects)
  return layoutReceipt(objects) ?? makeBlocks(run(labelPasses, groupRows(orderLayout(objects))))
}

/** Stage 1. */
export function readLines(raw: RawPage): PageLines {
  const lines = joinJustifiedLines(mergeLines(raw))
  return { raw, lines, rulings: findRulings(raw, lines) }
}

function run<State>(passes: readonly LayoutPass<State>[], state: State): State {
  return passes.reduce((current, pass) => pass(current), state)
}

/** Formulas are left-to-right even in right-to-left text. */
function skipIfMirrored(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (state) => (state.raw.spans[0]?.mirrored === true ? state : pass(state))
}

function withoutTagBoxes(raw: RawPage): RawPage {
  return raw.tags === undefined ? raw : { ...raw, tags: withoutBoxes(raw.tags) }
}
