/** Prepares an Office file for the converter: checks its container, decrypts it and applies the fixups. */
import { concatBytes, hasBytesAt } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import { COMPOUND_SIGNATURE, openCompoundFile } from './compound-file.ts'
import { unlockPackage } from './encryption/encryption.ts'
import { type Container, EditableFile, type EditOptions } from './fixups/editable-file.ts'
import { applyFixupsBefore } from './fixups/fixups.ts'
import { noRecoveredContent, type RecoveredContent } from './fixups/recovered-content.ts'
import { familyOf } from './formats.ts'

interface OfficeFile extends EditOptions {
  readonly bytes: Uint8Array
  readonly fileType: string
  readonly password: string | null
}

export interface PreparedFile {
  readonly bytes: Uint8Array
  readonly password: string | null
  readonly recovered: RecoveredContent
}

const textTypes = new Set(['.csv', '.tsv'])

/** Throws `ParseError` 1106 for a wrong type or password, damaged files and zip bombs. */
export async function prepareForConverter({
  bytes,
  fileType,
  password,
  ...options
}: OfficeFile): Promise<PreparedFile> {
  if (textTypes.has(fileType)) return { bytes, password, recovered: noRecoveredContent }
  const unlocked = password === null ? null : await unlockPackage(bytes, password)
  const file = openFile(unlocked ?? bytes, fileType, { options })
  await applyFixupsBefore(file)
  const { bytes: prepared, isEdited } = await file.finish()
  return {
    bytes: prepared,
    password: unlocked === null ? password : null,
    recovered: isEdited ? file.recovered : { ...file.recovered, formulas: [] },
  }
}

function openFile(bytes: Uint8Array, fileType: string, { options }: { readonly options: EditOptions }): EditableFile {
  const container = containerOf(bytes)
  if (container === 'compound') checkStreams(bytes, fileType)
  if (container !== null) return new EditableFile(bytes, { container, fileType, options })
  if (fileType === '.rtf' && hasBytesAt(bytes, 0, [0x7b]))
    return new EditableFile(wrapFragment(bytes), { container: 'rtf', fileType, options })
  // A converter would guess the type, and load a web page with everything it links to.
  throw new ParseError(
    1106,
    `The file does not match its type "${fileType}": it is neither an Office file nor rich text.`,
  )
}

function containerOf(bytes: Uint8Array): Container | null {
  if (hasBytesAt(bytes, 0, [0x50, 0x4b])) return 'package'
  if (hasBytesAt(bytes, 0, COMPOUND_SIGNATURE)) return 'compound'
  return hasBytesAt(bytes, 0, [0x7b, 0x5c, 0x72, 0x74]) ? 'rtf' : null
}

const mainStreams = {
  writer: ['WordDocument'],
  impress: ['PowerPoint Document', 'PP40', 'PP97_DUALSTORAGE'],
  calc: ['Workbook', 'Book'],
}

/** A converter would print a file without them as text, byte by byte. */
function checkStreams(bytes: Uint8Array, fileType: string): void {
  const family = familyOf(fileType)
  const file = openCompoundFile(bytes)
  const accepted = ['EncryptedPackage', ...(family === null ? [] : mainStreams[family])]
  if (!accepted.some((name) => file?.has(name)))
    throw new ParseError(
      1106,
      `The file is damaged or cut off: it lacks a part that every "${fileType}" file has. Send it again, or repair it with the program it comes from.`,
    )
}

function wrapFragment(bytes: Uint8Array): Uint8Array {
  const encoder = new TextEncoder()
  const header = encoder.encode('{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}}\n')
  return concatBytes([header, bytes, encoder.encode('}')])
}
