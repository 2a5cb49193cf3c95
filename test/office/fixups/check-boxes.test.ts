import { expect, test } from 'vitest'
import { writeCheckBoxes } from '../../../src/office/fixups/check-boxes.ts'

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const begin = (data: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Check1"/>${data}</w:ffData></w:fldChar></w:r>`
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const box = (inside: string) =>
  `${begin(`<w:checkBox><w:sizeAuto/>${inside}</w:checkBox>`)}${code(' FORMCHECKBOX ')}${mark('separate')}${mark('end')}`
const written = (character: string) =>
  `<w:r><w:t xml:space="preserve">${character} </w:t><w:fldChar w:fldCharType="begin"/></w:r>${code('')}${mark('separate')}${mark('end')}`

test('check boxes of forms become characters, by the choice of the user or else the default', () => {
  expect(writeCheckBoxes(box('<w:default w:val="0"/>'))).toBe(written('☐'))
  expect(writeCheckBoxes(box('<w:default w:val="1"/>'))).toBe(written('☒'))
  expect(writeCheckBoxes(box('<w:default w:val="1"/><w:checked w:val="0"/>'))).toBe(written('☐'))
  expect(writeCheckBoxes(box('<w:default w:val="0"/><w:checked/>'))).toBe(written('☒'))
  expect(writeCheckBoxes(box('') + box('<w:checked/>'))).toBe(written('☐') + written('☒'))
})

test('other fields are unchanged', () => {
  const text = `${begin('<w:textInput/>')}${code(' FORMTEXT ')}${mark('separate')}<w:r><w:t>x</w:t></w:r>${mark('end')}`
  expect(writeCheckBoxes(text)).toBeNull()
  expect(writeCheckBoxes(text + box('<w:checked/>'))).toBe(text + written('☒'))
  expect(writeCheckBoxes('<w:p/>')).toBeNull()
})
