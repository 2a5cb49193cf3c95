import { expect, test } from 'vitest'
import { storeRtfFields } from '../../../../src/office/fixups/fields/rtf-fields.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const change = (text: string) => {
  const changed = storeRtfFields(bytesOf(text))
  return changed === null ? null : String.fromCharCode(...changed)
}
const field = (instruction: string, result: string) =>
  String.raw`{\rtf1 {\field{\*\fldinst${instruction}}{\fldrslt${result}}}}`

test('names of date and file fields are overwritten in place', () => {
  expect(change(field(' DATE \\\\@ "d"', ' 3'))).toBe(field(' ____ \\\\@ "d"', ' 3'))
  expect(change(field('{\\rtlch\\fcs1 \\af0 \\insrsid12 \\hich\\af0  FileName\\\\p}', '{\\b\\f1 a}'))).toBe(
    field('{\\rtlch\\fcs1 \\af0 \\insrsid12 \\hich\\af0  ________\\\\p}', '{\\b\\f1 a}'),
  )
  expect(change(field(' TIME', "{\\b \\'e9}"))).toBe(field(' ____', "{\\b \\'e9}"))
})

test('other fields, other words and fields without a result are unchanged', () => {
  for (const instruction of [' PAGE', ' HYPERLINK "DATE"', ' DATES', '\\date', '\\author DATE1', '{\\*\\data DATE}'])
    expect(change(field(instruction, ' 3'))).toBeNull()
  for (const result of ['', ' ', '{\\b }']) expect(change(field(' DATE', result))).toBeNull()
  expect(change(String.raw`{\rtf1 {\field{\*\fldinst DATE}} {\field{\*\fldinst PAGE}{\fldrslt 3}}}`)).toBeNull()
  expect(change(String.raw`{\rtf1 \\fldinst DATE \fldrslt 3}`)).toBeNull()
})

// Quadratic time would take hours.
test('runs in linear time', { timeout: 60_000 }, () => {
  for (const part of [
    '\\fldinst',
    '\\fldinst ',
    '\\fldinst\\b \\b \\b ',
    '\\fldinst DATE ',
    '\\fldinst{{{{{',
    `\\fldinst${'a'.repeat(40)}`,
  ])
    expect(() => storeRtfFields(bytesOf(part.repeat(1_000_000 / part.length)))).not.toThrow()
})
