/** Recognises image files by their content. What opens them is loaded with the first one. */
import type { ExtractContext, Extractor, OpenDocument, Sample } from './extractors.ts'
import { imageTypes, sniffImageType } from './images/image-type.ts'

export const image = {
  name: 'image',
  fileTypes: imageTypes,
  sniff: (sample: Sample): string | null => sniffImageType(sample),
  async open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
    const { openImage } = await import('./open-image.ts')
    return await openImage(bytes, fileType, context)
  },
} as const satisfies Extractor
