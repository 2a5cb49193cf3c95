/**
 * Fields of binary Word documents that a converter would work out anew → quotations, which print the result that is stored for them.
 * Only the byte that tells a field's type changes. [MS-DOC] 2.8.25 (Plcfld), 2.9.88 (Fld), 2.9.90 (flt), 2.5.6 (FibRgFcLcb97).
 */
import { openCompoundFile } from '../../compound-file.ts'

/** In the file information block: flags, then where the fields of the body, headers, footnotes, comments, endnotes and text boxes are listed. */
const flagsAt = 0x0a
const listsAt = [0x11a, 0x122, 0x12a, 0x132, 0x21a, 0x262, 0x272]
const fibBytes = 0x280
const tableFlag = 0x0200
/** Below: documents of Word 6 and 95, which keep their lists in another way. */
const firstVersion = 0x00c1
const encryptedFlag = 0x0100
/** Marks of a field in its list: five bits of a character's code. */
const mark = { begin: 0x13, separate: 0x14, end: 0x15 } as const
const quotation = 0x23
/** INFO to NUMCHARS without NUMPAGES, FILENAME to TIME; users, DOCVARIABLE, FILESIZE, DOCPROPERTY. */
const volatileTypes = new Set(
  [
    [0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1b, 0x1c],
    [0x1d, 0x1e, 0x1f, 0x20, 0x3c, 0x3d, 0x3e, 0x40, 0x45, 0x55],
  ].flat(),
)
/** Bytes. Longer documents have fewer fields than this. */
const maxListBytes = 1 << 22
const placeBytes = 4
const fieldBytes = 2

/** `null`: nothing to change. The bytes given are left as they are. */
export function storeBinaryFields(bytes: Uint8Array): Uint8Array | null {
  const file = openCompoundFile(bytes)
  const fib = file?.read('WordDocument', fibBytes)
  if (file === null || fib == null || fib.length < fibBytes) return null
  const head = new DataView(fib.buffer, fib.byteOffset)
  const flags = head.getUint16(flagsAt, true)
  if (head.getUint16(2, true) < firstVersion || (flags & encryptedFlag) !== 0) return null
  const table = (flags & tableFlag) === 0 ? '0Table' : '1Table'
  const changed = new Uint8Array(bytes)
  let found = false
  for (const at of listsAt) {
    const [start, length] = [head.getUint32(at, true), head.getUint32(at + 4, true)]
    if (length < placeBytes || length > maxListBytes || start > bytes.length) continue
    const list = file.read(table, start + length)?.subarray(start)
    if (list === undefined || list.length < length) continue
    const place = file.places(table, start, length)
    if (place === null) continue
    for (const offset of volatileIn(list.subarray(0, length))) {
      changed[place(offset)] = quotation
      found = true
    }
  }
  return found ? changed : null
}

/** A list: one place more than there are marks, then the marks. → Where the types stand of the fields that have a result. */
function volatileIn(list: Uint8Array): number[] {
  const count = Math.floor((list.length - placeBytes) / (placeBytes + fieldBytes))
  const first = placeBytes * (count + 1)
  const view = new DataView(list.buffer, list.byteOffset, list.byteLength)
  const open: {
    readonly typeAt: number
    readonly isVolatile: boolean
    readonly isArgument: boolean
    separateAt: number | null
  }[] = []
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    const at = first + fieldBytes * index
    const kind = list[at]! & 0x1f
    const place = view.getUint32(placeBytes * index, true)
    const field = open.at(-1)
    if (kind === mark.begin) {
      // What stands in another one's instruction is no text of the document.
      const isArgument = field !== undefined && (field.isArgument || field.separateAt === null)
      open.push({ typeAt: at + 1, isVolatile: volatileTypes.has(list[at + 1]!), isArgument, separateAt: null })
    } else if (field === undefined) return []
    else if (kind === mark.separate) field.separateAt = place
    else if (kind === mark.end) {
      open.pop()
      // Characters between the two marks.
      if (field.isVolatile && !field.isArgument && field.separateAt !== null && place > field.separateAt + 1)
        found.push(field.typeAt)
    } else return []
  }
  return open.length === 0 ? found : []
}
