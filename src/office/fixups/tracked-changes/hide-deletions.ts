/**
 * Text that tracked changes have deleted in binary Word documents and rich text → hidden text, which converters do not print. The mark
 * "deleted" is replaced by the mark "hidden" where it stands: nothing moves, and the file stays as long as it is.
 * [MS-DOC] 2.9.119 (GrpPrlAndIstd, Prl), 2.9.33 (ChpxFkp), 2.6.1 (character properties); RTF 1.9.1, "Track Changes".
 */
import { openCompoundFile } from '../../compound-file.ts'

/** In the file information block: the flags, and where the pages of character properties are listed. */
const fibAt = { flags: 0x0a, chpxList: 0xfa, chpxBytes: 0xfe } as const
const fibBytes = 0x200
const tableFlag = 0x0200
const pageBytes = 512
/** Below: documents of Word 6 and 95, whose properties have single-byte codes. */
const firstVersion = 0x00c1
const deletedMark = 0x0800
const hiddenMark = 0x083c
/** By the three highest bits of a property's code; 0: the first byte tells. [MS-DOC] 2.2.5.1. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3]
/** Longer documents have fewer pages of properties than this. */
const maxListBytes = 1 << 22

/** Rich text: same length, and what follows (a number, a blank, another word) follows the last of them. */
const richDeleted = '\\deleted'
const richHidden = '\\v\\v\\v\\v'

/** `null`: nothing is deleted. The bytes given are left as they are. */
export function hideDeletions(bytes: Uint8Array): Uint8Array | null {
  return bytes[0] === 0xd0 ? hideInDocument(bytes) : hideInRichText(bytes)
}

function hideInDocument(bytes: Uint8Array): Uint8Array | null {
  const file = openCompoundFile(bytes)
  const fib = file?.read('WordDocument', fibBytes)
  if (file === null || fib == null || fib.length < fibBytes) return null
  const head = new DataView(fib.buffer, fib.byteOffset)
  if (head.getUint16(2, true) < firstVersion) return null
  const table = (head.getUint16(fibAt.flags, true) & tableFlag) === 0 ? '0Table' : '1Table'
  const [listAt, listBytes] = [head.getUint32(fibAt.chpxList, true), head.getUint32(fibAt.chpxBytes, true)]
  if (listBytes > maxListBytes || listAt > bytes.length) return null
  const list = file.read(table, listAt + listBytes)?.subarray(listAt)
  if (list === undefined || list.length < listBytes) return null
  const view = new DataView(list.buffer, list.byteOffset)
  // One place more than there are pages, then the pages' numbers.
  const count = Math.floor((listBytes - 4) / 8)
  const changed = new Uint8Array(bytes)
  let found = false
  for (let index = 0; index < count; index++) {
    const start = (view.getUint32(4 * (count + 1) + 4 * index, true) & 0x3fffff) * pageBytes
    const places = file.places('WordDocument', start, pageBytes)
    if (places !== null && hideInPage(changed, places)) found = true
  }
  return found ? changed : null
}

/** A page of properties: how many runs there are stands last, where the properties of each begin stands behind the runs' places. */
function hideInPage(bytes: Uint8Array, at: (offset: number) => number): boolean {
  const byte = (offset: number): number => (offset < pageBytes ? (bytes[at(offset)] ?? 0) : 0)
  const runs = byte(pageBytes - 1)
  let found = false
  for (let run = 0; run < runs; run++) {
    const start = 2 * byte(4 * (runs + 1) + run)
    if (start === 0) continue
    const end = Math.min(pageBytes - 1, start + 1 + byte(start))
    for (let offset = start + 1; offset + 2 < end; ) {
      const code = byte(offset) | (byte(offset + 1) << 8)
      const fixed = operandBytes[code >> 13] ?? 1
      if (code === deletedMark) {
        bytes[at(offset)] = hiddenMark & 0xff
        bytes[at(offset + 1)] = hiddenMark >> 8
        found ||= byte(offset + 2) !== 0
      }
      offset += 2 + (fixed === 0 ? 1 + byte(offset + 2) : fixed)
    }
  }
  return found
}

function hideInRichText(bytes: Uint8Array): Uint8Array | null {
  const [first = 0, ...rest] = Array.from(richDeleted, (char) => char.charCodeAt(0))
  let changed: Uint8Array | null = null
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    const next = bytes[at + 1]
    if (next === first) {
      // A backslash of the text.
      at++
      continue
    }
    if (!rest.every((code, index) => bytes[at + 1 + index] === code) || isLetter(bytes[at + richDeleted.length]))
      continue
    changed ??= new Uint8Array(bytes)
    changed.set(new TextEncoder().encode(richHidden), at)
  }
  return changed
}

function isLetter(code: number | undefined): boolean {
  return code !== undefined && code >= 0x61 && code <= 0x7a
}
