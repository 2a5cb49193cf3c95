/**
 * What a file is that nothing here reads, in words that tell its sender what to do: archives to unpack, documents to export, uploads that
 * broke off. By content, like the types that are read.
 */
import { latin1 } from '../model/bytes.ts'
import type { FileSample } from './types.ts'

const unpack = 'unpack it and send the documents in it one by one'
const exportIt = 'export it as PDF and send that'

/** Beginnings of files, at `at`, with what they are and, where there is something, what to do. */
const magics: readonly {
  readonly magic: string
  readonly at?: number
  readonly words: string
  readonly advice?: string
}[] = [
  { magic: '\x1f\x8b', words: 'a gzip archive', advice: unpack },
  { magic: 'BZh', words: 'a bzip2 archive', advice: unpack },
  { magic: '\xfd7zXZ\0', words: 'an xz archive', advice: unpack },
  { magic: '\x28\xb5\x2f\xfd', words: 'a Zstandard archive', advice: unpack },
  { magic: 'Rar!\x1a\x07', words: 'a RAR archive', advice: unpack },
  { magic: "7z\xbc\xaf'\x1c", words: 'a 7-Zip archive', advice: unpack },
  { magic: 'ustar', at: 257, words: 'a tar archive', advice: unpack },
  { magic: 'AT&TFORM', words: 'a DjVu document', advice: exportIt },
  { magic: 'BOOKMOBI', at: 60, words: 'a Kindle book', advice: 'convert it to EPUB and send that' },
  { magic: 'DICM', at: 128, words: 'a DICOM picture', advice: 'export it as PNG and send that' },
  { magic: '\xff\x0a', words: 'a JPEG XL picture', advice: 'convert it to PNG or JPEG and send that' },
  { magic: '\0\0\0\x0cJXL ', words: 'a JPEG XL picture', advice: 'convert it to PNG or JPEG and send that' },
  { magic: ' EMF', at: 40, words: 'a Windows metafile', advice: exportIt },
  { magic: '\xd7\xcd\xc6\x9a', words: 'a Windows metafile', advice: exportIt },
  { magic: 'ftyp', at: 4, words: 'a film or a recording' },
  { magic: 'WAVE', at: 8, words: 'a film or a recording' },
  { magic: 'AVI ', at: 8, words: 'a film or a recording' },
  { magic: 'ID3', words: 'a film or a recording' },
  { magic: 'OggS', words: 'a film or a recording' },
  { magic: 'fLaC', words: 'a film or a recording' },
  { magic: '\x1aE\xdf\xa3', words: 'a film or a recording' },
  { magic: '\x7fELF', words: 'a program' },
  { magic: 'MZ', words: 'a program' },
  { magic: 'SQLite format 3\0', words: 'a database' },
]

/** Documents that are zip archives and nothing here reads, told by a name that such an archive holds. */
const packages: readonly { readonly holds: RegExp; readonly words: string }[] = [
  { holds: /\.iwa/, words: 'a document of Pages, Numbers or Keynote' },
  { holds: /\.fdseq/i, words: 'an XPS document' },
  { holds: /visio\/document\.xml/, words: 'a Visio drawing' },
]

/** Names of documents that are zip archives: what is called so and is an archive that ends too early broke off on its way. */
const packageNames = /\.(?:docx|docm|dotx|odt|pptx|pptm|ppsx|odp|xlsx|xlsm|xlsb|ods|epub)$/i

/** One sentence's end ("it is …"), `null` for bytes that say nothing. */
export function describeUnsupportedType(sample: FileSample): string | null {
  const { head, tail } = sample
  if (latin1(head, 0, 4) === 'PK\x03\x04' || latin1(head, 0, 4) === 'PK\x05\x06') return describeZip(sample)
  // Names of streams are UTF-16; those of a message's properties begin so.
  if (latin1(head, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
    return /_\0_\0s\0u\0b\0s\0t\0g\0/.test(textOf(head) + textOf(tail))
      ? 'an Outlook message; save it as PDF and send that'
      : `a file of an older Microsoft program that is neither Word, Excel nor PowerPoint; ${exportIt}`
  const found = magics.find(({ magic, at = 0 }) => latin1(head, at, at + magic.length) === magic)
  return found === undefined ? null : [found.words, ...(found.advice === undefined ? [] : [found.advice])].join('; ')
}

function describeZip({ head, tail }: FileSample): string {
  const names = textOf(head) + textOf(tail)
  const known = packages.find(({ holds }) => holds.test(names))
  return known === undefined
    ? `a zip archive that holds no document as its own content; ${unpack}`
    : `${known.words}; ${exportIt}`
}

/** Whether this is the beginning of an Office file or a book whose rest never came: the directory at an archive's end is missing. */
export function isCutPackage({ head, tail, fileName }: FileSample): boolean {
  return latin1(head, 0, 4) === 'PK\x03\x04' && packageNames.test(fileName) && !textOf(tail).includes('PK\x05\x06')
}

/** The bytes that a text of nothing but base64 stands for, as many as `head` holds of them; a data URI is one too. `null` for other texts. */
export function decodeBase64(head: Uint8Array): Uint8Array | null {
  const text = textOf(head).trim()
  const digits = /^(?:data:[\w.+/-]*(?:;[\w.=+-]+)*;base64,)?([A-Za-z0-9+/\s]{16,}={0,2})$/
    .exec(text)?.[1]
    ?.replace(/[\s=]/g, '')
  if (digits === undefined) return null
  const binary = atob(digits.slice(0, digits.length & ~3))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}

/** Names inside a file are ASCII; what the other bytes become does not matter. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}
