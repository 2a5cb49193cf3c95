/**
 * Titles over the whole document: styles that head things are headings everywhere, and all titles get their levels 1–6,
 * from tags and outline where these tell them, else from looks and numbers (`heading-levels.ts`).
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { type Box, width } from '../../model/geometry.ts'
import { numberDepth } from '../../model/numbering.ts'
import { isColumnText, isParagraph } from '../running-text.ts'
import { classifyHeadings } from './classifier.ts'
import { demoteBodyStyle } from './demote-body-style.ts'
import { demoteBylines } from './demote-bylines.ts'
import { demoteContentsEntries } from './demote-contents-entries.ts'
import { demoteGlossaryTerms } from './demote-glossary-terms.ts'
import { demoteKickers } from './demote-kickers.ts'
import { demoteRecurring } from './demote-recurring.ts'
import { exactLevels } from './exact-levels.ts'
import { demoteOnCover, promoteCoverTitle, promoteTopLine, promoteUntitled } from './first-page.ts'
import { levelsByRank } from './levels.ts'
import { mergeNumberLines } from './merge-number-lines.ts'
import { promoteTitles } from './promote-by-style.ts'
import type { Heading } from './ranks.ts'
import { stripPermalinks } from './strip-permalinks.ts'

/** A heading in the middle of its column: its own middle is the text's, within this, and it begins this far from the left edge. */
const CENTER_EM = 1
const CENTER_INSET_EM = 2
/** What a cover says below its title is narrower than the text's columns by this, and in the middle of the page within this part of its width. */
const SET_IN_RATIO = 0.9
const SET_IN_OFF = 0.02

export function findHeadings(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const promoted = stripPermalinks(classifyHeadings(mergeNumberLines(applyHeadingRules(pages)), pages))
  const levels = levelsOf(promoted)
  return promoted.map((page) => ({
    ...page,
    blocks: page.blocks.map(
      (block): Block =>
        block.kind === 'title' && block.exact !== true ? { ...block, level: levels.get(block) ?? 1 } : block,
    ),
  }))
}

/** What the rules for whole documents say of which blocks are titles; each block keeps its place. */
export function applyHeadingRules(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return promoteUntitled(
    promoteTopLine(
      demoteGlossaryTerms(
        demoteContentsEntries(
          demoteRecurring(
            demoteKickers(demoteBylines(demoteOnCover(promoteCoverTitle(promoteTitles(demoteBodyStyle(pages)))))),
          ),
        ),
      ),
    ),
  )
}

/** The level of every title. */
function levelsOf(pages: readonly DocumentPage[]): Map<TitleBlock, number> {
  const titles = pages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [block] : [])))
  const guessed = levelsByRank(headingsOf(pages))
  const exact = exactLevels(titles, { lookOf: rankKey, numberDepth })
  return new Map(
    titles.map((title, at) => {
      const depth = numberDepth(title.text)
      const told =
        exact?.byLook.get(rankKey(title)) ??
        (depth > 0 && exact?.numberedFrom != null ? Math.min(6, exact.numberedFrom + depth - 1) : undefined)
      return [title, told ?? guessed[at] ?? 1]
    }),
  )
}

/** What tags and outline say of one title holds for its like. */
function rankKey({ style: { size, bold, caps } }: TitleBlock): string {
  return `${Math.round(size * 2) / 2}|${bold ? 1 : 0}|${caps ? 1 : 0}`
}

/** The titles with what their place tells of them. */
function headingsOf(pages: readonly DocumentPage[]): Heading[] {
  const first = pages.find(({ blocks }) => blocks.some(isWords))
  const column = widestColumn(pages)
  let onCover = true
  let afterText = false
  let stacked = false
  return pages.flatMap((page) => {
    onCover &&= !page.blocks.some((block) => isParagraph(block) && !isSetIn(block, { page, column }))
    return page.blocks.flatMap((block): Heading[] => {
      if (block.kind === 'title') {
        const heading = {
          text: block.text,
          style: block.style,
          centerd: isCenterd(block, page.blocks),
          onFirstPage: page === first,
          onCover,
          afterText,
          stacked,
        }
        afterText = false
        stacked = true
        return [heading]
      }
      if (isParagraph(block)) afterText = true
      if (block.type !== 'header' && block.type !== 'footer') stacked = false
      return []
    })
  })
}

/** Width of the widest paragraph, in points. */
function widestColumn(pages: readonly DocumentPage[]): number {
  return Math.max(
    0,
    ...pages.flatMap(({ blocks }) => blocks.flatMap((block) => (isColumnText(block) ? [width(block.box)] : []))),
  )
}

/** In the middle of the page, and narrower than text is: names, degrees and places of a cover, line below line. */
function isSetIn({ box }: Block, { page, column }: { page: DocumentPage; column: number }): boolean {
  return width(box) < column * SET_IN_RATIO && Math.abs((box.x0 + box.x1 - page.width) / 2) < SET_IN_OFF * page.width
}

function isWords(block: Block): boolean {
  return (block.kind === 'text' || block.kind === 'title') && block.type !== 'header' && block.type !== 'footer'
}

/** Compared with the widest text of some lines above or below it; `null` without such a text. */
function isCenterd({ box, style }: TitleBlock, blocks: readonly Block[]): boolean | null {
  let column: Box | null = null
  for (const block of blocks) {
    if (!isColumnText(block) || block.box.x0 >= box.x1 || block.box.x1 <= box.x0) continue
    if (column === null || width(block.box) > width(column)) column = block.box
  }
  if (column === null) return null
  const offset = Math.abs((box.x0 + box.x1) / 2 - (column.x0 + column.x1) / 2)
  return offset < CENTER_EM * style.size && box.x0 > column.x0 + CENTER_INSET_EM * style.size
}
