/** Describes files of unsupported types for error messages, and detects truncated and base64 uploads. */
import { fromBase64, latin1, toBinaryString } from '../model/bytes.ts'
import type { FileSample } from './types.ts'

const UNPACK = 'unpack it and send the documents in it one by one'
const EXPORT = 'export it as PDF and send that'
const TO_PNG_OR_JPEG = 'convert it to PNG or JPEG and send that'
const MEDIA = 'a video or audio file'

const magics: readonly {
  readonly magic: string
  readonly at?: number
  readonly description: string
  readonly advice?: string
}[] = [
  { magic: '\x1f\x8b', description: 'a gzip archive', advice: UNPACK },
  { magic: 'BZh', description: 'a bzip2 archive', advice: UNPACK },
  { magic: '\xfd7zXZ\0', description: 'an xz archive', advice: UNPACK },
  { magic: '\x28\xb5\x2f\xfd', description: 'a Zstandard archive', advice: UNPACK },
  { magic: 'Rar!\x1a\x07', description: 'a RAR archive', advice: UNPACK },
  { magic: "7z\xbc\xaf'\x1c", description: 'a 7-Zip archive', advice: UNPACK },
  { magic: 'ustar', at: 257, description: 'a tar archive', advice: UNPACK },
  { magic: 'AT&TFORM', description: 'a DjVu document', advice: EXPORT },
  { magic: 'BOOKMOBI', at: 60, description: 'a Kindle book', advice: 'convert it to EPUB and send that' },
  { magic: 'DICM', at: 128, description: 'a DICOM image', advice: 'export it as PNG and send that' },
  { magic: '\xff\x0a', description: 'a JPEG XL image', advice: TO_PNG_OR_JPEG },
  { magic: '\0\0\0\x0cJXL ', description: 'a JPEG XL image', advice: TO_PNG_OR_JPEG },
  { magic: ' EMF', at: 40, description: 'a Windows metafile', advice: EXPORT },
  { magic: '\xd7\xcd\xc6\x9a', description: 'a Windows metafile', advice: EXPORT },
  { magic: 'ftyp', at: 4, description: MEDIA },
  { magic: 'WAVE', at: 8, description: MEDIA },
  { magic: 'AVI ', at: 8, description: MEDIA },
  { magic: 'ID3', description: MEDIA },
  { magic: 'OggS', description: MEDIA },
  { magic: 'fLaC', description: MEDIA },
  { magic: '\x1aE\xdf\xa3', description: MEDIA },
  { magic: '\x7fELF', description: 'a program' },
  { magic: 'MZ', description: 'a program' },
  { magic: 'SQLite format 3\0', description: 'a database' },
]

const packages: readonly { readonly entry: RegExp; readonly description: string }[] = [
  { entry: /\.iwa/, description: 'a document of Pages, Numbers or Keynote' },
  { entry: /\.fdseq/i, description: 'an XPS document' },
  { entry: /visio\/document\.xml/, description: 'a Visio drawing' },
]

const packageNames = /\.(?:docx|docm|dotx|odt|pptx|pptm|ppsx|odp|xlsx|xlsm|xlsb|ods|epub)$/i

/** Returns the end of a sentence that starts with "Its content is"; `null` if the content is unknown. */
export function describeUnsupportedType({ head, tail }: FileSample): string | null {
  if (latin1(head, 0, 4) === 'PK\x03\x04' || latin1(head, 0, 4) === 'PK\x05\x06') {
    const match = packages.find(({ entry }) => entry.test(toBinaryString(head) + toBinaryString(tail)))
    return match === undefined
      ? `a zip archive that is not itself a document; ${UNPACK}`
      : `${match.description}; ${EXPORT}`
  }
  if (latin1(head, 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
    return /_\0_\0s\0u\0b\0s\0t\0g\0/.test(toBinaryString(head) + toBinaryString(tail))
      ? 'an Outlook message; save it as PDF and send that'
      : `a file of an older Microsoft program other than Word, Excel and PowerPoint; ${EXPORT}`
  const found = magics.find(({ magic, at = 0 }) => latin1(head, at, at + magic.length) === magic)
  if (found === undefined) return null
  return found.advice === undefined ? found.description : `${found.description}; ${found.advice}`
}

/** The start of an Office file or EPUB lacks the central directory at its end. */
export function isTruncatedPackage({ head, tail, fileName }: FileSample): boolean {
  return (
    latin1(head, 0, 4) === 'PK\x03\x04' && packageNames.test(fileName) && !toBinaryString(tail).includes('PK\x05\x06')
  )
}

/** Decodes base64 text or a data URI as far as `head` contains it. Returns `null` for other text. */
export function decodeBase64(head: Uint8Array): Uint8Array | null {
  const digits = /^(?:data:[\w.+/-]*(?:;[\w.=+-]+)*;base64,)?([A-Za-z0-9+/\s]{16,}={0,2})$/
    .exec(toBinaryString(head).trim())?.[1]
    ?.replace(/[\s=]/g, '')
  return digits === undefined ? null : fromBase64(digits.slice(0, digits.length & ~3))
}
