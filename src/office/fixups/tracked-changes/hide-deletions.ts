/**
 * Turns deleted text into hidden text of the same length. [MS-DOC] 2.9.119 (Prl), 2.9.33 (ChpxFkp), 2.6.1; RTF 1.9.1,
 * "Track Changes".
 */
import { hasBytesAt } from '../../../model/bytes.ts'
import { openWordDocument } from '../../word-header.ts'

const FIB_OFFSETS = { chpxList: 0xfa, chpxBytes: 0xfe } as const
const FIB_BYTES = 0x200
const PAGE_BYTES = 512
const DELETED_PROPERTY = 0x0800
const HIDDEN_PROPERTY = 0x083c
/** Operand length by the three highest bits of a property code; 0: in the first byte. [MS-DOC] 2.2.5.1. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, 0, 3]
const MAX_LIST_BYTES = 1 << 22

/** Control words of the same length; a parameter of the first becomes that of the last `\\v`. */
const RTF_DELETED = '\\deleted'
const RTF_HIDDEN = '\\v\\v\\v\\v'

export function hideDocDeletions(bytes: Uint8Array): Uint8Array | null {
  const word = openWordDocument(bytes, FIB_BYTES)
  if (word === null) return null
  const { file, header, table } = word
  const listAt = header.getUint32(FIB_OFFSETS.chpxList, true)
  const listBytes = header.getUint32(FIB_OFFSETS.chpxBytes, true)
  if (listBytes > MAX_LIST_BYTES || listAt > bytes.length) return null
  const list = file.read(table, listAt + listBytes)?.subarray(listAt)
  if (list === undefined || list.length < listBytes) return null
  const view = new DataView(list.buffer, list.byteOffset)
  const count = Math.floor((listBytes - 4) / 8)
  const changed = new Uint8Array(bytes)
  let found = false
  for (let index = 0; index < count; index++) {
    const start = (view.getUint32(4 * (count + 1) + 4 * index, true) & 0x3fffff) * PAGE_BYTES
    const offsetOf = file.locate('WordDocument', start, PAGE_BYTES)
    if (offsetOf !== null && hideInPage(changed, offsetOf)) found = true
  }
  return found ? changed : null
}

/** The last byte is the number of runs; half the offsets of their properties follow the text positions. */
function hideInPage(bytes: Uint8Array, offsetOf: (offset: number) => number): boolean {
  const byte = (offset: number): number => (offset < PAGE_BYTES ? (bytes[offsetOf(offset)] ?? 0) : 0)
  const runs = byte(PAGE_BYTES - 1)
  let found = false
  for (let run = 0; run < runs; run++) {
    const start = 2 * byte(4 * (runs + 1) + run)
    if (start === 0) continue
    const end = Math.min(PAGE_BYTES - 1, start + 1 + byte(start))
    for (let offset = start + 1; offset + 2 < end; ) {
      const code = byte(offset) | (byte(offset + 1) << 8)
      const fixed = OPERAND_BYTES[code >> 13] ?? 1
      if (code === DELETED_PROPERTY) {
        bytes[offsetOf(offset)] = HIDDEN_PROPERTY & 0xff
        bytes[offsetOf(offset + 1)] = HIDDEN_PROPERTY >> 8
        found ||= byte(offset + 2) !== 0
      }
      offset += 2 + (fixed === 0 ? 1 + byte(offset + 2) : fixed)
    }
  }
  return found
}

export function hideRtfDeletions(bytes: Uint8Array): Uint8Array | null {
  const wanted = new TextEncoder().encode(RTF_DELETED)
  const first = wanted[0]!
  let changed: Uint8Array | null = null
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    const next = bytes[at + 1]
    if (next === first) {
      at++
      continue
    }
    if (!hasBytesAt(bytes, at, wanted) || isLetter(bytes[at + wanted.length])) continue
    changed ??= new Uint8Array(bytes)
    changed.set(new TextEncoder().encode(RTF_HIDDEN), at)
  }
  return changed
}

function isLetter(code: number | undefined): boolean {
  return code !== undefined && code >= 0x61 && code <= 0x7a
}
