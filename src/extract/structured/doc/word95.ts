/** Reads only the text of Word 6 and Word 95 files, whose formatting has another structure. */
import { guessLegacyEncoding } from '../../../encoding/legacy-encoding.ts'
import { concatBytes } from '../../../model/bytes.ts'
import { FlowWriter, MAX_CHARACTERS, tooLarge } from '../flow/flow-writer.ts'
import { plainInline } from '../inline-text.ts'
import { noFurniture } from '../page-writer.ts'
import type { StructuredPage } from '../types.ts'
import { type DocFile, part, STORIES } from './doc-file.ts'
import { readTextRanges } from './doc-text.ts'

const FLAGS_OFFSET = 0x0a
const RANGES_FLAG = 0x0004
const UNICODE_FLAG = 0x1000
const CHARACTER_SET_OFFSET = 0x14
const MAC_CHARACTER_SET = 0x0100
const RANGES_OFFSET = 0x160
const COUNTS_OFFSET = 0x34
const READ_STORIES = new Set<(typeof STORIES)[number]>(['body', 'footnotes', 'endnotes', 'boxes'])
const CELL_END = '\u0007'
const [FIELD_START, FIELD_SEPARATOR, FIELD_END] = ['\u0013', '\u0014', '\u0015']
const FIELD_CODE = new RegExp(
  `${FIELD_START}[^${FIELD_START}${FIELD_SEPARATOR}${FIELD_END}]*[${FIELD_SEPARATOR}${FIELD_END}]`,
  'g',
)

export function readWord95({ main }: DocFile): StructuredPage[] {
  const flags = main.getUint16(FLAGS_OFFSET, true)
  const bytesPerCharacter = (flags & UNICODE_FLAG) === 0 ? 1 : 2
  const bytes = (flags & RANGES_FLAG) === 0 ? readWhole(main) : readRanges(main, bytesPerCharacter)
  const stories = splitStories(main, bytes, bytesPerCharacter)
  const decoder = new TextDecoder(bytesPerCharacter === 2 ? 'utf-16le' : singleByteEncoding(main, stories))
  const flow = new FlowWriter()
  for (const story of stories) writeStory(decoder.decode(story), flow)
  return flow.finish()
}

function singleByteEncoding(main: DataView, stories: readonly Uint8Array[]): string {
  const isFromMac = main.getUint16(CHARACTER_SET_OFFSET, true) === MAC_CHARACTER_SET
  return isFromMac ? 'macintosh' : guessLegacyEncoding(concatBytes(stories))
}

function writeStory(text: string, flow: FlowWriter): void {
  for (const page of text.replace(FIELD_CODE, '').split('\f')) {
    for (const paragraph of page.replaceAll(CELL_END, '\r').split('\r'))
      flow.text(plainInline(paragraph.replaceAll('\v', '\n')))
    flow.endPage(noFurniture)
  }
}

function readWhole(main: DataView): Uint8Array {
  return bytesOf(main, main.getUint32(0x18, true), main.getUint32(0x1c, true))
}

/** Text of a file that was saved fast is in several ranges. */
function readRanges(main: DataView, bytesPerCharacter: 1 | 2): Uint8Array {
  const table = part(main, main.getUint32(RANGES_OFFSET, true), main.getUint32(RANGES_OFFSET + 4, true))
  const ranges = readTextRanges(table, main, (offset) => ({ offset, bytesPerCharacter }))
  if ((ranges.at(-1)?.end ?? 0) > MAX_CHARACTERS) throw tooLarge(`${MAX_CHARACTERS} characters`)
  return concatBytes(
    ranges.map(({ start, end, offset }) => bytesOf(main, offset, offset + (end - start) * bytesPerCharacter)),
  )
}

function splitStories(main: DataView, bytes: Uint8Array, bytesPerCharacter: 1 | 2): Uint8Array[] {
  let at = 0
  return STORIES.flatMap((name, index) => {
    const length = bytesPerCharacter * Math.max(0, main.getInt32(COUNTS_OFFSET + 4 * index, true))
    const story = bytes.subarray(at, at + length)
    at += length
    return READ_STORIES.has(name) && story.length > 0 ? [story] : []
  })
}

function bytesOf(main: DataView, start: number, end: number): Uint8Array {
  const range = part(main, start, end - start)
  return new Uint8Array(range.buffer, range.byteOffset, range.byteLength)
}
