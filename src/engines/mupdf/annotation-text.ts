import type { MupdfModule, Pointer } from '#wasm/mupdf'

/** Types of annotations in MuPDF. */
const FREE_TEXT = 2
const STAMP = 13

/** Whether the page has form fields or annotations that show text. */
export function hasAnnotationText(module: MupdfModule, page: Pointer): boolean {
  const pdfPage = module._wasm_pdf_page_from_fz_page(page)
  if (pdfPage === 0) return false
  if (module._wasm_pdf_first_widget(pdfPage) !== 0) return true
  for (
    let annotation = module._wasm_pdf_first_annot(pdfPage);
    annotation !== 0;
    annotation = module._wasm_pdf_next_annot(annotation)
  ) {
    const type = module._wasm_pdf_annot_type(annotation)
    if (type === FREE_TEXT || type === STAMP) return true
  }
  return false
}
