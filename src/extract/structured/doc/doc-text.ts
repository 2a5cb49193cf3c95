import { lowerBound } from '../../../model/binary-search.ts'
import { ParseError } from '../../../model/errors.ts'
import { MAX_CHARACTERS, tooLarge } from '../flow/flow-writer.ts'
import { type DocFile, PAIR, part, readPlc } from './doc-file.ts'

interface TextRange {
  readonly start: number
  readonly end: number
  readonly offset: number
  readonly bytesPerCharacter: 1 | 2
}

const COMPRESSED_FLAG = 0x40000000
const RANGES_MARK = 2
const PROPERTIES_MARK = 1
const singleByte = new TextDecoder('windows-1252')
const doubleByte = new TextDecoder('utf-16le')

export class DocText {
  readonly text: string
  readonly #ranges: readonly TextRange[]

  constructor(file: DocFile) {
    this.#ranges = readTextRanges(file.structure(PAIR.pieces), file.main, locateRange)
    if ((this.#ranges.at(-1)?.end ?? 0) > MAX_CHARACTERS) throw tooLarge(`${MAX_CHARACTERS} characters`)
    this.text = this.#ranges.map((range) => decode(file.main, range)).join('')
    if (this.text === '') throw new ParseError(1106, 'The Word document is damaged: the table of its text is missing.')
  }

  /** Byte offset of a character in the main stream ([MS-DOC] 2.4.1), or -1. */
  offsetOf(position: number): number {
    const range = this.#ranges[lowerBound(this.#ranges, ({ end }) => end > position)]
    return range === undefined || position < range.start
      ? -1
      : range.offset + (position - range.start) * range.bytesPerCharacter
  }
}

function decode(main: DataView, { start, end, offset, bytesPerCharacter }: TextRange): string {
  const bytes = part(main, offset, (end - start) * bytesPerCharacter)
  const text = (bytesPerCharacter === 1 ? singleByte : doubleByte).decode(bytes)
  // A lone surrogate or a damaged range must not shift later characters.
  return text.length === end - start ? text : text.padEnd(end - start, '\ufffd').slice(0, end - start)
}

/** Word 97 and later mark ranges of one byte per character ([MS-DOC] 2.9.73). */
function locateRange(value: number): Pick<TextRange, 'offset' | 'bytesPerCharacter'> {
  const offset = value & ~COMPRESSED_FLAG
  return (value & COMPRESSED_FLAG) === 0
    ? { offset, bytesPerCharacter: 2 }
    : { offset: offset >>> 1, bytesPerCharacter: 1 }
}

export function readTextRanges(view: DataView, main: DataView, locate: typeof locateRange): TextRange[] {
  let at = 0
  while (at + 3 <= view.byteLength && view.getUint8(at) === PROPERTIES_MARK) at += 3 + view.getUint16(at + 1, true)
  if (at + 5 > view.byteLength || view.getUint8(at) !== RANGES_MARK) return []
  const { positions, entries } = readPlc(part(view, at + 5, view.getUint32(at + 1, true)), 8)
  const ranges: TextRange[] = []
  for (const [index, entry] of entries.entries()) {
    const [start, end] = [positions[index]!, positions[index + 1]!]
    const { offset, bytesPerCharacter } = locate(entry.getUint32(2, true))
    const previous = ranges.at(-1)?.end ?? 0
    // A small file must not claim a long text.
    if (start !== previous || end < start || offset + (end - start) * bytesPerCharacter > main.byteLength) break
    ranges.push({ start, end, offset, bytesPerCharacter })
  }
  return ranges
}
