/**
 * Fields of rich text that a converter would work out anew → fields of no known name: those print the result that is stored for them.
 * The name is written over where it stands, so nothing moves. RTF 1.9.1, "Fields".
 */
import { toBinaryString } from '../../../model/bytes.ts'
import { volatileFields } from './word-fields.ts'

/** Larger files are rich in pictures; their text is a small part, but all of it would have to be read. */
const maxBytes = 32 << 20
const blank = 0x5f
/** The instruction's first word stands behind groups and control words for its look; optional groups have text of another kind. */
const instruction =
  /(?<!\\)\\fldinst(?![a-z])(?:[{}\s]|\\(?!fld)[a-z]{1,32}(?![a-z])(?:-?\d{1,10})?(?!\d)){0,60}([A-Za-z]{3,20})(?![A-Za-z0-9])/g
/** What stands between an instruction and its result. */
const maxInstruction = 4096
const result =
  /\\fldrslt(?![a-z])(?:[{}\s]|\\(?!fld)[a-z]{1,32}(?![a-z])(?:-?\d{1,10})?(?!\d)){0,60}(?:[^\s{}\\]|\\['u~_-])/

/** `null`: nothing to change. The bytes given are left as they are. */
export function storeRichTextFields(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length > maxBytes) return null
  const text = toBinaryString(bytes)
  let changed: Uint8Array | null = null
  for (const { 0: whole, 1: name = '', index } of text.matchAll(instruction)) {
    if (!volatileFields.has(name.toUpperCase())) continue
    const end = index + whole.length
    const rest = text.slice(end, end + maxInstruction)
    const [own = ''] = rest.split('\\fldinst', 1)
    if (!result.test(own)) continue
    changed ??= new Uint8Array(bytes)
    changed.fill(blank, end - name.length, end)
  }
  return changed
}
