import type { NoteKind } from '../flow/text-pages.ts'
import { type Furniture, noFurniture } from '../page-writer.ts'
import { type DocFile, PAIR, part, readPlc, type StoryRange } from './doc-file.ts'
import { eachModifier } from './doc-properties.ts'

interface SectionBreak {
  readonly end: number
  readonly isContinuous: boolean
}

const BREAK_KIND = 0x3009

export function readSectionBreaks(file: DocFile): SectionBreak[] {
  const { positions, entries } = readPlc(file.structure(PAIR.sections), 12)
  return entries.map((entry, index) => {
    const at = entry.getInt32(2, true)
    let isContinuous = false
    if (at > 0 && at + 2 <= file.main.byteLength)
      eachModifier(part(file.main, at + 2, file.main.getUint16(at, true)), (code, operand) => {
        if (code === BREAK_KIND) isContinuous = operand.getUint8(0) === 0
      })
    return { end: positions[index + 1]!, isContinuous }
  })
}

interface Note {
  readonly kind: NoteKind
  readonly range: StoryRange
}

export class DocNotes {
  readonly #notes = new Map<number, Note>()

  constructor(file: DocFile) {
    this.#add(file, 'footnote')
    this.#add(file, 'endnote')
  }

  at(position: number): Note | null {
    return this.#notes.get(position) ?? null
  }

  #add(file: DocFile, kind: NoteKind): void {
    const pairs = PAIR[`${kind}s`]
    const references = readPlc(file.structure(pairs.references), 2)
    const texts = readPlc(file.structure(pairs.texts), 0).positions
    const story = file.story(`${kind}s`)
    for (const [index, position] of references.positions.slice(0, -1).entries()) {
      const [from, to] = [texts[index], texts[index + 1]]
      if (from === undefined || to === undefined || to < from || story.start + to > story.end) return
      this.#notes.set(position, { kind, range: { start: story.start + from, end: story.start + to } })
    }
  }
}

const SEPARATOR_STORIES = 6
/** Headers of even and odd pages, footers of even and odd pages, header and footer of the first page. */
const SECTION_STORIES = 6
const ODD_HEADER = 1
const ODD_FOOTER = 3

/** An empty story continues that of the previous section. */
export function readPageFurniture(file: DocFile, read: (range: StoryRange) => string): Furniture[] {
  const { positions } = readPlc(file.structure(PAIR.headers), 0)
  const story = file.story('headers')
  const furniture: Furniture[] = []
  const textAt = (index: number): string => {
    const [from, to] = [positions[index], positions[index + 1]]
    const isStory = from !== undefined && to !== undefined && from < to && story.start + to <= story.end
    return isStory ? read({ start: story.start + from, end: story.start + to }) : ''
  }
  for (let at = SEPARATOR_STORIES; at + ODD_FOOTER + 1 < positions.length; at += SECTION_STORIES) {
    const { header, footer } = furniture.at(-1) ?? noFurniture
    furniture.push({ header: textAt(at + ODD_HEADER) || header, footer: textAt(at + ODD_FOOTER) || footer })
  }
  return furniture
}
