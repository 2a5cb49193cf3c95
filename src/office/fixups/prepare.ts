/**
 * An Office file as it was sent → as a converter shall see it: opened where a password is given, without the text that tracked
 * changes have deleted, fields with the values that its author saw, sheets as wide as a page. Refuses archives that would grow beyond measure and what is no Office file at all.
 */

import { toBinaryString } from '../../model/bytes.ts'
import { ParseError } from '../../model/errors.ts'
import { Archive } from '../../zip/archive.ts'
import { updateZip } from '../../zip/update.ts'
import { openCompoundFile } from '../compound-file.ts'
import { unlockPackage } from '../encryption/encryption.ts'
import { familyOf } from '../formats.ts'
import { replaceXmlElements } from '../replace-xml-elements.ts'
import { writeCheckBoxes } from './check-boxes.ts'
import { storeBinaryFields } from './fields/binary-fields.ts'
import { storeOpenDocumentFields, storeSlideFields } from './fields/element-fields.ts'
import { storeRichTextFields } from './fields/rich-text-fields.ts'
import { storeFields } from './fields/word-fields.ts'
import { fitToWidth } from './fit-sheets.ts'
import { insertFormulaPlaceholders } from './formulas.ts'
import { nothing, type RecoveredContent } from './recovered-content.ts'
import { readNotes } from './speaker-notes/speaker-notes.ts'
import { acceptRevisions } from './tracked-changes/accept-revisions.ts'
import { hideDeletions } from './tracked-changes/hide-deletions.ts'
import { readByteWords } from './words/byte-words.ts'
import { readWords } from './words/rejoin-words.ts'

export interface OfficeFile {
  readonly bytes: Uint8Array
  /** Canonical, by content. */
  readonly fileType: string
  readonly password: string | null
  /** Whether the notes of slides are wanted. */
  readonly speakerNotes: boolean
  /** Whether formulas may become marks, because somebody puts them back. */
  readonly marksFormulas: boolean
}

/** What to hand to the converter. */
export interface PreparedFile {
  readonly bytes: Uint8Array
  /** `null` where the file needs none any more. */
  readonly password: string | null
  /** What the converter would lose. */
  readonly supplement: RecoveredContent
}

/** How each way of keeping an Office file begins. */
const zipHead = [0x50, 0x4b]
const compoundHead = [0xd0, 0xcf, 0x11, 0xe0]
const richTextHead = [0x7b, 0x5c, 0x72, 0x74]
const groupHead = [0x7b]
/** Types that are plain text. */
const textTypes = new Set(['.csv', '.tsv'])
/** Parts of a text document that can have tracked changes. */
const revisedParts = /^word\/(?:document|header|footer|footnotes|endnotes|comments)\d*\.xml$/i
const slideParts = /^ppt\/slide(?:s|Layouts|Masters)\/[^/]+\.xml$/i
const formulaParts = /^word\/document\d*\.xml$/i
const sheetParts = /^xl\/worksheets\/[^/]+\.xml$/i
const changesOpenDocument = new Set(['.odt'])
/** Parts of OpenDocument files with text, and the types whose fields hold what they show: sheets have signs in their place. */
const openDocumentParts = new Set(['content.xml', 'styles.xml'])
const fieldsOpenDocument = new Set(['.odt', '.odp'])
/** Larger sheets print more pages than anybody may send, fitted or not. */
const maxSheetBytes = 64 << 20

/** Throws `ParseError` 1106 for what no converter should see. */
export async function prepareForConverter({
  bytes,
  fileType,
  password,
  speakerNotes,
  marksFormulas,
}: OfficeFile): Promise<PreparedFile> {
  const asIs = { bytes, password, supplement: nothing }
  if (textTypes.has(fileType)) return asIs
  if (begins(bytes, compoundHead)) {
    checkCompound(bytes, fileType)
    const opened = password === null ? null : await unlockPackage(bytes, password)
    if (opened !== null) return await preparePackage(opened, null)
    const notes = speakerNotes ? await readNotes({ bytes, fileType }) : null
    return {
      ...asIs,
      bytes: fileType === '.doc' ? afterBoth(bytes, storeBinaryFields) : bytes,
      supplement: { ...nothing, notes, words: readByteWords(bytes, fileType) },
    }
  }
  if (begins(bytes, zipHead)) {
    const opened = password === null ? null : await unlockPackage(bytes, password)
    return await preparePackage(opened ?? bytes, opened === null ? password : null)
  }
  if (begins(bytes, richTextHead))
    return { ...asIs, bytes: mendRichText(bytes), supplement: { ...nothing, words: readByteWords(bytes, '.rtf') } }
  if (fileType === '.rtf' && begins(bytes, groupHead)) return { ...asIs, bytes: wrapFragment(mendRichText(bytes)) }
  // A converter would guess what it is, and load a web page with all that it links to.
  throw new ParseError(
    1106,
    `The file is not what its type "${fileType}" says: it is neither an Office file nor rich text.`,
  )

  async function preparePackage(packed: Uint8Array, key: string | null): Promise<PreparedFile> {
    const archive = new Archive(packed)
    const changes = new Map<string, Uint8Array>()
    let formulas: RecoveredContent['formulas'] = []
    for (const name of archive.names) {
      let change = changed(archive, name, fileType)
      if (marksFormulas && formulaParts.test(name)) {
        const marked = insertFormulaPlaceholders(change ?? read(archive, name))
        formulas = marked?.formulas ?? formulas
        change = marked?.xml ?? change
      }
      if (change !== null) changes.set(name, new TextEncoder().encode(change))
    }
    const updated = changes.size === 0 ? null : updateZip(packed, changes)
    const notes = speakerNotes ? await readNotes({ bytes: packed, fileType }) : null
    return {
      bytes: updated ?? packed,
      password: key,
      supplement: { notes, formulas: updated === null ? [] : formulas, words: readWords(archive, fileType) },
    }
  }
}

/** The word that bytes without a count of them would follow: LibreOffice gives up there, where others read on. */
const binaryWord = /\\bin(?= )/g
/** Larger files are rich in pictures that some other program wrote well. */
const maxMendBytes = 32 << 20

function mendRichText(bytes: Uint8Array): Uint8Array {
  return mendBinary(afterBoth(bytes, storeRichTextFields))
}

/** Without what is deleted, and with the values of fields as they are stored. */
function afterBoth(bytes: Uint8Array, storeValues: (bytes: Uint8Array) => Uint8Array | null): Uint8Array {
  const shown = hideDeletions(bytes) ?? bytes
  return storeValues(shown) ?? shown
}

function mendBinary(bytes: Uint8Array): Uint8Array {
  if (bytes.length > maxMendBytes) return bytes
  const places = Array.from(toBinaryString(bytes).matchAll(binaryWord), ({ index }) => index)
  if (places.length === 0) return bytes
  const mended = new Uint8Array(bytes)
  for (const at of places) mended.fill(0x20, at, at + '\\bin'.length)
  return mended
}

/** Some programs write rich text without its head, to be pasted into more. */
function wrapFragment(bytes: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode('{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}}\n')
  const whole = new Uint8Array(head.length + bytes.length + 1)
  whole.set(head)
  whole.set(bytes, head.length)
  whole[whole.length - 1] = 0x7d
  return whole
}

/** The stream that a binary file of each family can't be without. */
const mainStreams = {
  writer: ['worddocument'],
  impress: ['powerpoint document', 'pp40', 'pp97_dualstorage'],
  calc: ['workbook', 'book'],
}

/** What has none of its type's streams would be printed as text, byte by byte. */
function checkCompound(bytes: Uint8Array, fileType: string): void {
  const family = familyOf(fileType)
  const names = new Set(openCompoundFile(bytes)?.names.map((name) => name.toLowerCase()))
  const wanted = ['encryptedpackage', ...(family === null ? [] : mainStreams[family])]
  if (!wanted.some((name) => names.has(name)))
    throw new ParseError(
      1106,
      `The file is damaged or cut off: it has no part that a "${fileType}" can't be without. Send it again, or repair it with the program it comes from.`,
    )
}

/** What a part becomes; `null`: it stays as it is. */
function changed(archive: Archive, name: string, fileType: string): string | null {
  if (revisedParts.test(name)) return afterAll(read(archive, name), [acceptRevisions, writeCheckBoxes, storeFields])
  if (slideParts.test(name)) return storeSlideFields(read(archive, name))
  if (sheetParts.test(name)) {
    const sheet = archive.need(name)
    return sheet.length > maxSheetBytes ? null : fitToWidth(new TextDecoder().decode(sheet))
  }
  if (!fieldsOpenDocument.has(fileType) || !openDocumentParts.has(name)) return null
  const drops = changesOpenDocument.has(fileType) && name === 'content.xml' ? [dropTrackedDeletions] : []
  return afterAll(read(archive, name), [...drops, storeOpenDocumentFields])
}

/** One change after the other; `null`: none had anything to change. */
function afterAll(xml: string, changes: readonly ((xml: string) => string | null)[]): string | null {
  const whole = changes.reduce((text, change) => change(text) ?? text, xml)
  return whole === xml ? null : whole
}

function read(archive: Archive, name: string): string {
  return new TextDecoder().decode(archive.need(name))
}

/** OpenDocument keeps deleted text apart from the rest and shows it where a mark stands. */
function dropTrackedDeletions(xml: string): string | null {
  if (!xml.includes('<text:tracked-changes')) return null
  return replaceXmlElements(xml, ['text:tracked-changes'], () => '').replace(
    /<text:change(?:-start|-end)?\s[^<>]*\/>/g,
    '',
  )
}

function begins(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, at) => bytes[at] === byte)
}
