/** Recognises documents that have no drawn pages by their content. What opens them is loaded with the first one. */
import { documentReaders } from '../documents/readers.ts'
import { sniffDocument } from '../documents/sniff.ts'
import type { ExtractContext, Extractor, OpenDocument } from './extractors.ts'

export const direct = {
  name: 'direct',
  fileTypes: documentReaders.flatMap(({ fileTypes }) => fileTypes),
  sniff: sniffDocument,
  async open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
    const { openDirect } = await import('./open-direct.ts')
    return await openDirect(bytes, fileType, context)
  },
} as const satisfies Extractor
