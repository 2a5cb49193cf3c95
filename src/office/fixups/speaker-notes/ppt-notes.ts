/**
 * Reads the speaker notes of binary presentations ([MS-PPT] 2.1.2, 2.5.6). Records are found through the persist directory, because
 * the file also contains older versions of slides.
 */
import { plainInline } from '../../../extract/structured/inline-text.ts'
import { PageWriter } from '../../../extract/structured/page-writer.ts'
import { openCompoundFile } from '../../compound-file.ts'
import type { SlideNotes } from '../recovered-content.ts'

const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  slideShowInfo: 0x03f9,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  slideList: 0x0ff0,
  persistDirectory: 0x1772,
} as const
const HEADER_BYTES = 8
const CONTAINER_VERSION = 0xf
/** Instances of the slide list record. */
const SLIDES_INSTANCE = 0
const NOTES_INSTANCE = 2
/** Text types: PowerPoint's own for notes; and the one that some other writers use, with fields shown as `*`. */
const NOTES_TEXT = 2
const OTHER_TEXT = 4
const FIELD_CHARACTER = '*'
const HIDDEN_FLAG = 0x0004
/** Maximum nesting of records; no writer comes near it. */
const MAX_DEPTH = 32
const MAX_STREAM_BYTES = 256 << 20

interface PptRecord {
  readonly type: number
  readonly instance: number
  readonly isContainer: boolean
  readonly start: number
  readonly end: number
}

/** `null`: not a binary presentation. */
export function readPptNotes(bytes: Uint8Array): SlideNotes | null {
  const stream = openCompoundFile(bytes)?.read('PowerPoint Document', MAX_STREAM_BYTES)
  return stream == null ? null : new Presentation(stream).notes()
}

class Presentation {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  /** Offsets of records by their persist object identifier. */
  readonly #offsets = new Map<number, number>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  notes(): SlideNotes {
    const top = this.#records(0, this.#bytes.length)
    for (const directory of top) if (directory.type === RECORD.persistDirectory) this.#readDirectory(directory)
    const document = top.findLast(({ type }) => type === RECORD.document)
    const lists =
      document === undefined
        ? []
        : this.#records(document.start, document.end).filter(({ type }) => type === RECORD.slideList)
    const listed = (instance: number): readonly PptRecord[] =>
      lists
        .filter((list) => list.instance === instance)
        .flatMap(({ start, end }) => this.#records(start, end).filter(({ type }) => type === RECORD.slidePersist))
    const bySlide = new Map<number, readonly string[]>()
    for (const { start } of listed(NOTES_INSTANCE)) {
      const notes = this.#at(start, RECORD.notes)
      const atom =
        notes === null ? undefined : this.#records(notes.start, notes.end).find(({ type }) => type === RECORD.notesAtom)
      if (notes !== null && atom !== undefined) bySlide.set(this.#number(atom.start), this.#textsOf(notes))
    }
    return listed(SLIDES_INSTANCE)
      .filter(({ start }) => !this.#isHidden(start))
      .map(({ start }) => {
        const writer = new PageWriter()
        for (const text of bySlide.get(this.#number(start + 12)) ?? []) writer.text(plainInline(text))
        return writer.finish().blocks
      })
  }

  /** Entries: a head with the first identifier and the count, then that many offsets. */
  #readDirectory({ start, end }: PptRecord): void {
    for (let at = start; at + 4 <= end; ) {
      const head = this.#number(at)
      const count = head >>> 20
      for (let index = 0; index < count && at + 8 + 4 * index <= end; index++)
        this.#offsets.set((head & 0xfffff) + index, this.#number(at + 4 + 4 * index))
      at += 4 + 4 * count
    }
  }

  /** The record that a list entry refers to, or `null` if it has another type. */
  #at(entry: number, type: number): PptRecord | null {
    const offset = this.#offsets.get(this.#number(entry))
    const found = offset === undefined ? null : this.#record(offset, this.#bytes.length)
    return found?.type === type ? found : null
  }

  #isHidden(entry: number): boolean {
    const slide = this.#at(entry, RECORD.slide)
    const info =
      slide === null
        ? undefined
        : this.#records(slide.start, slide.end).find(({ type }) => type === RECORD.slideShowInfo)
    return info !== undefined && ((this.#number(info.start + 8) >>> 16) & HIDDEN_FLAG) !== 0
  }

  #textsOf(notes: PptRecord): string[] {
    const own = this.#texts(notes, NOTES_TEXT, 0)
    return own.length > 0 ? own : this.#texts(notes, OTHER_TEXT, 0).filter((text) => text !== FIELD_CHARACTER)
  }

  /** Paragraphs of one text type. */
  #texts({ start, end }: PptRecord, wanted: number, depth: number): string[] {
    let textType = -1
    return this.#records(start, end).flatMap((each) => {
      if (each.isContainer) return depth < MAX_DEPTH ? this.#texts(each, wanted, depth + 1) : []
      if (each.type === RECORD.textHeader) textType = this.#number(each.start)
      if (textType !== wanted || (each.type !== RECORD.textChars && each.type !== RECORD.textBytes)) return []
      // Byte texts contain the low bytes of UTF-16 code units.
      const text = new TextDecoder(each.type === RECORD.textChars ? 'utf-16le' : 'latin1').decode(
        this.#bytes.subarray(each.start, each.end),
      )
      return text.split('\r').flatMap((paragraph) => {
        const line = paragraph.replaceAll('\v', ' ').trim()
        return line === '' ? [] : [line]
      })
    })
  }

  #records(start: number, end: number): PptRecord[] {
    const found: PptRecord[] = []
    for (let at = start, next = this.#record(at, end); next !== null; at = next.end, next = this.#record(at, end))
      found.push(next)
    return found
  }

  #record(at: number, end: number): PptRecord | null {
    if (at + HEADER_BYTES > end) return null
    const head = this.#view.getUint16(at, true)
    const start = at + HEADER_BYTES
    const length = this.#number(at + 4)
    if (start + length > end) return null
    return {
      type: this.#view.getUint16(at + 2, true),
      instance: head >> 4,
      isContainer: (head & 0xf) === CONTAINER_VERSION,
      start,
      end: start + length,
    }
  }

  #number(at: number): number {
    return at + 4 <= this.#bytes.length ? this.#view.getUint32(at, true) : 0
  }
}
