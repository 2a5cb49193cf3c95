/** Pages whose OCR took longer than the limit are read without it, with a warning. */
import type { ParsedPage } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { PagesJob } from './pool.ts'
import { stuckError } from './pool-errors.ts'

export function hasTimedOut({ timedOut }: PagesJob, pageIndex: number): boolean {
  return timedOut?.pageIndexes.includes(pageIndex) === true
}

export function withoutOcr(options: ParseOptions): ParseOptions {
  return { ...options, ocr: 'off' }
}

/** A document with a single page has nothing else to return. Throws `ParseError` 1138. */
export function refuseOnlyPage({ timedOut }: PagesJob): void {
  const pageIndex = timedOut?.pageIndexes[0]
  if (timedOut !== undefined && pageIndex !== undefined) throw stuckError(`page ${pageIndex + 1}`, timedOut.limitMs)
}

export function warnAboutTimeout(parsed: ParsedPage, job: PagesJob): ParsedPage {
  const { page } = parsed
  if (!hasTimedOut(job, page.pageIndex)) return parsed
  const warning = `Page ${page.pageIndex + 1}: its OCR takes longer than PAGE_TIMEOUT_MS allows; read without OCR instead`
  // Its other warnings would say that the request switched OCR off.
  return { ...parsed, page: { ...page, warnings: [warning] } }
}
