/** Recognizes image files by their content. What opens them is loaded with the first one. */
import type { ExtractContext, Extractor, OpenDocument, Sample } from '../registry.ts'
import { imageTypes, sniffImageType } from './image-type.ts'

export const image = {
  name: 'image',
  fileTypes: imageTypes,
  sniff: (sample: Sample): string | null => sniffImageType(sample),
  async open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
    const { openImage } = await import('./open.ts')
    return await openImage(bytes, fileType, context)
  },
} as const satisfies Extractor
