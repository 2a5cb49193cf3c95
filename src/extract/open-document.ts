import type { DocumentInfo } from '../model/document.ts'
import { ParseError } from '../model/errors.ts'
import { tooManyPages } from '../model/page-selection.ts'
import { extractorFor } from './registry.ts'
import type { ExtractContext, OpenDocument } from './types.ts'

export interface SourceDocument {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly fileType: string
  readonly password: string | null
}

type OpenContext = Pick<ExtractContext, 'settings' | 'loadModel' | 'readSlices' | 'neuralReader' | 'stages'>

/** The caller closes the document. Throws `ParseError` 1104 (type), 1132 (pages), and the extractor's errors. */
export async function openDocument(
  { bytes, fileName, fileType, password }: SourceDocument,
  { settings, loadModel, readSlices, neuralReader, stages }: OpenContext,
): Promise<{ document: OpenDocument; info: DocumentInfo }> {
  const extractor = extractorFor(fileType)
  if (extractor === null) throw new ParseError(1104, `Files of type "${fileType}" are not supported.`)
  const { open } = await extractor.load()
  const document = await open(bytes, fileType, { settings, password, loadModel, readSlices, neuralReader, stages })
  const { pageCount } = document
  if (pageCount > settings.maxPages) {
    document.close()
    throw tooManyPages(pageCount, settings.maxPages)
  }
  return { document, info: { fileName, fileType, pageCount } }
}
