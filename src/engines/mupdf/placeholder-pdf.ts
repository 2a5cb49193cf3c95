/**
 * PDFs whose pages ask for another program: XFA forms (PDF 2.0 annex K), and cover pages of portfolios (ISO 32000-1,
 * 12.3.5).
 */
import type { PageHandle } from './document.ts'
import { MupdfError } from './mupdf-errors.ts'
import { PdfObjects } from './pdf-objects.ts'

export type PlaceholderKind = 'form' | 'portfolio'

/** Returns `null` for normal PDFs, or if the catalog cannot be read. */
export function detectPlaceholderPdf(page: PageHandle): PlaceholderKind | null {
  try {
    return readKind(page)
  } catch (error) {
    if (error instanceof MupdfError) return null
    throw error
  }
}

function readKind({ mupdf, document }: PageHandle): PlaceholderKind | null {
  const { module } = mupdf
  return mupdf.call(() => {
    const objects = PdfObjects.of(mupdf, document)
    if (objects === null) return null
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
