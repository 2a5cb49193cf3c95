/** Locates the parts of a binary Word document by its file information block ([MS-DOC] 2.5). */
import { viewOf } from '../../../model/bytes.ts'
import { ParseError } from '../../../model/errors.ts'
import { type CompoundFile, openCompoundFile } from '../../../office/compound-file.ts'
import { nullOnParseError } from '../damaged-file.ts'

const MAX_STREAM_BYTES = 256 << 20
/** From Word 97; Word 6 and 95; their East Asian editions. */
const WORD_IDS = new Set([0xa5ec, 0xa5dc, 0xa697, 0xa698, 0xa699])
const FIRST_SUPPORTED_VERSION = 0xc1
const FLAGS_OFFSET = 0x0a
const TABLE_STREAM_FLAG = 0x0200
const ENCRYPTED_FLAG = 0x0100
/** Positions of the pages of a stream of the maximum size. */
const MAX_PLC_BYTES = 1 << 22
const PAIRS_OFFSET = 0x9a
const COUNTS_OFFSET = 0x4c

/** Numbers of the pairs ([MS-DOC] 2.5.6). */
export const PAIR = {
  styles: 1,
  footnotes: { references: 2, texts: 3 },
  sections: 6,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  endnotes: { references: 46, texts: 47 },
  lists: 73,
  listOverrides: 74,
} as const

export const STORIES = ['body', 'footnotes', 'headers', 'macros', 'annotations', 'endnotes', 'boxes'] as const
type StoryName = (typeof STORIES)[number]

export interface StoryRange {
  readonly start: number
  readonly end: number
}

export class DocFile {
  readonly main: DataView
  readonly table: DataView
  readonly data: DataView
  readonly #file: CompoundFile | null
  readonly #tableName: string

  /** Throws `ParseError` 1106 for damaged files. */
  constructor(bytes: Uint8Array) {
    const file = openCompoundFile(bytes)
    const main = toView(file?.read('WordDocument', MAX_STREAM_BYTES))
    const isWord = main.byteLength >= 0x200 && WORD_IDS.has(main.getUint16(0, true))
    if (!isWord) throw new ParseError(1106, 'The Word document is damaged: its text is missing.')
    this.#file = file
    this.#tableName = (main.getUint16(FLAGS_OFFSET, true) & TABLE_STREAM_FLAG) !== 0 ? '1Table' : '0Table'
    this.main = main
    this.table = toView(file?.read(this.#tableName, MAX_STREAM_BYTES))
    this.data = toView(file?.read('Data', MAX_STREAM_BYTES))
  }

  get isOld(): boolean {
    return this.main.getUint16(2, true) < FIRST_SUPPORTED_VERSION
  }

  get isEncrypted(): boolean {
    return (this.main.getUint16(FLAGS_OFFSET, true) & ENCRYPTED_FLAG) !== 0
  }

  /** Maps offsets in a part of the main or table stream to the file; `null` if they are damaged. */
  locate(range: DataView): ((offset: number) => number) | null {
    const name = range.buffer === this.main.buffer ? 'WordDocument' : this.#tableName
    return this.#file?.locate(name, range.byteOffset, range.byteLength) ?? null
  }

  structure(pair: number): DataView {
    const at = PAIRS_OFFSET + 8 * pair
    if (at + 8 > this.main.byteLength) return toView(null)
    return part(this.table, this.main.getUint32(at, true), this.main.getUint32(at + 4, true))
  }

  story(name: StoryName): StoryRange {
    const index = STORIES.indexOf(name)
    const length = (at: number): number => Math.max(0, this.main.getInt32(COUNTS_OFFSET + 4 * at, true))
    let start = 0
    for (let at = 0; at < index; at++) start += length(at)
    return { start, end: start + length(index) }
  }
}

/** Returns `null` for other files, for encrypted ones and for versions before Word 97. */
export function openDocFile(bytes: Uint8Array): DocFile | null {
  const file = nullOnParseError(() => new DocFile(bytes))
  return file === null || file.isOld || file.isEncrypted ? null : file
}

export function part(view: DataView, offset: number, length: number): DataView {
  const isInside = offset >= 0 && length >= 0 && offset + length <= view.byteLength
  return new DataView(view.buffer, view.byteOffset + (isInside ? offset : 0), isInside ? length : 0)
}

/** A PLC ([MS-DOC] 2.2.2) has one position more than entries. `dataBytes` is the size of an entry. */
export function readPlc(view: DataView, dataBytes: number): { positions: number[]; entries: DataView[] } {
  const count = Math.max(0, Math.floor((view.byteLength - 4) / (4 + dataBytes)))
  if (view.byteLength < 4 || view.byteLength > MAX_PLC_BYTES) return { positions: [], entries: [] }
  const positions = Array.from({ length: count + 1 }, (_, at) => view.getUint32(4 * at, true))
  const entries = Array.from({ length: count }, (_, at) => part(view, 4 * (count + 1) + dataBytes * at, dataBytes))
  return { positions, entries }
}

function toView(bytes: Uint8Array | null | undefined): DataView {
  return bytes == null ? new DataView(new ArrayBuffer(0)) : viewOf(bytes)
}
