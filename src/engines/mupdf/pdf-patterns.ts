/**
 * A page's resources → whether anything on it may be painted with patterns. Structured text shows one tile of a pattern at most,
 * so where there are some it does not tell what lies under a text. Says yes when the resources are too many to look through.
 */

import type { PageHandle } from './document.ts'
import type { Pointer } from './mupdf.ts'
import { PdfObjects } from './pdf-objects.ts'

/** Forms may hold forms; more of them, or a deeper nest, is taken for a yes. */
const maxForms = 64
const maxDepth = 4

/** Cheap beside drawing: a few look-ups for each form on the page. */
export function drawsPatterns({ mupdf, document, pointer }: PageHandle): boolean {
  return mupdf.call(() => {
    const { module } = mupdf
    const pdf = module._wasm_pdf_document_from_fz_document(document.pointer)
    if (pdf === 0) return true
    const objects = new PdfObjects(mupdf, pdf)
    let left = maxForms
    const hasPatterns = (resources: Pointer, depth: number): boolean => {
      if (objects.values(objects.get(resources, 'Pattern')).length > 0) return true
      return objects.values(objects.get(resources, 'XObject')).some((object) => {
        if (objects.toName(objects.get(object, 'Subtype')) !== 'Form') return false
        left -= 1
        return left < 0 || depth >= maxDepth || hasPatterns(objects.get(object, 'Resources'), depth + 1)
      })
    }
    return hasPatterns(
      objects.inherited(module._wasm_pdf_page_get_obj(module._wasm_pdf_page_from_fz_page(pointer)), 'Resources'),
      0,
    )
  })
}
