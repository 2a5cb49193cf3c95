/**
 * PDFs whose pages are not the document: they only tell people to open it in a program that makes the real ones.
 * `form`: an XFA form with flowing pages (`NeedsRendering`, PDF 2.0 annex K); `portfolio`: a cover with files attached (ISO 32000-1, 12.3.5).
 */
import type { PageHandle } from './document.ts'
import { MupdfError } from './mupdf.ts'
import { PdfObjects } from './pdf-objects.ts'

export type PlaceholderKind = 'form' | 'portfolio'

/** `null` where the catalog says nothing, or can't be read: the page is there all the same. */
export function detectPlaceholderPdf(page: PageHandle): PlaceholderKind | null {
  try {
    return readShell(page)
  } catch (error) {
    if (error instanceof MupdfError) return null
    throw error
  }
}

function readShell({ mupdf, document }: PageHandle): PlaceholderKind | null {
  const { module } = mupdf
  return mupdf.call(() => {
    const pdf = module._wasm_pdf_document_from_fz_document(document.pointer)
    if (pdf === 0) return null
    const objects = new PdfObjects(mupdf, pdf)
    const { root } = objects
    const needsRendering = objects.get(root, 'NeedsRendering')
    if (
      needsRendering !== 0 &&
      module._wasm_pdf_to_bool(needsRendering) !== 0 &&
      objects.get(objects.get(root, 'AcroForm'), 'XFA') !== 0
    )
      return 'form'
    return objects.isDictionary(objects.get(root, 'Collection')) ? 'portfolio' : null
  })
}
