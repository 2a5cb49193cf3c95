/**
 * Page[] → Document: THE ORDERED LIST of rules that need more than one page. Each takes all pages and gives them back
 * with its part done; whatever a single page can tell was told in `layout/`.
 */
import type { Document, DocumentInfo, DocumentPage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { Page } from '../model/page.ts'
import { joinColumns } from './column-breaks.ts'
import { isExact, isSlide, keepExactTitles, labelExactFurniture } from './converted.ts'
import { dropFurniture, labelFurniture } from './furniture.ts'
import { followOutline } from './outline.ts'
import { isWorkbook, nameSheets } from './sheets.ts'
import { joinTables } from './tables.ts'
import { joinText } from './text.ts'
import { levelTitles } from './titles.ts'

export type DocumentRule = (pages: readonly DocumentPage[], options: ParseOptions) => readonly DocumentPage[]

/** THE ORDERED LIST. */
export const rules = [
  labelFurniture, // what repeats at the pages' edges → headers and footers
  followOutline, // bookmarks → titles with their levels
  levelTitles, // styles over all pages → titles and their levels
  joinTables, // a table cut by a page break → one table (enable_table_cross_page)
  joinColumns, // a paragraph cut by a column's end → one paragraph (enable_text_cross_page)
  joinText, // a paragraph cut by a page break → one paragraph (enable_text_cross_page)
  dropFurniture, // headers and footers go, unless kept (keep_header_footer)
] as const satisfies readonly DocumentRule[]

/** Of logical pages nothing need be guessed: their titles are exact, and neither a sheet's end nor a chapter's cuts a paragraph. */
const logicalRules: readonly DocumentRule[] = [dropFurniture]

/** Of pages with exact tags the furniture is known; the others are judged as always, among all pages. */
function convertedRules(info: DocumentInfo): readonly DocumentRule[] {
  const label: DocumentRule = (pages) => {
    const judged = labelFurniture(pages)
    return pages.map((page, at) => (isExact(page, info) ? labelExactFurniture(page) : judged[at]!))
  }
  const settle: DocumentRule = (pages) => pages.map((page) => (isExact(page, info) && isSlide(info) ? keepExactTitles(page) : page))
  return [settle, ...rules.map((rule) => (rule === labelFurniture ? label : rule))]
}

/** Assembles parsed pages, in page order, into the document. Pure. */
export function assemble(pages: readonly Page[], info: DocumentInfo, options: ParseOptions): Document {
  const start: readonly DocumentPage[] = pages.map((page) => ({ ...page, mergeFromPrevious: false }))
  const ruled = pages.every(isLogical) ? logicalRules : start.some((page) => isExact(page, info)) ? convertedRules(info) : rules
  const named = isWorkbook(info) && ruled !== logicalRules ? [...ruled, nameSheets] : ruled
  const done = named.reduce((current, rule) => rule(current, options), start)
  return { info, pages: done, warnings: [...new Set(pages.flatMap((page) => page.warnings))] }
}

/** A page that was never drawn: its blocks have no places. */
function isLogical({ blocks }: Page): boolean {
  return blocks.every(({ source }) => source === 'document')
}
