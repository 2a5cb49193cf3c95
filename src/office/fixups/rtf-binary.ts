/** Removes the RTF control word `\bin` without a byte count, at which LibreOffice stops reading. */
import { toBinaryString } from '../../model/bytes.ts'
import type { Fixup } from './types.ts'

export const rtfBinary: Fixup = {
  before(file) {
    if (file.container === 'rtf') file.editBytes(blankInvalidBin)
  },
}

const invalidBin = /\\bin(?= )/g
const MAX_BYTES = 32 << 20

function blankInvalidBin(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length > MAX_BYTES) return null
  const positions = Array.from(toBinaryString(bytes).matchAll(invalidBin), ({ index }) => index)
  if (positions.length === 0) return null
  const edited = new Uint8Array(bytes)
  for (const at of positions) edited.fill(0x20, at, at + '\\bin'.length)
  return edited
}
