/**
 * Documents that have no drawn pages (HTML, EPUB, text, Office files without a converter) → logical pages. Their structure is
 * known, so they pass by layout; pictures that the outputs can't show as they are become PNG here.
 */
import { archiveLimits } from '../documents/archive.ts'
import type { ReaderContext } from '../documents/reader.ts'
import { documentReaderFor, documentReaders } from '../documents/readers.ts'
import { sniffDocument } from '../documents/sniff.ts'
import { ParseError } from '../model/errors.ts'
import type { ParseOptions } from '../model/options.ts'
import type { ParsedPage } from '../model/page.ts'
import type { ParseSettings } from '../model/settings.ts'
import { settlePage } from './direct-pictures.ts'
import type { ExtractContext, Extractor, OpenDocument } from './extractors.ts'

/** Cells of one sheet, on machines with memory. */
const mostCells = 1_000_000

export const direct = {
  name: 'direct',
  fileTypes: documentReaders.flatMap(({ fileTypes }) => fileTypes),
  sniff: sniffDocument,
  open,
} as const satisfies Extractor

async function open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const reader = documentReaderFor(fileType)
  if (reader === null) throw new ParseError(1104, `Files of type "${fileType}" are not supported.`)
  const document = reader.open(bytes, { fileType, ...limitsOf(context.settings) })
  return {
    pageCount: document.pageCount,
    async readLogicalPage(pageIndex: number, options: ParseOptions): Promise<ParsedPage> {
      const page = document.readPage(pageIndex, { speakerNotes: options.speakerNotes })
      return await settlePage({ ...page, warnings: [...document.warnings, ...page.warnings] }, pageIndex, { options, context })
    },
    readPage: noDrawnPage,
    drawRegion: noDrawnPage,
    close() {},
  }
}

/** A part is decoded and parsed as a whole, which takes several times its size; a cell takes a kilobyte on its way to the answer. */
function limitsOf({ maxUnpackedBytes = archiveLimits.maxBytes }: ParseSettings): Pick<ReaderContext, 'limits' | 'maxCells'> {
  const limits = { ...archiveLimits, maxBytes: maxUnpackedBytes, maxEntryBytes: Math.min(archiveLimits.maxEntryBytes, maxUnpackedBytes / 4) }
  return { limits, maxCells: Math.min(mostCells, Math.floor(maxUnpackedBytes / 1024)) }
}

async function noDrawnPage(): Promise<never> {
  throw new Error('a logical page has nothing to draw')
}
