/** Detects password protection, and decrypts OOXML and OpenDocument. [MS-OFFCRYPTO], ODF 1.2 part 3. */
import { ParseError } from '../../model/errors.ts'
import { Archive } from '../../zip/archive.ts'
import { type CompoundFile, openCompoundFile } from '../compound-file.ts'
import { wrongPassword } from './encryption-errors.ts'
import { unlockOpenDocument } from './odf-encryption.ts'
import { decryptPackage } from './ooxml-encryption.ts'

/** Maximum bytes searched for the FilePass record of XLS, which is among the first. */
const MAX_WORKBOOK_BYTES = 8192
const FILE_PASS_RECORD = 0x002f
const END_RECORD = 0x000a
const ENCRYPTED_TOKEN = 0xf3d1c4df
const ENCRYPTED_FLAG = 0x0100
const MAX_PACKAGE_BYTES = 256 << 20

/** Includes encryption with the default passwords that all programs try. */
export function isLocked(bytes: Uint8Array): boolean {
  const file = openCompoundFile(bytes)
  if (file !== null) return file.has('EncryptedPackage') || isLockedBinary(file)
  return isLockedOpenDocument(bytes)
}

function isLockedOpenDocument(bytes: Uint8Array): boolean {
  try {
    const manifest = new Archive(bytes).read('META-INF/manifest.xml')
    return manifest !== null && new TextDecoder().decode(manifest).includes('encryption-data')
  } catch {
    return false
  }
}

function isLockedBinary(file: CompoundFile): boolean {
  const document = file.read('WordDocument', 32)
  if (document !== null) return (((document[10] ?? 0) | ((document[11] ?? 0) << 8)) & ENCRYPTED_FLAG) !== 0
  if (file.has('PowerPoint Document')) {
    const user = file.read('Current User', 32)
    const token = user === null || user.length < 16 ? 0 : new DataView(user.buffer, user.byteOffset).getUint32(12, true)
    return token === ENCRYPTED_TOKEN || file.has('EncryptedSummary')
  }
  const workbook = file.read('Workbook', MAX_WORKBOOK_BYTES) ?? file.read('Book', MAX_WORKBOOK_BYTES)
  return workbook !== null && hasFilePass(workbook)
}

function hasFilePass(workbook: Uint8Array): boolean {
  for (let at = 0; at + 4 <= workbook.length; ) {
    const id = (workbook[at] ?? 0) | ((workbook[at + 1] ?? 0) << 8)
    if (id === FILE_PASS_RECORD) return true
    if (id === END_RECORD) return false
    at += 4 + ((workbook[at + 2] ?? 0) | ((workbook[at + 3] ?? 0) << 8))
  }
  return false
}

/** Returns `null` for other files. Throws `ParseError` 1106 for a wrong password. */
export async function unlockPackage(bytes: Uint8Array, password: string): Promise<Uint8Array | null> {
  const file = openCompoundFile(bytes)
  if (file === null) return isLockedOpenDocument(bytes) ? await unlockOpenDocument(bytes, password) : null
  if (!file.has('EncryptedPackage')) return null
  const info = file.read('EncryptionInfo', 1 << 16)
  const data = file.read('EncryptedPackage', MAX_PACKAGE_BYTES)
  if (info === null || data === null)
    throw new ParseError(1106, 'The protected file is damaged: its encryption parameters are missing.')
  const opened = await decryptPackage(info, data, password)
  if (opened === null) throw wrongPassword()
  return opened
}
