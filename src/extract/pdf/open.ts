/** Corrupt, empty or locked documents are error 1106. */

import { type DocumentHandle, openPersistent, type PasswordProblem } from '../../engines/mupdf/document.ts'
import { MupdfError, MupdfTimeout, MupdfTrap } from '../../engines/mupdf/mupdf-errors.ts'
import { ParseError } from '../../model/errors.ts'
import { drawColorRegion } from '../draw-page.ts'
import type { ExtractContext, OpenDocument } from '../types.ts'
import { drawFigure, readPage } from './read-page.ts'
import type { OpenPdf } from './types.ts'

export async function open(bytes: Uint8Array, _fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const handle = await openHandle(bytes, context)
  if (handle instanceof ParseError) {
    const { openWithSecondEngine } = await import('./open-second.ts')
    const document = await openWithSecondEngine(bytes, context.password)
    if (document === null) throw handle
    return document
  }
  const undrawablePages = new Map<number, string>()
  const pdf: OpenPdf = { handle, context, undrawablePages, recognizedPages: new Set(), trappedPages: new Set() }
  return {
    pageCount: handle.pageCount,
    readPage: (pageIndex, options) => readPage(pdf, pageIndex, options),
    async drawRegion(pageIndex, box, options) {
      const reason = undrawablePages.get(pageIndex)
      if (reason !== undefined) throw new ParseError(1132, reason)
      return drawColorRegion(handle, pageIndex, { box, ...options })
    },
    figureOcr: {
      settings: context.settings,
      loadModel: context.loadModel,
      draw: (pageIndex, box, options) => drawFigure(pdf, pageIndex, { box, ...options }),
    },
    close: () => handle.close(),
  }
}

const passwordTexts: Record<PasswordProblem, string> = {
  'needs password': 'The PDF is encrypted and no password came with it. Send it in the field "password".',
  'wrong password':
    'The PDF is encrypted and the password that came with it is wrong. Send the right one in the field "password".',
}

const remedy = 'Send it again; if it opens in a viewer, print it to a new PDF and send that.'

/** Returns the error of a refused document. Throws `ParseError` for passwords. */
async function openHandle(
  bytes: Uint8Array,
  { password, settings: { pageTimeoutMs, interruptsPages } }: ExtractContext,
): Promise<DocumentHandle | ParseError> {
  let handle: DocumentHandle | PasswordProblem
  try {
    handle = await openPersistent(bytes, 'application/pdf', { password, pageTimeoutMs, interruptsPages })
  } catch (error) {
    if (error instanceof MupdfTimeout)
      throw new ParseError(1138, `Timed out: opening the PDF takes longer than PAGE_TIMEOUT_MS allows. ${remedy}`, {
        cause: error,
      })
    if (!(error instanceof MupdfError || error instanceof MupdfTrap)) throw error
    return new ParseError(1106, `The PDF can't be opened: it is damaged or cut off (${error.message}). ${remedy}`, {
      cause: error,
    })
  }
  if (typeof handle === 'string') throw new ParseError(1106, passwordTexts[handle])
  if (handle.pageCount > 0) return handle
  handle.close()
  return new ParseError(1106, `The PDF has no pages: it is damaged or cut off. ${remedy}`)
}
