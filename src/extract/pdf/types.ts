import type { DocumentHandle } from '../../engines/mupdf/document.ts'
import type { ExtractContext } from '../types.ts'

export interface OpenPdf {
  readonly handle: DocumentHandle
  readonly context: ExtractContext
  /** Reasons by page index. */
  readonly undrawablePages: Map<number, string>
  /** Pages whose text is from OCR, figures included. */
  readonly recognizedPages: Set<number>
  readonly trappedPages: Set<number>
}
