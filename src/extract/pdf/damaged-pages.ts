/** Unreadable pages stay empty, with a warning; if all are, the document is rejected (1106). */

import type { DocumentHandle, PageHandle } from '../../engines/mupdf/document.ts'
import { isOutOfMemory, MupdfError, MupdfTimeout, MupdfTrap } from '../../engines/mupdf/mupdf-errors.ts'
import { ParseError } from '../../model/errors.ts'
import type { Size } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'

interface DamagedPageContext {
  readonly handle: DocumentHandle
  readonly pageIndex: number
  readonly label: string
  sizeOf(page: PageHandle, pageIndex: number): Size
}

export async function readOrReportDamage(context: DamagedPageContext, read: () => Promise<RawPage>): Promise<RawPage> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof MupdfError || error instanceof MupdfTrap)) throw error
    return emptyPage(context, error)
  }
}

async function emptyPage({ handle, pageIndex, label, sizeOf }: DamagedPageContext, error: Error): Promise<RawPage> {
  for (let other = 0; other < handle.pageCount; other++) {
    if (other === pageIndex) continue
    const size = await handle.withPage(other, (page) => sizeOf(page, other)).catch(() => null)
    if (size === null) continue
    const warnings = [`Page ${pageIndex + 1} ${reasonOf(error)} and was left empty (${error.message}).`]
    return { pageIndex, ...size, spans: [], paths: [], images: [], warnings, isDamaged: true }
  }
  if (error instanceof MupdfTimeout)
    throw new ParseError(
      1138,
      `Timed out: page ${pageIndex + 1} of ${handle.pageCount} takes longer than PAGE_TIMEOUT_MS allows, and no other page can be read.`,
      { cause: error },
    )
  if (isOutOfMemory(error))
    throw new ParseError(
      1132,
      `${label} needs more memory at page ${pageIndex + 1} than a page may take (${error.message}). Print it to a new PDF and send that.`,
      { cause: error },
    )
  const pages =
    handle.pageCount === 1 ? 'its only page' : `page ${pageIndex + 1}, like all its ${handle.pageCount} pages,`
  throw new ParseError(1106, `${label} is damaged: ${pages} can't be read (${error.message}).`, { cause: error })
}

function reasonOf(error: Error): string {
  if (error instanceof MupdfTimeout) return 'takes too long'
  return isOutOfMemory(error) ? 'needs more memory than there is' : 'is damaged'
}
