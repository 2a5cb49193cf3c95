import type { DocumentInfo } from './document.ts'
import { ParseError } from './errors.ts'
import type { ParseOptions } from './options.ts'

/** 0-based, ascending, each page once. Throws `ParseError` 1133 for a page that does not exist. */
export function choosePages(
  { pageRange }: Pick<ParseOptions, 'pageRange'>,
  { pageCount }: Pick<DocumentInfo, 'pageCount'>,
): number[] {
  if (pageRange === null) return Array.from({ length: pageCount }, (_, index) => index)
  const wanted = new Set<number>()
  for (const span of pageRange)
    for (let index = span.first; index <= Math.min(span.last, pageCount - 1); index++) wanted.add(index)
  const required = pageRange.flatMap((span) => (span.clip ? [] : [span.last]))
  const last = Math.max(-1, ...required, ...(wanted.size === 0 ? pageRange.map(({ first }) => first) : []))
  if (last >= pageCount)
    throw new ParseError(
      1133,
      `page_range: page ${last + 1} does not exist; the document has ${pageCount} page${pageCount === 1 ? '' : 's'}.`,
    )
  return [...wanted].sort((a, b) => a - b)
}

export function tooManyPages(pageCount: number, maxPages: number): ParseError {
  return new ParseError(
    1132,
    `The document has ${pageCount} pages; the limit is ${maxPages}. Split it and send the parts.`,
  )
}
