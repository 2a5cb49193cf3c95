/**
 * Whether an Office file is locked with a password, and encrypted OOXML and OpenDocument opened with it. Locked binary files (DOC, XLS,
 * PPT) are recognized, not opened: that is left to converters that take a password. After [MS-OFFCRYPTO] and ODF 1.2 part 3.
 */

import { ParseError } from '../../model/errors.ts'
import { Archive } from '../../zip/archive.ts'
import { type CompoundFile, openCompoundFile } from '../compound-file.ts'
import { decryptPackage } from './agile.ts'
import { unlockOpenDocument } from './odf-encryption.ts'

/** XLS: records are looked through up to here; the mark stands among the first. */
const maxWorkbookBytes = 8192
const filePassRecord = 0x002f
const endRecord = 0x000a
/** PPT: the token of an encrypted document in the stream "Current User". */
const encryptedToken = 0xf3d1c4df
/** DOC: the flag in the file information block. */
const encryptedFlag = 0x0100
const maxPackageBytes = 256 << 20

/** Whether it takes a password to read the file. Files that open with the password that every program knows count as locked too. */
export function isLocked(bytes: Uint8Array): boolean {
  const file = openCompoundFile(bytes)
  if (file !== null) return isLockedPackage(file) || isLockedBinary(file)
  return isLockedOpenDocument(bytes)
}

/** The manifest says which parts are encrypted. */
function isLockedOpenDocument(bytes: Uint8Array): boolean {
  try {
    const manifest = new Archive(bytes).read('META-INF/manifest.xml')
    return manifest !== null && new TextDecoder().decode(manifest).includes('encryption-data')
  } catch {
    // No archive, or a damaged one.
    return false
  }
}

function isLockedPackage(file: CompoundFile): boolean {
  return hasStream(file, 'EncryptedPackage')
}

/** Names are the same whatever their case ([MS-CFB] 2.6.4): some writers know capitals only. */
function hasStream({ names }: CompoundFile, wanted: string): boolean {
  return names.some((name) => name.toLowerCase() === wanted.toLowerCase())
}

function isLockedBinary(file: CompoundFile): boolean {
  const document = file.read('WordDocument', 32)
  if (document !== null) return (((document[10] ?? 0) | ((document[11] ?? 0) << 8)) & encryptedFlag) !== 0
  if (hasStream(file, 'PowerPoint Document')) {
    const user = file.read('Current User', 32)
    const token = user === null || user.length < 16 ? 0 : new DataView(user.buffer, user.byteOffset).getUint32(12, true)
    return token === encryptedToken || hasStream(file, 'EncryptedSummary')
  }
  const workbook = file.read('Workbook', maxWorkbookBytes) ?? file.read('Book', maxWorkbookBytes)
  return workbook !== null && hasFilePass(workbook)
}

function hasFilePass(workbook: Uint8Array): boolean {
  for (let at = 0; at + 4 <= workbook.length; ) {
    const id = (workbook[at] ?? 0) | ((workbook[at + 1] ?? 0) << 8)
    if (id === filePassRecord) return true
    if (id === endRecord) return false
    at += 4 + ((workbook[at + 2] ?? 0) | ((workbook[at + 3] ?? 0) << 8))
  }
  return false
}

/** The archive inside an encrypted OOXML file, or an OpenDocument file opened; `null` when the file is no such. Throws 1106 when the password is wrong. */
export async function unlockPackage(bytes: Uint8Array, password: string): Promise<Uint8Array | null> {
  const file = openCompoundFile(bytes)
  if (file === null) return isLockedOpenDocument(bytes) ? await unlockOpenDocument(bytes, password) : null
  if (!isLockedPackage(file)) return null
  const info = file.read('EncryptionInfo', 1 << 16)
  const data = file.read('EncryptedPackage', maxPackageBytes)
  if (info === null || data === null)
    throw new ParseError(1106, 'The protected file is damaged: it does not say how it is encrypted.')
  const opened = await decryptPackage(info, data, password)
  if (opened === null)
    throw new ParseError(1106, 'The password does not open the document. Send the right one in the field "password".')
  return opened
}

export function lockedError({ hasPassword }: { readonly hasPassword: boolean }): ParseError {
  const reason = hasPassword
    ? 'The document is protected, and the password does not open it: it is wrong, or the file is a binary one (DOC, XLS, PPT), which can be opened with a password only by Gotenberg.'
    : 'The document is protected with a password.'
  return new ParseError(1106, `${reason} Send the right password in the field "password", or the document without one.`)
}
