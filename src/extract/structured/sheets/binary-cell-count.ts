/** Counts cells of XLS and XLSB before parsing. Throws `ParseError` 1132 above the limit. */
import { viewOf } from '../../../model/bytes.ts'
import { ParseError } from '../../../model/errors.ts'
import { openCompoundFile } from '../../../office/compound-file.ts'

/** A cell takes less memory than in the output. */
const LIMIT_FACTOR = 4

/** Records of BIFF2 to BIFF8 with one cell each ([MS-XLS] 2.3.1). */
const CELL_RECORDS = new Set([
  0x02, 0x03, 0x04, 0x05, 0x06, 0x202, 0x203, 0x204, 0x205, 0x206, 0xd6, 0xfd, 0x27e, 0x406,
])
const MULTIPLE_NUMBERS = 0xbd
const MAX_STREAM_BYTES = 256 << 20

/** Accepts a compound file or, up to Excel 4, records. Throws `ParseError` 1106 without records. */
export function workbookStream(bytes: Uint8Array): Uint8Array {
  const file = openCompoundFile(bytes)
  if (file === null) return bytes
  const stream = file.read('Workbook', MAX_STREAM_BYTES) ?? file.read('Book', MAX_STREAM_BYTES)
  if (stream === null) throw new ParseError(1106, 'The workbook is damaged: it has no stream with cells.')
  return stream
}

export function checkXlsCells(stream: Uint8Array, maxCells: number): void {
  const view = viewOf(stream)
  let count = 0
  for (let at = 0; at + 4 <= view.byteLength; ) {
    const type = view.getUint16(at, true)
    const size = view.getUint16(at + 2, true)
    if (CELL_RECORDS.has(type)) count++
    else if (type === MULTIPLE_NUMBERS) count += Math.floor(size / 6)
    at += 4 + size
  }
  checkCount(count, maxCells)
}

/** Types of the cell records ([MS-XLSB] 2.1.7.62) without the blank cell. */
const isXlsbCell = (type: number): boolean => type >= 2 && type <= 11

export function checkXlsbCells(parts: Readonly<Record<string, Uint8Array>>, maxCells: number): void {
  let count = 0
  for (const [name, bytes] of Object.entries(parts))
    if (/worksheets\//i.test(name) && name.endsWith('.bin'))
      for (let at = 0; at < bytes.length; ) {
        const type = readVariable(bytes, at, 2)
        const size = readVariable(bytes, type.next, 4)
        if (isXlsbCell(type.value)) count++
        at = size.next + size.value
      }
  checkCount(count, maxCells)
}

/** Integer of at most `maxBytes` bytes with seven bits each ([MS-XLSB] 2.1.4). */
function readVariable(bytes: Uint8Array, from: number, maxBytes: number): { value: number; next: number } {
  let value = 0
  let at = from
  for (let shift = 0; shift < 7 * maxBytes; shift += 7) {
    const byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) break
  }
  return { value, next: at }
}

function checkCount(count: number, maxCells: number): void {
  const limit = LIMIT_FACTOR * maxCells
  if (count > limit)
    throw new ParseError(
      1132,
      `The workbook has ${count} filled cells, and the limit is ${limit}. Split it and send the parts, or save it as XLSX.`,
    )
}
