import { expect, test } from 'vitest'
import { type LineChar, readRightToLeft } from '../../../src/engines/stext/right-to-left.ts'

/** Reads a line given from left to right, in glyphs of 6 pt with a font size of 10 pt. A space is a gap. */
function read(visual: string): string[] {
  const chars: LineChar[] = [...visual].flatMap((char, index) =>
    char === ' ' ? [] : [{ code: char.codePointAt(0)!, x0: index * 6, x1: index * 6 + 6 }],
  )
  return readRightToLeft(chars, [], { size: 10, columnGap: 12 }).map(({ text }) => text)
}

test('numbers and Latin words keep their direction', () => {
  expect(read('הד 345 גבא')).toEqual(['אבג 345 דה'])
  expect(read('יט New York הד')).toEqual(['דה New York טי'])
  expect(read('12.5 10:30 בא')).toEqual(['אב 10:30 12.5'])
})

test('punctuation belongs to the direction around it', () => {
  expect(read('.גב 2024 ,א')).toEqual(['א, 2024 בג.'])
  expect(read('₪ 30 א')).toEqual(['א 30 ₪'])
})

test('brackets are characters, or glyphs that look like them', () => {
  expect(read('ד )גב( א')).toEqual(['א (בג) ד'])
  expect(read('ד (גב) א')).toEqual(['א (בג) ד'])
})

test('a wide gap separates columns, which come from left to right', () => {
  expect(read('בא   דג')).toEqual(['אב', 'גד'])
})

test('combining marks follow their letter', () => {
  const shin: LineChar[] = [
    { code: 0x05b8, x0: 9, x1: 9 },
    { code: 0x05e9, x0: 6, x1: 12 },
    { code: 0x05c1, x0: 11, x1: 11 },
    { code: 0x05dd, x0: 0, x1: 6 },
  ]
  expect(readRightToLeft(shin, [], { size: 10, columnGap: 12 }).map(({ text }) => text)).toEqual([
    'שָׁם'.normalize('NFC'),
  ])
})
