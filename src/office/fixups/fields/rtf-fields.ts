/** Overwrites names of rich text fields (RTF 1.9.1): unknown fields are printed with the stored result. */
import { toBinaryString } from '../../../model/bytes.ts'
import { volatileFields } from './docx-fields.ts'

const MAX_BYTES = 32 << 20
const UNDERSCORE = 0x5f
const instruction =
  /(?<!\\)\\fldinst(?![a-z])(?:[{}\s]|\\(?!fld)[a-z]{1,32}(?![a-z])(?:-?\d{1,10})?(?!\d)){0,60}([A-Za-z]{3,20})(?![A-Za-z0-9])/g
const MAX_INSTRUCTION_LENGTH = 4096
const result =
  /\\fldrslt(?![a-z])(?:[{}\s]|\\(?!fld)[a-z]{1,32}(?![a-z])(?:-?\d{1,10})?(?!\d)){0,60}(?:[^\s{}\\]|\\['u~_-])/

/** Returns a copy of the same length, or `null` for no change. */
export function storeRtfFields(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length > MAX_BYTES) return null
  const text = toBinaryString(bytes)
  let changed: Uint8Array | null = null
  for (const { 0: whole, 1: name = '', index } of text.matchAll(instruction)) {
    if (!volatileFields.has(name.toUpperCase())) continue
    const end = index + whole.length
    const [fieldText = ''] = text.slice(end, end + MAX_INSTRUCTION_LENGTH).split('\\fldinst', 1)
    if (!result.test(fieldText)) continue
    changed ??= new Uint8Array(bytes)
    changed.fill(UNDERSCORE, end - name.length, end)
  }
  return changed
}
