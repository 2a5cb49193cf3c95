/** Detects Office formats by content; a few variants differ only in the file name. */
import { hasBytesAt, latin1 } from '../../model/bytes.ts'
import { extensionOf } from '../../model/file-name.ts'
import { isStructuredType } from '../structured/readers.ts'
import type { FileSample } from '../types.ts'
import { packageType } from './package-type.ts'

const SHEET_KINDS = new Set(['\x10\0', '\x20\0', '\x40\0', '\0\x01'])
const COMPOUND_STREAMS = [
  ['.doc', 'WordDocument'],
  ['.ppt', 'PowerPoint Document'],
  ['.xls', 'Workbook', 'Book'],
] as const
const COMPOUND_TYPES = new Set(['.doc', '.ppt', '.pps', '.xls'])

/** The first element of a flat file declares its namespaces before its kind. */
const FLAT_ODF =
  /^(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<office:document\s[^>]*mimetype="application\/vnd\.oasis\.opendocument\.(text|presentation|spreadsheet)/
const FLAT_ODF_RANGE = 16_384
const flatTypes = new Map([
  ['text', '.fodt'],
  ['presentation', '.fodp'],
  ['spreadsheet', '.fods'],
])

export function detectOfficeType(sample: FileSample): string | null {
  const { head, fileName } = sample
  if (latin1(head, 0, 5) === '{\\rtf' || (latin1(head, 0, 2) === '{\\' && extensionOf(fileName) === '.rtf'))
    return '.rtf'
  if (latin1(head, 0, 4) === 'PK\x03\x04') return detectZip(sample)
  if (isOldWorkbook(head)) return '.xls'
  const flat = FLAT_ODF.exec(latin1(head, 0, FLAT_ODF_RANGE))?.[1]
  if (flat !== undefined) return flatTypes.get(flat)!
  return latin1(head, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' ? detectCompound(sample) : null
}

/** Up to Excel 4, a file begins with a record: type, size, version, and the kind of a sheet or workspace. */
function isOldWorkbook(head: Uint8Array): boolean {
  const start = latin1(head, 0, 4)
  const isStart = start === '\x09\0\x04\0' || start === '\x09\x02\x06\0' || start === '\x09\x04\x06\0'
  return isStart && SHEET_KINDS.has(latin1(head, 6, 8))
}

const ODF_TYPES = [
  ['text', '.odt'],
  ['presentation', '.odp'],
  ['spreadsheet', '.ods'],
] as const

function detectZip(sample: FileSample): string | null {
  const has = (name: string): boolean => contains(sample, name, 1)
  const odf = ODF_TYPES.find(([kind]) => has(`application/vnd.oasis.opendocument.${kind}`))
  if (odf !== undefined) return odf[1]
  const declaredType = packageType(sample)
  if (declaredType !== null) return declaredType
  if (!has('[Content_Types].xml')) return null
  // The content types may be outside of a large file's sample.
  const hasMacros = has('vbaProject.bin') || has('xl/macrosheets/')
  if (has('word/document')) return hasMacros ? '.docm' : '.docx'
  // The file name decides, because slide shows differ only inside that part.
  if (has('ppt/presentation')) return hasMacros ? '.pptm' : extensionOf(sample.fileName) === '.ppsx' ? '.ppsx' : '.pptx'
  if (has('xl/workbook.bin')) return '.xlsb'
  if (has('xl/workbook')) return hasMacros ? '.xlsm' : '.xlsx'
  return null
}

/** Stream names are UTF-16, in some files only uppercase. */
function detectCompound(sample: FileSample): string | null {
  const has = (name: string): boolean => contains(sample, name, 2) || contains(sample, name.toUpperCase(), 2)
  const extension = extensionOf(sample.fileName)
  const found = COMPOUND_STREAMS.flatMap(([type, ...names]) => (names.some(has) ? [type] : []))
  // Embedded documents have such streams, too.
  const [type] = [...found.filter((each) => each === (extension === '.pps' ? '.ppt' : extension)), ...found]
  if (type !== undefined) return type === '.ppt' && extension === '.pps' ? '.pps' : type
  // An encrypted package hides its type.
  if (has('EncryptedPackage')) return isStructuredType(extension) ? extension : '.docx'
  return COMPOUND_TYPES.has(extension) ? extension : null
}

function contains({ head, tail }: FileSample, text: string, bytesPerCharacter: 1 | 2): boolean {
  const wanted = new Uint8Array(text.length * bytesPerCharacter)
  for (let at = 0; at < text.length; at++) wanted[at * bytesPerCharacter] = text.charCodeAt(at)
  return includesBytes(head, wanted) || includesBytes(tail, wanted)
}

function includesBytes(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const first = wanted[0]!
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (hasBytesAt(bytes, at, wanted)) return true
  return false
}
