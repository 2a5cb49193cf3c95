/** Image files → raw pages. (Being built.) */
import { ParseError } from '../model/errors.ts'
import type { Extractor, OpenDocument, Sample } from './extractors.ts'

export const image = {
  name: 'image',
  fileTypes: ['.png', '.jpg', '.bmp', '.tiff', '.gif', '.webp', '.avif', '.heic', '.jp2', '.pnm', '.psd'],
  sniff: (_sample: Sample): string | null => null,
  async open(): Promise<OpenDocument> {
    throw new ParseError(1104, 'Image files are not read yet.')
  },
} as const satisfies Extractor
