/** Assembles pages into a document with the passes that need more than one page. */
import type { Document, DocumentInfo, DocumentPage, Page } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { demoteUntaggedHeadings, isSlides, isTaggedOfficePage, labelUntaggedFurniture } from './converted-office.ts'
import { dropFurniture, labelFurniture } from './furniture.ts'
import { followOutline } from './headings/bookmark-headings.ts'
import { findHeadings } from './headings/headings.ts'
import { isWorkbook, setSheetTitles } from './headings/sheet-titles.ts'
import { joinColumns } from './join-columns.ts'
import { joinParagraphs } from './join-paragraphs.ts'
import { joinTables } from './join-tables.ts'
import { resolveLineEnds } from './line-ends.ts'

type DocumentPass = (pages: readonly DocumentPage[], options: ParseOptions) => readonly DocumentPage[]

const passes: readonly DocumentPass[] = [
  resolveLineEnds, // inside paragraphs
  labelFurniture,
  followOutline,
  findHeadings,
  joinTables,
  joinColumns,
  joinParagraphs,
  resolveLineEnds, // at page breaks
  dropFurniture,
]

/** Headings of structured formats are exact, and their paragraphs and tables do not cross pages. */
const structuredPasses: readonly DocumentPass[] = [dropFurniture]

export function assemble(pages: readonly Page[], info: DocumentInfo, options: ParseOptions): Document {
  const start = pages.map((page): DocumentPage => ({ ...page, mergeFromPrevious: false }))
  const done = choosePasses(start, info).reduce<readonly DocumentPage[]>(
    (current, pass) => pass(current, options),
    start,
  )
  return { info, pages: done, warnings: [...new Set(pages.flatMap((page) => page.warnings))] }
}

function choosePasses(pages: readonly DocumentPage[], info: DocumentInfo): readonly DocumentPass[] {
  if (pages.every(isStructured)) return structuredPasses
  const chosen = pages.some((page) => isTaggedOfficePage(page, info)) ? officePasses(info) : passes
  return isWorkbook(info) ? [...chosen, setSheetTitles] : chosen
}

/** In converted Office files, furniture of tagged pages is known, and all headings of slides are tagged. */
function officePasses(info: DocumentInfo): readonly DocumentPass[] {
  const labelOfficeFurniture: DocumentPass = (pages) => {
    const labeled = labelFurniture(pages)
    return pages.map((page, at) => (isTaggedOfficePage(page, info) ? labelUntaggedFurniture(page) : labeled[at]!))
  }
  const keepTaggedHeadings: DocumentPass = (pages) =>
    pages.map((page) => (isTaggedOfficePage(page, info) ? demoteUntaggedHeadings(page) : page))
  const office = passes.map((pass) => (pass === labelFurniture ? labelOfficeFurniture : pass))
  return isSlides(info) ? [keepTaggedHeadings, ...office] : office
}

function isStructured({ blocks }: Page): boolean {
  return blocks.every(({ source }) => source === 'document')
}
