/**
 * Converted or not: what the converter calls damaged, and what it turns into pages without a word, is read directly where a reader
 * finds something in it. Converters give up whole files over a part that others pass by, and drop content that lies in parts of its own.
 */
import type { Block } from '../model/document.ts'
import { ParseError } from '../model/errors.ts'
import { nothing, type RecoveredContent } from './fixups/recovered-content.ts'
import { typeOfConverted } from './formats.ts'

/** What is said of a document that was read directly, though there is a converter. */
const warnings = {
  damaged:
    'The Office converter takes the document for damaged; it was read directly instead, and what is damaged may be missing.',
  wordless: 'The pages that the Office converter made of the document have no text; it was read directly instead.',
} as const

interface Ways<made> {
  /** Throws what `OfficeConverter.convert` throws. */
  convert(): Promise<made>
  /** The blocks of the document's pages as it was sent; `null` where it is to be converted or nothing reads it. Throws `ParseError`s. */
  readonly readDirectly: (() => Promise<readonly (readonly Block[])[]>) | null
}

/** What was made of the document; or that it is read as it was sent, with the supplement that says so. Throws what converting throws. */
export async function convertOrRead<made extends { readonly bytes: Uint8Array }>({
  convert,
  readDirectly,
}: Ways<made>): Promise<made | RecoveredContent> {
  let made: made
  try {
    made = await convert()
  } catch (error) {
    // A locked file is 1106 as well, and the reader refuses it as the converter did.
    if (readDirectly === null || !(error instanceof ParseError) || error.code !== 1106) throw error
    if (!(await holds(readDirectly, () => true))) throw error
    return { ...nothing, warnings: [warnings.damaged] }
  }
  if (readDirectly === null || typeOfConverted(made.bytes) !== '.pdf' || mayShowText(made.bytes)) return made
  return (await holds(readDirectly, hasText)) ? { ...nothing, warnings: [warnings.wordless] } : made
}

/** Refusals that are the document's own; others (busy, stopped) pass and say nothing about it. */
const refusals = new Set([1104, 1106, 1132, 1139])

async function holds(
  readDirectly: () => Promise<readonly (readonly Block[])[]>,
  wanted: (block: Block) => boolean,
): Promise<boolean> {
  try {
    return (await readDirectly()).some((blocks) => blocks.some(wanted))
  } catch (error) {
    if (error instanceof ParseError && refusals.has(error.code)) return false
    throw error
  }
}

/** The words of pictures are what their author says of them, not what stands on the page. */
function hasText(block: Block): boolean {
  if (block.kind === 'table') return block.cells.some(({ text }) => text.trim() !== '')
  return block.kind !== 'figure' && block.text.trim() !== ''
}

/** What every font says of itself (ISO 32000-1, 9.6 and 9.7), and where objects may be hidden (7.5.7). */
const fontMarks = ['/BaseFont', '/CharProcs', '/ObjStm'].map((mark) => new TextEncoder().encode(mark))

/** `false`: nothing is written on any page of the PDF, since it has no fonts. */
export function mayShowText(pdf: Uint8Array): boolean {
  for (let at = pdf.indexOf(0x2f); at >= 0; at = pdf.indexOf(0x2f, at + 1))
    if (fontMarks.some((mark) => mark.every((byte, index) => pdf[at + index] === byte))) return true
  return false
}
