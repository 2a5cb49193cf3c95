/** Recognizes documents that have no drawn pages by their content. What opens them is loaded with the first one. */

import type { ExtractContext, Extractor, OpenDocument } from '../registry.ts'
import { documentReaders } from './registry.ts'
import { sniffDocument } from './sniff.ts'

export const direct = {
  name: 'direct',
  fileTypes: documentReaders.flatMap(({ fileTypes }) => fileTypes),
  sniff: sniffDocument,
  async open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
    const { openStructured } = await import('./open.ts')
    return await openStructured(bytes, fileType, context)
  },
} as const satisfies Extractor
