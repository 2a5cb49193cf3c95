import { describe, expect, test } from 'vitest'
import { normalizeFontNames, styleOf } from '../../../src/layout/text/text-style.ts'
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

describe('fonts with one font per glyph', () => {
  const line = (texts: readonly [string, string][], order: number) =>
    texts.map(([text, font]) => ({ ...span({ text, x: 50, y: 100 + order * 12, font }, order) }))
  test('keep their numbers if each is a separate face', () => {
    const spans = [
      ...line([['2.1.1 Spacing', 'Type3 (4 0 R)']], 0),
      ...line([['Running text of the page.', 'Type3 (5 0 R)']], 1),
    ]
    expect(normalizeFontNames(spans).map(({ font }) => font.name)).toEqual(['Type3 (4 0 R)', 'Type3 (5 0 R)'])
  })
  test('are one font if a face is split into many of them', () => {
    const spans = [
      ...line(
        [
          ['上游', 'Type3 (4 0 R)'],
          ['水库', 'Type3 (5 0 R)'],
        ],
        0,
      ),
      ...line(
        [
          ['来', 'Type3 (6 0 R)'],
          ['水', 'Type3 (5 0 R)'],
        ],
        1,
      ),
    ]
    expect(new Set(normalizeFontNames(spans).map(({ font }) => font.name))).toEqual(new Set(['Type3']))
  })
})
