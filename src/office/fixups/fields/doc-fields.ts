/**
 * Changes fields of binary Word documents to QUOTE, which prints the stored result. [MS-DOC] 2.8.25 (Plcfld), 2.9.88
 * (Fld), 2.9.90 (flt), 2.5.6 (FibRgFcLcb97).
 */
import { openDocFile, readPlc } from '../../../extract/structured/doc/doc-file.ts'

/** Pairs of the field lists of body, headers, footnotes, comments, endnotes and text boxes. */
const FIELD_LISTS = [16, 17, 18, 19, 48, 57, 59]
const FIELD_CHARACTER = { begin: 0x13, separate: 0x14, end: 0x15 } as const
const QUOTE_TYPE = 0x23
/** INFO to NUMCHARS without NUMPAGES, FILENAME to TIME; users, DOCVARIABLE, FILESIZE, DOCPROPERTY. */
const volatileTypes = new Set([
  ...[0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1b, 0x1c],
  ...[0x1d, 0x1e, 0x1f, 0x20, 0x3c, 0x3d, 0x3e, 0x40, 0x45, 0x55],
])
const DESCRIPTOR_BYTES = 2

/** Returns a copy of the same length, or `null` for no change. */
export function storeDocFields(bytes: Uint8Array): Uint8Array | null {
  const file = openDocFile(bytes)
  if (file === null) return null
  const changed = new Uint8Array(bytes)
  let found = false
  for (const pair of FIELD_LISTS) {
    const list = file.structure(pair)
    const offsetOf = file.locate(list)
    if (offsetOf === null) continue
    for (const descriptor of volatileFields(list)) {
      changed[offsetOf(descriptor.byteOffset - list.byteOffset + 1)] = QUOTE_TYPE
      found = true
    }
  }
  return found ? changed : null
}

interface OpenField {
  readonly descriptor: DataView
  readonly isArgument: boolean
  separateAt: number | null
}

function volatileFields(list: DataView): DataView[] {
  const { positions, entries } = readPlc(list, DESCRIPTOR_BYTES)
  const open: OpenField[] = []
  const found: DataView[] = []
  for (const [index, descriptor] of entries.entries()) {
    const character = descriptor.getUint8(0) & 0x1f
    const position = positions[index]!
    const field = open.at(-1)
    if (character === FIELD_CHARACTER.begin) {
      const isArgument = field !== undefined && (field.isArgument || field.separateAt === null)
      open.push({ descriptor, isArgument, separateAt: null })
    } else if (field === undefined) return []
    else if (character === FIELD_CHARACTER.separate) field.separateAt = position
    else if (character === FIELD_CHARACTER.end) {
      open.pop()
      const hasResult = field.separateAt !== null && position > field.separateAt + 1
      const isVolatile = volatileTypes.has(field.descriptor.getUint8(1))
      if (isVolatile && !field.isArgument && hasResult) found.push(field.descriptor)
    } else return []
  }
  return open.length === 0 ? found : []
}
