/**
 * Page[] → Document: THE ORDERED LIST of rules that need more than one page. Each takes all pages and gives them back
 * with its part done; whatever a single page can tell was told in `layout/`.
 */
import type { Document, DocumentInfo, DocumentPage, Page } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { isExact, isSlide, keepTaggedHeadings, labelExactFurniture } from './converted-office.ts'
import { dropFurniture, labelFurniture } from './furniture.ts'
import { followOutline } from './headings/bookmark-headings.ts'
import { findHeadings } from './headings/headings.ts'
import { isWorkbook, setSheetTitles } from './headings/sheet-titles.ts'
import { joinColumns } from './join-columns.ts'
import { joinTables } from './join-tables.ts'
import { joinText } from './join-text.ts'

type DocumentPass = (pages: readonly DocumentPage[], options: ParseOptions) => readonly DocumentPage[]

/** THE ORDERED LIST. */
const rules = [
  labelFurniture, // what repeats at the pages' edges → headers and footers
  followOutline, // bookmarks → titles with their levels
  findHeadings, // styles over all pages → titles and their levels
  joinTables, // a table cut by a page break → one table (enable_table_cross_page)
  joinColumns, // a paragraph cut by a column's end → one paragraph (enable_text_cross_page)
  joinText, // a paragraph cut by a page break → one paragraph (enable_text_cross_page)
  dropFurniture, // headers and footers go, unless kept (keep_header_footer)
] as const satisfies readonly DocumentPass[]

/** Of logical pages nothing need be guessed: their titles are exact, and neither a sheet's end nor a chapter's cuts a paragraph. */
const logicalRules: readonly DocumentPass[] = [dropFurniture]

/** Of pages with exact tags the furniture is known; the others are judged as always, among all pages. */
function convertedRules(info: DocumentInfo): readonly DocumentPass[] {
  const label: DocumentPass = (pages) => {
    const judged = labelFurniture(pages)
    return pages.map((page, at) => (isExact(page, info) ? labelExactFurniture(page) : judged[at]!))
  }
  const settle: DocumentPass = (pages) =>
    pages.map((page) => (isExact(page, info) && isSlide(info) ? keepTaggedHeadings(page) : page))
  return [settle, ...rules.map((rule) => (rule === labelFurniture ? label : rule))]
}

/** Assembles parsed pages, in page order, into the document. Pure. */
export function assemble(pages: readonly Page[], info: DocumentInfo, options: ParseOptions): Document {
  const start: readonly DocumentPage[] = pages.map((page) => ({ ...page, mergeFromPrevious: false }))
  const ruled = pages.every(isLogical)
    ? logicalRules
    : start.some((page) => isExact(page, info))
      ? convertedRules(info)
      : rules
  const named = isWorkbook(info) && ruled !== logicalRules ? [...ruled, setSheetTitles] : ruled
  const done = named.reduce((current, rule) => rule(current, options), start)
  return { info, pages: done, warnings: [...new Set(pages.flatMap((page) => page.warnings))] }
}

/** A page that was never drawn: its blocks have no places. */
function isLogical({ blocks }: Page): boolean {
  return blocks.every(({ source }) => source === 'document')
}
