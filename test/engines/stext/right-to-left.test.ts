import { expect, test } from 'vitest'
import { isRightToLeft, type LineChar, readRightToLeft } from '../../../src/engines/stext/right-to-left.ts'

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

test('a gap is a word space where the text layer has a space, or if it is wide', () => {
  const lettersApart = (gap: number): LineChar[] => [
    { code: 0x5d1, x0: 0, x1: 6 },
    { code: 0x5d0, x0: 6 + gap, x1: 12 + gap },
  ]
  const textOf = (gap: number, spaces: readonly number[]): string | undefined =>
    readRightToLeft(lettersApart(gap), spaces, { size: 10, columnGap: 12 })[0]?.text
  expect(textOf(1, [])).toBe('אב')
  expect(textOf(1, [6.5])).toBe('א ב')
  expect(textOf(0.4, [6.2])).toBe('אב')
  expect(textOf(1, [3])).toBe('אב')
  expect(textOf(1, [9])).toBe('אב')
  expect(textOf(2, [])).toBe('א ב')
})

test('further letters of a glyph follow its first letter', () => {
  const textOf = (chars: readonly LineChar[]): string | undefined =>
    readRightToLeft(chars, [], { size: 10, columnGap: 12 })[0]?.text
  // In reading order, the others are at the right edge of the first; in reversed order, they come before it.
  expect(
    textOf([
      { code: 0x644, x0: 0, x1: 6 },
      { code: 0x627, x0: 6, x1: 6 },
    ]),
  ).toBe('لا')
  expect(
    textOf([
      { code: 0x627, x0: 6, x1: 6 },
      { code: 0x644, x0: 0, x1: 6 },
    ]),
  ).toBe('لا')
  // A letter without width far from both is on its own.
  expect(
    textOf([
      { code: 0x644, x0: 0, x1: 6 },
      { code: 0x627, x0: 9, x1: 9 },
    ]),
  ).toBe('ا ل')
  expect(
    textOf([
      { code: 0x644, x0: 0, x1: 6 },
      { code: 0x627, x0: 6, x1: 6 },
      { code: 0x648, x0: 12, x1: 12 },
    ]),
  ).toBe('و لا')
})

test('a combining mark without a letter stays', () => {
  const chars: LineChar[] = [
    { code: 0x5d0, x0: 0, x1: 6 },
    { code: 0x5b8, x0: 9, x1: 9 },
  ]
  expect(readRightToLeft(chars, [], { size: 10, columnGap: 12 }).map(({ text }) => text)).toEqual(['\u05b8 א'])
  expect(readRightToLeft(chars.slice(1), [], { size: 10, columnGap: 12 }).map(({ text }) => text)).toEqual(['\u05b8'])
})

test('each unit has the extent of its glyph', () => {
  const [line] = readRightToLeft(
    [
      { code: 0x5d1, x0: 0, x1: 5 },
      { code: 0x5d0, x0: 5, x1: 11 },
    ],
    [],
    { size: 10, columnGap: 12 },
  )
  expect(line?.unitExtents).toEqual([5, 11, 0, 5])
})

test('letters of Hebrew and Arabic, and their presentation forms, are right-to-left', () => {
  const first = [0x590, 0xfb1d, 0xfe70]
  const last = [0x8ff, 0xfdff, 0xfefe]
  expect([...first, ...last].map(isRightToLeft)).toEqual([true, true, true, true, true, true])
  expect([...first.map((code) => code - 1), ...last.map((code) => code + 1)].some(isRightToLeft)).toBe(false)
})

test('quotation marks without brackets are what the font says', () => {
  expect(read('«בא»')).toEqual(['»אב«'])
  expect(read('ב ((א(')).toEqual(['(א(( ב'])
})
