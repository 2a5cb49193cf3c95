/** Structured text has one tile of a pattern, so it cannot show a pattern behind text. */

import type { PageHandle } from './document.ts'
import type { Pointer } from './mupdf.ts'
import { PdfObjects } from './pdf-objects.ts'

/** Limits of the search, beyond which patterns are assumed. */
const MAX_FORMS = 64
const MAX_DEPTH = 4

export function mayUsePatterns({ mupdf, document, pointer }: PageHandle): boolean {
  return mupdf.call(() => {
    const { module } = mupdf
    const objects = PdfObjects.of(mupdf, document)
    if (objects === null) return true
    let left = MAX_FORMS
    const hasPatterns = (resources: Pointer, depth: number): boolean => {
      if (objects.values(objects.get(resources, 'Pattern')).length > 0) return true
      return objects.values(objects.get(resources, 'XObject')).some((object) => {
        if (objects.toName(objects.get(object, 'Subtype')) !== 'Form') return false
        left -= 1
        return left < 0 || depth >= MAX_DEPTH || hasPatterns(objects.get(object, 'Resources'), depth + 1)
      })
    }
    return hasPatterns(
      objects.inherited(module._wasm_pdf_page_get_obj(module._wasm_pdf_page_from_fz_page(pointer)), 'Resources'),
      0,
    )
  })
}
