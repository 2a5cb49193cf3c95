/** Fields of interactive forms (PDF 32000-1, 12.7), in points from the top left of the displayed page. */
import { type Box, translate } from '../../model/geometry.ts'
import type { PageHandle } from './document.ts'
import { boxAt } from './mupdf.ts'
import { MupdfError } from './mupdf-errors.ts'
import { PdfObjects } from './pdf-objects.ts'

const MAX_FIELDS = 1000
/** Annotation flags: hidden, and not shown on the screen. */
const HIDDEN = (1 << 1) | (1 << 5)
/** Field flag: one cell per character. */
const COMB = 1 << 24

/** In the order of MuPDF's numbers. */
const fieldTypes = ['unknown', 'button', 'checkbox', 'combobox', 'listbox', 'radiobutton', 'signature', 'text'] as const

export interface FormField {
  readonly box: Box
  readonly type: (typeof fieldTypes)[number]
  /** State of a check box or radio button. */
  readonly isOn: boolean
  readonly isComb: boolean
  readonly value: string
}

/** Visible fields in the order of the file, up to a damaged one. */
export function readFormFields(page: PageHandle): FormField[] {
  const fields: FormField[] = []
  try {
    page.mupdf.call(() => gatherFields(page, fields))
  } catch (error) {
    if (!(error instanceof MupdfError)) throw error
  }
  return fields
}

function gatherFields({ mupdf, pointer, document, frame }: PageHandle, fields: FormField[]): void {
  const { module } = mupdf
  const page = module._wasm_pdf_page_from_fz_page(pointer)
  const first = page === 0 ? 0 : module._wasm_pdf_first_widget(page)
  const objects = PdfObjects.of(mupdf, document)
  if (first === 0 || objects === null) return
  for (let widget = first; widget !== 0 && fields.length < MAX_FIELDS; widget = module._wasm_pdf_next_widget(widget)) {
    if ((module._wasm_pdf_annot_flags(widget) & HIDDEN) !== 0) continue
    const type = fieldTypes[module._wasm_pdf_annot_field_type(widget)] ?? 'unknown'
    const state = objects.toName(objects.get(module._wasm_pdf_annot_obj(widget), 'AS'))
    const isText = type === 'text'
    fields.push({
      box: translate(boxAt(module, module._wasm_pdf_bound_annot(widget)), { x: -frame.x, y: -frame.y }),
      type,
      isOn: state !== null && state !== 'Off',
      isComb: isText && (module._wasm_pdf_annot_field_flags(widget) & COMB) !== 0,
      value: isText ? module.UTF8ToString(module._wasm_pdf_annot_field_value(widget)) : '',
    })
  }
}
