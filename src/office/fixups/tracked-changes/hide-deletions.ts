/**
 * Turns deleted text into hidden text of the same length. [MS-DOC] 2.9.119 (Prl), 2.9.33 (ChpxFkp), 2.6.1; RTF 1.9.1,
 * "Track Changes".
 */
import { openDocFile } from '../../../extract/structured/doc/doc-file.ts'
import { eachModifier, readPropertyRuns } from '../../../extract/structured/doc/doc-properties.ts'
import { hasBytesAt } from '../../../model/bytes.ts'

const DELETED_PROPERTY = 0x0800
const HIDDEN_PROPERTY = 0x083c

/** Control words of the same length; a parameter of the first becomes that of the last `\\v`. */
const RTF_DELETED = '\\deleted'
const RTF_HIDDEN = '\\v\\v\\v\\v'

export function hideDocDeletions(bytes: Uint8Array): Uint8Array | null {
  const file = openDocFile(bytes)
  if (file === null) return null
  const changed = new Uint8Array(bytes)
  let found = false
  for (const { properties } of readPropertyRuns(file, 'characters'))
    eachModifier(properties, (code, operand) => {
      const offsetOf = code === DELETED_PROPERTY ? file.locate(propertyCode(operand)) : null
      if (offsetOf === null) return
      changed[offsetOf(0)] = HIDDEN_PROPERTY & 0xff
      changed[offsetOf(1)] = HIDDEN_PROPERTY >> 8
      found ||= operand.getUint8(0) !== 0
    })
  return found ? changed : null
}

/** The two bytes before an operand. */
function propertyCode(operand: DataView): DataView {
  return new DataView(operand.buffer, operand.byteOffset - 2, 2)
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
