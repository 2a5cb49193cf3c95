/** File information block of binary Word documents ([MS-DOC] 2.5.1). */
import { type CompoundFile, openCompoundFile } from './compound-file.ts'

const VERSION_OFFSET = 0x02
const FLAGS_OFFSET = 0x0a
const TABLE_FLAG = 0x0200
const ENCRYPTED_FLAG = 0x0100
/** Minimum version: Word 97. Earlier documents have other field lists and single-byte property codes. */
const MIN_VERSION = 0x00c1

interface WordDocument {
  readonly file: CompoundFile
  readonly header: DataView
  readonly table: '0Table' | '1Table'
  readonly isEncrypted: boolean
}

/** Returns `null` for other files and for versions before Word 97. */
export function openWordDocument(bytes: Uint8Array, headerBytes: number): WordDocument | null {
  const file = openCompoundFile(bytes)
  const block = file?.read('WordDocument', headerBytes)
  if (file === null || block == null || block.length < headerBytes) return null
  const header = new DataView(block.buffer, block.byteOffset)
  if (header.getUint16(VERSION_OFFSET, true) < MIN_VERSION) return null
  const flags = header.getUint16(FLAGS_OFFSET, true)
  return {
    file,
    header,
    table: (flags & TABLE_FLAG) === 0 ? '0Table' : '1Table',
    isEncrypted: (flags & ENCRYPTED_FLAG) !== 0,
  }
}
