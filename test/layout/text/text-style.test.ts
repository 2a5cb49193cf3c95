import { expect, test } from 'vitest'
import { styleOf } from '../../../src/layout/text/text-style.ts'
import { span } from '../raw-pages.ts'

test('small capitals have the size of their uppercase letters', () => {
  const word = (text: string, size: number) => span({ text, x: 50, y: 100, size })
  expect(styleOf([word('W', 13), word('ADERS', 9)], 1)).toMatchObject({ size: 13, caps: true })
  // An old font draws them as lowercase letters.
  expect(styleOf([word('W', 13), word('aders', 9)], 1)).toMatchObject({ size: 13, caps: true })
  // A large word before small ones is not in small capitals, and neither is a drop cap.
  expect(styleOf([word('Notes', 13), word(' on weirs', 9)], 1).size).toBe(9)
  expect(styleOf([word('W', 30), word('ading birds are', 9)], 1).size).toBe(9)
})
