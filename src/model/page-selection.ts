import type { DocumentInfo } from './document.ts'
import { ParseError } from './errors.ts'
import { type ParseOptions, pageBeyondEnd, resolvePages } from './options.ts'

/** The requested pages, 0-based and ascending. Throws `ParseError` 1133 for a page that does not exist. */
export function choosePages({ pageRange }: ParseOptions, { pageCount }: DocumentInfo): number[] {
  const beyond = pageBeyondEnd(pageRange, pageCount)
  if (beyond !== null)
    throw new ParseError(
      1133,
      `page_range: page ${beyond} does not exist; the document has ${pageCount} page${pageCount === 1 ? '' : 's'}.`,
    )
  return resolvePages(pageRange, pageCount)
}
