/**
 * Recognises Office files by content so that they get an honest answer. Refuses to read them:
 * the converter is not part of this version, so opening one is error 1139.
 */
import { ParseError } from '../model/errors.ts'
import type { Extractor, OpenDocument, Sample } from './extractors.ts'

const fileTypes = ['.doc', '.docx', '.rtf', '.odt', '.ppt', '.pptx', '.odp', '.xls', '.xlsx', '.ods'] as const

export const office = {
  name: 'office',
  fileTypes,
  sniff: (_sample: Sample): string | null => null,
  async open(_bytes: Uint8Array, fileType: string): Promise<OpenDocument> {
    throw new ParseError(1139, `"${fileType}" needs a converter that this version does not have yet.`)
  },
} as const satisfies Extractor
