import type { PageHandle } from './document.ts'
import { MupdfError } from './mupdf-errors.ts'
import { PdfObjects } from './pdf-objects.ts'

/** Throws `MupdfError` if MuPDF replaced the dictionary by null, as if the page were empty. */
export function requirePageDictionary({ mupdf, document }: PageHandle, pageIndex: number): void {
  const isReadable = mupdf.call(() => {
    const objects = PdfObjects.of(mupdf, document)
    return objects === null || objects.isDictionary(objects.page(pageIndex))
  })
  if (!isReadable) throw new MupdfError('its page dictionary cannot be read')
}
