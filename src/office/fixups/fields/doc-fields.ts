/**
 * Changes fields of binary Word documents to QUOTE, which prints the stored result. [MS-DOC] 2.8.25 (Plcfld), 2.9.88
 * (Fld), 2.9.90 (flt), 2.5.6 (FibRgFcLcb97).
 */
import { viewOf } from '../../../model/bytes.ts'
import { openWordDocument } from '../../word-header.ts'

/** Offsets of the field lists of body, headers, footnotes, comments, endnotes and text boxes. */
const LIST_OFFSETS = [0x11a, 0x122, 0x12a, 0x132, 0x21a, 0x262, 0x272]
const FIB_BYTES = 0x280
const FIELD_CHARACTER = { begin: 0x13, separate: 0x14, end: 0x15 } as const
const QUOTE_TYPE = 0x23
/** INFO to NUMCHARS without NUMPAGES, FILENAME to TIME; users, DOCVARIABLE, FILESIZE, DOCPROPERTY. */
const volatileTypes = new Set([
  ...[0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1b, 0x1c],
  ...[0x1d, 0x1e, 0x1f, 0x20, 0x3c, 0x3d, 0x3e, 0x40, 0x45, 0x55],
])
const MAX_LIST_BYTES = 1 << 22
const POSITION_BYTES = 4
const DESCRIPTOR_BYTES = 2

/** Returns a copy of the same length, or `null` for no change. */
export function storeDocFields(bytes: Uint8Array): Uint8Array | null {
  const word = openWordDocument(bytes, FIB_BYTES)
  if (word === null || word.isEncrypted) return null
  const { file, header, table } = word
  const changed = new Uint8Array(bytes)
  let found = false
  for (const at of LIST_OFFSETS) {
    const [start, length] = [header.getUint32(at, true), header.getUint32(at + 4, true)]
    if (length < POSITION_BYTES || length > MAX_LIST_BYTES || start > bytes.length) continue
    const list = file.read(table, start + length)?.subarray(start)
    const offsetOf = file.locate(table, start, length)
    if (list === undefined || list.length < length || offsetOf === null) continue
    for (const typeAt of volatileFieldTypes(list.subarray(0, length))) {
      changed[offsetOf(typeAt)] = QUOTE_TYPE
      found = true
    }
  }
  return found ? changed : null
}

interface OpenField {
  readonly typeAt: number
  readonly isVolatile: boolean
  readonly isArgument: boolean
  separateAt: number | null
}

function volatileFieldTypes(list: Uint8Array): number[] {
  const count = Math.floor((list.length - POSITION_BYTES) / (POSITION_BYTES + DESCRIPTOR_BYTES))
  const first = POSITION_BYTES * (count + 1)
  const view = viewOf(list)
  const open: OpenField[] = []
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    const at = first + DESCRIPTOR_BYTES * index
    const character = list[at]! & 0x1f
    const position = view.getUint32(POSITION_BYTES * index, true)
    const field = open.at(-1)
    if (character === FIELD_CHARACTER.begin) {
      const isArgument = field !== undefined && (field.isArgument || field.separateAt === null)
      open.push({ typeAt: at + 1, isVolatile: volatileTypes.has(list[at + 1]!), isArgument, separateAt: null })
    } else if (field === undefined) return []
    else if (character === FIELD_CHARACTER.separate) field.separateAt = position
    else if (character === FIELD_CHARACTER.end) {
      open.pop()
      const hasResult = field.separateAt !== null && position > field.separateAt + 1
      if (field.isVolatile && !field.isArgument && hasResult) found.push(field.typeAt)
    } else return []
  }
  return open.length === 0 ? found : []
}
