/** Detects Office formats by content; a few variants differ only in the file name. */
import { latin1 } from '../../model/bytes.ts'
import { isStructuredType } from '../structured/readers.ts'
import type { FileSample } from '../types.ts'
import { packageType } from './package-type.ts'

const fileTypes = [
  ...['.doc', '.docx', '.docm', '.rtf', '.odt'],
  ...['.ppt', '.pptx', '.pptm', '.pps', '.ppsx', '.odp'],
  ...['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods'],
]

/** Types that are compound files (OLE 2), where the others are zip archives. */
const compoundTypes = new Set(['.doc', '.ppt', '.pps', '.xls'])

/** Formats without a structured reader: only a converter can read them. */
export const convertedTypes = fileTypes.filter((fileType) => !isStructuredType(fileType))

export function detectOfficeType(sample: FileSample): string | null {
  const { head } = sample
  // Pieces of RTF, which some writers make, lack the word.
  if (latin1(head, 0, 5) === '{\\rtf' || (latin1(head, 0, 2) === '{\\' && extensionOf(sample) === '.rtf')) return '.rtf'
  if (latin1(head, 0, 4) === 'PK\x03\x04') return detectZip(sample)
  return latin1(head, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' ? detectCompound(sample) : null
}

/** Names of the archive's entries stand in their own headers and again in the directory at the end. */
function detectZip(sample: FileSample): string | null {
  const has = (name: string): boolean => holds(sample, name, 1)
  if (has('application/vnd.oasis.opendocument.text')) return '.odt'
  if (has('application/vnd.oasis.opendocument.presentation')) return '.odp'
  if (has('application/vnd.oasis.opendocument.spreadsheet')) return '.ods'
  if (!has('[Content_Types].xml')) return null
  const stated = packageType(sample)
  if (stated !== null) return stated
  // In large files the part may be out of sight: then the names of others tell.
  const macros = has('vbaProject.bin') || has('xl/macrosheets/')
  if (has('word/document')) return macros ? '.docm' : '.docx'
  // A show and a presentation differ in one word inside that part, so here the file's name decides.
  if (has('ppt/presentation')) return macros ? '.pptm' : extensionOf(sample) === '.ppsx' ? '.ppsx' : '.pptx'
  if (has('xl/workbook.bin')) return '.xlsb'
  if (has('xl/workbook')) return macros ? '.xlsm' : '.xlsx'
  return null
}

/** Names of the streams stand in the directory as UTF-16, each in a sector of its own; some writers know capitals only. */
function detectCompound(sample: FileSample): string | null {
  const has = (name: string): boolean => holds(sample, name, 2) || holds(sample, name.toUpperCase(), 2)
  if (has('WordDocument')) return '.doc'
  if (has('PowerPoint Document')) return extensionOf(sample) === '.pps' ? '.pps' : '.ppt'
  if (has('Workbook') || has('Book')) return '.xls'
  const known = fileTypes.find((type) => type === extensionOf(sample))
  // An encrypted package says nothing of its kind, and a directory in the middle of a large file is not in the sample.
  if (has('EncryptedPackage')) return known ?? '.docx'
  return known !== undefined && compoundTypes.has(known) ? known : null
}

function extensionOf({ fileName }: FileSample): string {
  return /\.[a-z0-9]+$/i.exec(fileName)?.[0].toLowerCase() ?? ''
}

/** Whether the text occurs in the sample, each character `unit` bytes wide. */
function holds({ head, tail }: FileSample, text: string, unit: 1 | 2): boolean {
  const wanted = Uint8Array.from({ length: text.length * unit }, (_, index) =>
    index % unit === 0 ? text.charCodeAt(index / unit) : 0,
  )
  return indexOf(head, wanted) >= 0 || indexOf(tail, wanted) >= 0
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0]!
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}
