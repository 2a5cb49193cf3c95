import { type DocumentReader, unconvertedDocument } from '../types.ts'
import { RtfReader } from './rtf-reader.ts'
import { readRtfTokens } from './rtf-tokens.ts'

export const rtfReader: DocumentReader = {
  open(bytes) {
    const reader = new RtfReader()
    readRtfTokens(bytes, reader)
    const pages = reader.finish()
    return unconvertedDocument(pages, 'pages end at its page breaks and sections', (page) => page)
  },
}
