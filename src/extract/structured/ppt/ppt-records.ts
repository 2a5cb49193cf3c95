/** Records of a binary presentation ([MS-PPT] 2.1.2, 2.3), with the latest versions of slides. */
import { viewOf } from '../../../model/bytes.ts'
import { openCompoundFile } from '../../../office/compound-file.ts'

export const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  slideShowInfo: 0x03f9,
  drawing: 0x040c,
  drawingGroup: 0x040b,
  outlineReference: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textStyle: 0x0fa1,
  textBytes: 0x0fa8,
  extendedStyle: 0x0fac,
  outlineExtensions: 0x0fae,
  outlineExtension: 0x0faf,
  slideList: 0x0ff0,
  binaryTag: 0x138b,
  persistDirectory: 0x1772,
  imageStore: 0xf001,
  shapeGroup: 0xf003,
  shape: 0xf004,
  imageEntry: 0xf007,
  shapeProperties: 0xf00b,
  clientTextbox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
  moreShapeProperties: 0xf122,
} as const
const HEADER_BYTES = 8
const CONTAINER_VERSION = 0xf
const SLIDES_INSTANCE = 0
const NOTES_INSTANCE = 2
const HIDDEN_FLAG = 0x0004
const MAX_STREAM_BYTES = 256 << 20
const MAX_DEPTH = 32

export interface PptRecord {
  readonly type: number
  readonly instance: number
  readonly isContainer: boolean
  readonly start: number
  readonly end: number
}

/** A slide, or its notes, with the records of its texts in the outline. */
export interface ListedRecord {
  readonly record: PptRecord
  readonly id: number
  readonly outline: readonly PptRecord[]
}

export class PptFile {
  readonly view: DataView
  readonly pictures: DataView
  readonly #bytes: Uint8Array
  readonly #offsets = new Map<number, number>()
  readonly #document: PptRecord | undefined
  #imageEntries: readonly PptRecord[] | null = null

  constructor(stream: Uint8Array, pictures: Uint8Array) {
    this.#bytes = stream
    this.view = viewOf(stream)
    this.pictures = viewOf(pictures)
    const top = this.recordsIn({ start: 0, end: stream.length })
    for (const directory of top) if (directory.type === RECORD.persistDirectory) this.#readDirectory(directory)
    this.#document = top.findLast(({ type }) => type === RECORD.document)
  }

  slides(): ListedRecord[] {
    return this.#listed(SLIDES_INSTANCE, RECORD.slide).filter(({ record }) => !this.#isHidden(record))
  }

  notes(): ListedRecord[] {
    return this.#listed(NOTES_INSTANCE, RECORD.notes)
  }

  recordsIn({ start, end }: { readonly start: number; readonly end: number }): PptRecord[] {
    const found: PptRecord[] = []
    for (let at = start, next = this.#record(at, end); next !== null; at = next.end, next = this.#record(at, end))
      found.push(next)
    return found
  }

  child(parent: PptRecord | undefined, type: number): PptRecord | undefined {
    return parent === undefined ? undefined : this.recordsIn(parent).find((each) => each.type === type)
  }

  descendants(parent: PptRecord, type: number, depth = 0): PptRecord[] {
    if (depth > MAX_DEPTH) return []
    return this.recordsIn(parent).flatMap((each) =>
      each.type === type ? [each] : each.isContainer ? this.descendants(each, type, depth + 1) : [],
    )
  }

  imageEntries(): readonly PptRecord[] {
    const group = this.child(this.#document, RECORD.drawingGroup)
    this.#imageEntries ??= group === undefined ? [] : this.descendants(group, RECORD.imageEntry)
    return this.#imageEntries
  }

  number(at: number): number {
    return at + 4 <= this.view.byteLength ? this.view.getUint32(at, true) : 0
  }

  text({ type, start, end }: PptRecord): string {
    return new TextDecoder(type === RECORD.textChars ? 'utf-16le' : 'latin1').decode(this.#bytes.subarray(start, end))
  }

  #listed(instance: number, type: number): ListedRecord[] {
    const lists = this.#document === undefined ? [] : this.recordsIn(this.#document)
    const extensions = this.#outlineExtensions()
    const listed: (Omit<ListedRecord, 'outline'> & { outline: PptRecord[] })[] = []
    for (const list of lists.filter((each) => each.type === RECORD.slideList && each.instance === instance)) {
      let outline: PptRecord[] = []
      let slideId = -1
      for (const entry of this.recordsIn(list)) {
        if (entry.type === RECORD.textHeader)
          outline.push(entry, ...(extensions.get(`${slideId} ${this.number(entry.start)}`) ?? []))
        else if (entry.type !== RECORD.slidePersist) outline.push(entry)
        else {
          slideId = this.number(entry.start + 12)
          outline = []
          const offset = this.#offsets.get(this.number(entry.start))
          const record = offset === undefined ? null : this.#record(offset, this.view.byteLength)
          if (record?.type === type) listed.push({ record, id: slideId, outline })
        }
      }
    }
    return listed
  }

  /** By slide and type of text. */
  #outlineExtensions(): Map<string, readonly PptRecord[]> {
    const containers = this.#document === undefined ? [] : this.descendants(this.#document, RECORD.outlineExtensions)
    const found = new Map<string, readonly PptRecord[]>()
    for (const container of containers) {
      let key = ''
      for (const record of this.recordsIn(container)) {
        if (record.type === RECORD.outlineExtension)
          key = `${this.number(record.start)} ${this.number(record.start + 4)}`
        else found.set(key, [record])
      }
    }
    return found
  }

  #readDirectory({ start, end }: PptRecord): void {
    for (let at = start; at + 4 <= end; ) {
      const head = this.number(at)
      const count = head >>> 20
      for (let index = 0; index < count && at + 8 + 4 * index <= end; index++)
        this.#offsets.set((head & 0xfffff) + index, this.number(at + 4 + 4 * index))
      at += 4 + 4 * count
    }
  }

  #isHidden(slide: PptRecord): boolean {
    const info = this.child(slide, RECORD.slideShowInfo)
    return info !== undefined && ((this.number(info.start + 8) >>> 16) & HIDDEN_FLAG) !== 0
  }

  #record(at: number, end: number): PptRecord | null {
    if (at + HEADER_BYTES > end) return null
    const head = this.view.getUint16(at, true)
    const start = at + HEADER_BYTES
    const length = this.number(at + 4)
    if (start + length > end) return null
    const type = this.view.getUint16(at + 2, true)
    return {
      type,
      instance: head >> 4,
      isContainer: (head & 0xf) === CONTAINER_VERSION || type === RECORD.binaryTag,
      start,
      end: start + length,
    }
  }
}

/** Returns `null` if the file is not a binary presentation. */
export function openPpt(bytes: Uint8Array): PptFile | null {
  const file = openCompoundFile(bytes)
  const stream = file?.read('PowerPoint Document', MAX_STREAM_BYTES)
  if (stream == null) return null
  return new PptFile(stream, file?.read('Pictures', MAX_STREAM_BYTES) ?? new Uint8Array())
}
