import { type DocumentReader, unconvertedWarning } from '../types.ts'
import { RtfReader } from './rtf-reader.ts'
import { readRtfTokens } from './rtf-tokens.ts'

export const rtfReader: DocumentReader = {
  open(bytes) {
    const reader = new RtfReader()
    readRtfTokens(bytes, reader)
    const pages = reader.finish()
    return {
      pageCount: pages.length,
      warnings: [unconvertedWarning('pages end at its page breaks and sections')],
      readPage: (at) => pages[at]!,
    }
  },
}
