import type { PageHandle } from './document.ts'
import { MupdfError } from './mupdf.ts'
import { PdfObjects } from './pdf-objects.ts'

/** Throws `MupdfError` if MuPDF replaced the dictionary by null, as if the page were empty. */
export function requirePageDictionary({ mupdf, document }: PageHandle, pageIndex: number): void {
  const isReadable = mupdf.call(() => {
    const pdf = mupdf.module._wasm_pdf_document_from_fz_document(document.pointer)
    if (pdf === 0) return true
    const objects = new PdfObjects(mupdf, pdf)
    return objects.isDictionary(objects.page(pageIndex))
  })
  if (!isReadable) throw new MupdfError('its page dictionary cannot be read')
}
