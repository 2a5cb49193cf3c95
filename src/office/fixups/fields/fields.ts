/** Replaces date, file and statistics fields by stored results: converters print today's date or a temporary name. */
import type { Fixup } from '../types.ts'
import { wordTextParts } from '../word-parts.ts'
import { storeDocFields } from './doc-fields.ts'
import { storeDocxFields } from './docx-fields.ts'
import { storeOpenDocumentFields, storeSlideFields } from './element-fields.ts'
import { storeRtfFields } from './rtf-fields.ts'

const slideParts = /^ppt\/slide(?:s|Layouts|Masters)\/[^/]+\.xml$/i
const openDocumentParts = /^(?:content|styles)\.xml$/

export const fields: Fixup = {
  before(file) {
    file.editParts(wordTextParts, storeDocxFields)
    file.editParts(slideParts, storeSlideFields)
    // Spreadsheet fields contain placeholder characters instead of results.
    if (file.fileType === '.odt' || file.fileType === '.odp') file.editParts(openDocumentParts, storeOpenDocumentFields)
    if (file.container === 'rtf') file.editBytes(storeRtfFields)
    else if (file.fileType === '.doc') file.editBytes(storeDocFields)
  },
}
