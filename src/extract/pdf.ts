/**
 * PDF → raw pages: the text layer where there is a usable one, OCR where there is none.
 * Refuses what can't be opened (corrupt, no pages, password missing or wrong) with 1106 and the reason.
 */
import { loadMupdf, type Mupdf, type MupdfDocument, MupdfError } from '../engines/mupdf.ts'
import { readStructuredText } from '../engines/stext.ts'
import { ParseError } from '../model/errors.ts'
import type { Box } from '../model/geometry.ts'
import type { RawPage } from '../model/page.ts'
import type { RgbaRaster } from '../model/raster.ts'
import type { ExtractContext, Extractor, OpenDocument, Sample } from './extractors.ts'

export const pdf = {
  name: 'pdf',
  fileTypes: ['.pdf'],
  sniff: (sample: Sample): string | null => (findHeader(sample.head) ? '.pdf' : null),
  async open(bytes: Uint8Array, _fileType: string, context: ExtractContext): Promise<OpenDocument> {
    const mupdf = await loadMupdf()
    const document = openChecked(mupdf, bytes, context.password)
    const pageCount = mupdf.countPages(document)
    return {
      pageCount,
      async readPage(pageIndex): Promise<RawPage> {
        return mupdf.withPage(document, pageIndex, (page, frame) => {
          const { spans, paths, images } = readStructuredText(mupdf, page, frame)
          return { pageIndex, width: frame.width, height: frame.height, spans, paths, images, warnings: [] }
        })
      },
      async drawRegion(pageIndex: number, box: Box, options: { scale: number; maxPixels: number }): Promise<RgbaRaster> {
        return mupdf.withPage(document, pageIndex, (page, frame) => {
          const { scale } = options
          const size = { width: Math.ceil((box.x1 - box.x0) * scale), height: Math.ceil((box.y1 - box.y0) * scale) }
          return mupdf.drawColor(page, [scale, 0, 0, scale, -(frame.x + box.x0) * scale, -(frame.y + box.y0) * scale], size)
        })
      },
      close: () => mupdf.dropDocument(document),
    }
  },
} as const satisfies Extractor

function openChecked(mupdf: Mupdf, bytes: Uint8Array, password: string | null): MupdfDocument {
  try {
    const document = mupdf.openDocument(bytes, 'application/pdf')
    if (mupdf.authenticate(document, password) === 'open') return document
    mupdf.dropDocument(document)
    throw new ParseError(1106, 'password')
  } catch (error) {
    if (error instanceof MupdfError) throw new ParseError(1106, `corrupt: ${error.message}`, { cause: error })
    throw error
  }
}

/** Readers accept a header anywhere in the first 1024 bytes (PDF 32000-1, annex H, note 13). */
function findHeader(head: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(head.subarray(0, 1024)).includes('%PDF-')
}
