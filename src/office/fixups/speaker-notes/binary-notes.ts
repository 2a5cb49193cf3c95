/**
 * The speaker notes of a binary presentation (PPT), slide by slide, for the slides that are shown. Only records that the last saving
 * refers to count: older versions of slides stay in the file. [MS-PPT] 2.1.2 (how records are found), 2.5.6 (NotesContainer).
 */
import { plainInline } from '../../../extract/structured/inline-text.ts'
import { PageWriter } from '../../../extract/structured/page-writer.ts'
import { openCompoundFile } from '../../compound-file.ts'
import type { SlideNotes } from './speaker-notes.ts'

const record = {
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
const headBytes = 8
const containerVersion = 0xf
/** Instances of the lists of slides. */
const slidesList = 0
const notesList = 2
/** Kinds of text: what PowerPoint calls notes, and what some other programs write instead, among fields that show as a star. */
const notesText = 2
const otherText = 4
const field = '*'
const hiddenFlag = 0x0004
/** Deeper ones are none that programs write. */
const maxDepth = 32
const maxStreamBytes = 256 << 20

interface PptRecord {
  readonly type: number
  readonly instance: number
  readonly isContainer: boolean
  readonly start: number
  readonly end: number
}

/** `null`: the file is no such presentation. */
export function readBinaryNotes(bytes: Uint8Array): SlideNotes | null {
  const stream = openCompoundFile(bytes)?.read('PowerPoint Document', maxStreamBytes)
  return stream == null ? null : new Presentation(stream).notes()
}

class Presentation {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  /** Where the records are that others refer to by number. */
  readonly #places = new Map<number, number>()

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  notes(): SlideNotes {
    const top = this.#records(0, this.#bytes.length)
    for (const directory of top) if (directory.type === record.persistDirectory) this.#readDirectory(directory)
    const document = top.findLast(({ type }) => type === record.document)
    const lists =
      document === undefined
        ? []
        : this.#records(document.start, document.end).filter(({ type }) => type === record.slideList)
    const listed = (instance: number): readonly PptRecord[] =>
      lists
        .filter((list) => list.instance === instance)
        .flatMap(({ start, end }) => this.#records(start, end).filter(({ type }) => type === record.slidePersist))
    const bySlide = new Map<number, readonly string[]>()
    for (const { start } of listed(notesList)) {
      const notes = this.#at(start, record.notes)
      const atom =
        notes === null ? undefined : this.#records(notes.start, notes.end).find(({ type }) => type === record.notesAtom)
      if (notes !== null && atom !== undefined) bySlide.set(this.#number(atom.start), this.#textsOf(notes))
    }
    return listed(slidesList)
      .filter(({ start }) => !this.#isHidden(start))
      .map(({ start }) => {
        const writer = new PageWriter()
        for (const text of bySlide.get(this.#number(start + 12)) ?? []) writer.text(plainInline(text))
        return writer.finish().blocks
      })
  }

  /** Runs of numbers, each with its first number, how many there are, and their places. */
  #readDirectory({ start, end }: PptRecord): void {
    for (let at = start; at + 4 <= end; ) {
      const head = this.#number(at)
      const count = head >>> 20
      for (let index = 0; index < count && at + 8 + 4 * index <= end; index++)
        this.#places.set((head & 0xfffff) + index, this.#number(at + 4 + 4 * index))
      at += 4 + 4 * count
    }
  }

  /** What a list's entry refers to, if it is of that type. */
  #at(entry: number, type: number): PptRecord | null {
    const place = this.#places.get(this.#number(entry))
    const found = place === undefined ? null : this.#record(place, this.#bytes.length)
    return found?.type === type ? found : null
  }

  #isHidden(entry: number): boolean {
    const slide = this.#at(entry, record.slide)
    const info =
      slide === null
        ? undefined
        : this.#records(slide.start, slide.end).find(({ type }) => type === record.slideShowInfo)
    return info !== undefined && ((this.#number(info.start + 8) >>> 16) & hiddenFlag) !== 0
  }

  #textsOf(notes: PptRecord): string[] {
    const own = this.#texts(notes, notesText, 0)
    return own.length > 0 ? own : this.#texts(notes, otherText, 0).filter((text) => text !== field)
  }

  /** Paragraphs of one kind of text. */
  #texts({ start, end }: PptRecord, wanted: number, depth: number): string[] {
    let kind = -1
    return this.#records(start, end).flatMap((each) => {
      if (each.isContainer) return depth < maxDepth ? this.#texts(each, wanted, depth + 1) : []
      if (each.type === record.textHeader) kind = this.#number(each.start)
      if (kind !== wanted || (each.type !== record.textChars && each.type !== record.textBytes)) return []
      // One byte a character: the first 256 of Unicode.
      const text = new TextDecoder(each.type === record.textChars ? 'utf-16le' : 'latin1').decode(
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
    if (at + headBytes > end) return null
    const head = this.#view.getUint16(at, true)
    const start = at + headBytes
    const length = this.#number(at + 4)
    if (start + length > end) return null
    return {
      type: this.#view.getUint16(at + 2, true),
      instance: head >> 4,
      isContainer: (head & 0xf) === containerVersion,
      start,
      end: start + length,
    }
  }

  #number(at: number): number {
    return at + 4 <= this.#bytes.length ? this.#view.getUint32(at, true) : 0
  }
}
