import { expect, test } from 'vitest'
import { fontKeyFlag, type LineInfo } from '../../../src/engines/stext/glyph.ts'
import { SpanBuilder } from '../../../src/engines/stext/span-builder.ts'
import type { Font } from '../../../src/model/raw-page.ts'

const font: Font = { name: 'Serif', bold: false, italic: false, mono: false, serif: true }

/** The text of characters with their left and right edges, in a font of 10 points. */
function textOf(characters: readonly (readonly [text: string, x0: number, x1: number])[]): string | undefined {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
  for (const [text, x0, x1] of characters)
    if (text === ' ') builder.addSpace(x0, x1)
    else
      builder.add({
        code: text.codePointAt(0)!,
        fontKey: 4,
        size: 10,
        color: 0,
        originY: 100,
        x0,
        x1,
        y0: 92,
        y1: 102,
      })
  return builder.finish({ rotation: 0, vertical: false, engineLine: 0, engineBlock: 0 }, true)?.text
}

test('a space below the second half of a ligature is no space', () => {
  const ligature = [['f', 0, 6] as const, ['i', 6, 6] as const, [' ', 3, 6] as const]
  expect(textOf([...ligature, ['c', 6, 11]])).toBe('fic')
  // A gap separates the next word.
  expect(textOf([...ligature, ['c', 9, 14]])).toBe('fi c')
})

test('a space within the last letter stays where widths are wrong', () => {
  expect(
    textOf([
      ['o', 0, 5],
      ['t', 5, 9],
      [' ', 7, 9],
      ['m', 9, 17],
    ]),
  ).toBe('ot m')
})

test('a space between kerned letters without a gap is no space', () => {
  // "even" from groff, in 10 points, with a space of 2.5 points.
  const kerned = [['v', 0, 5] as const, [' ', 4.75, 7.25] as const]
  expect(textOf([...kerned, ['e', 4.85, 9.3]])).toBe('ve')
  expect(textOf([...kerned, ['e', 7.25, 11.7]])).toBe('v e')
})

test('a gap after a letter of a script without reported spaces is a space', () => {
  const words = (first: string, second: string, gap: number): string | undefined =>
    textOf([
      [first, 0, 10],
      [second, 10 + gap, 20 + gap],
    ])
  expect(words('한', '글', 2.6)).toBe('한 글')
  expect(words('ế', 'n', 2.6)).toBe('ế n')
  expect(words('क', 'ख', 2.6)).toBe('क ख')
  expect(words('한', '글', 0.1)).toBe('한글')
  // Ideographs are spaced out to fill a line.
  expect(words('漢', '字', 2.6)).toBe('漢字')
})

test('a space at a decimal point without a width is its width', () => {
  const digits = [['5', 0, 5] as const, ['.', 5, 5] as const, [' ', 5, 7.8] as const]
  expect(textOf([...digits, ['6', 7.8, 12.8]])).toBe('5.6')
  // The second half of a ligature has no width, either.
  expect(
    textOf([
      ['f', 0, 6],
      ['f', 6, 6],
      [' ', 6, 8.5],
      ['i', 8.5, 11],
    ]),
  ).toBe('ff i')
  expect(textOf([...digits.slice(0, 2), [' ', 5, 7.8], [' ', 7.8, 10.6], ['6', 10.6, 15.6]])).toBe('5. 6')
})

test('a soft hyphen with a width is a hyphen, except after a letter at the line end', () => {
  const word = (text: string, hyphenWidth: number): string | undefined => {
    let x = 0
    return textOf(
      [...text].map((letter) => {
        const x0 = x
        x += letter === '\u00ad' ? hyphenWidth : 5
        return [letter, x0, x] as const
      }),
    )
  }
  expect(word('M\u00adx', 3)).toBe('M-x')
  expect(word('hy\u00adphen', 0)).toBe('hy\u00adphen')
  expect(word('co\u00ad', 3)).toBe('co\u00ad')
  expect(word('\u00ad', 3)).toBe('-')
})

test('another subset of the font continues a word, but not after a gap', () => {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => true })
  const glyph = { code: 0x61, size: 10, color: 0, originY: 100, y0: 92, y1: 102 }
  builder.add({ ...glyph, fontKey: 4, x0: 0, x1: 5 })
  expect(builder.accepts({ ...glyph, fontKey: 8, x0: 5, x1: 10 }, true)).toBe(true)
  expect(builder.accepts({ ...glyph, fontKey: 8, x0: 7, x1: 12 }, true)).toBe(false)
})

test('another color or size ends the span, and a raised or distant letter, too', () => {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
  const glyph = { code: 0x61, fontKey: 4, size: 10, color: 0, originY: 100, x0: 5, x1: 10, y0: 92, y1: 102 }
  expect(builder.accepts(glyph, true)).toBe(true)
  builder.add({ ...glyph, x0: 0, x1: 5 })
  expect(builder.accepts(glyph, true)).toBe(true)
  expect(builder.accepts({ ...glyph, color: 1 }, true)).toBe(false)
  expect(builder.accepts({ ...glyph, size: 11 }, true)).toBe(false)
  expect(builder.accepts({ ...glyph, originY: 96 }, true)).toBe(false)
  expect(builder.accepts({ ...glyph, x0: 18, x1: 23 }, true)).toBe(false)
  // Lines that are not horizontal continue in any direction.
  expect(builder.accepts({ ...glyph, originY: 50, x0: -20, x1: -15 }, false)).toBe(true)
})

test('a letter left of the span begins another one, unless it is of a right-to-left script', () => {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
  const glyph = { fontKey: 4, size: 10, color: 0, originY: 100, x0: 20, x1: 25, y0: 92, y1: 102 }
  builder.add({ ...glyph, code: 0x5d0 })
  expect(builder.accepts({ ...glyph, code: 0x61, x0: 10, x1: 15 }, true)).toBe(true)
  builder.add({ ...glyph, code: 0x61 })
  expect(builder.accepts({ ...glyph, code: 0x61, x0: 10, x1: 15 }, true)).toBe(false)
  expect(builder.accepts({ ...glyph, code: 0x5d0, x0: 10, x1: 15 }, true)).toBe(true)
})

test('the box contains all letters; a font without height has that of usual letters', () => {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
  const line = { rotation: 0, vertical: false, engineLine: 0, engineBlock: 0 } as const
  const glyph = { code: 0x61, fontKey: 4, size: 10, color: 0, originY: 100 }
  builder.add({ ...glyph, x0: 10, x1: 15, y0: 92, y1: 102 })
  builder.add({ ...glyph, x0: 9.5, x1: 20, y0: 90, y1: 104 })
  expect(builder.finish(line, true)?.box).toEqual({ x0: 9.5, y0: 90, x1: 20, y1: 104 })
  builder.add({ ...glyph, x0: 10, x1: 15, y0: 99, y1: 101 })
  expect(builder.finish(line, true)?.box).toEqual({ x0: 10, y0: 92.5, x1: 15, y1: 102.2 })
  builder.add({ ...glyph, x0: 10, x1: 15, y0: 99, y1: 101 })
  expect(builder.finish({ ...line, rotation: 90 }, true)?.box).toMatchObject({ y0: 99, y1: 101 })
  builder.add({ ...glyph, x0: 10, x1: 15, y0: 99, y1: 101 })
  expect(builder.finish({ ...line, rotation: 90, vertical: true }, true)?.box).toMatchObject({ y0: 90.2, y1: 92.2 })
  builder.add({ ...glyph, x0: 10, x1: 15, y0: 99, y1: 101 })
  expect(builder.finish({ ...line, vertical: true }, true)?.box).toMatchObject({ y0: 99, y1: 101 })
})

test('spaces at the start of a line and at its end are dropped', () => {
  expect(
    textOf([
      [' ', 0, 5],
      ['a', 5, 10],
      [' ', 10, 15],
      ['b', 15, 20],
      [' ', 20, 25],
    ]),
  ).toBe('a b')
  expect(textOf([[' ', 0, 5]])).toBeUndefined()
})

test('a letter outside the basic plane has two units', () => {
  expect(
    textOf([
      ['𝑥', 0, 5],
      ['a', 5, 10],
    ]),
  ).toBe('𝑥a')
})

test('text without ink is invisible', () => {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
  const line = { rotation: 0, vertical: false, engineLine: 0, engineBlock: 0 } as const
  const glyph = { code: 0x61, size: 10, color: 0, originY: 100, x0: 0, x1: 5, y0: 92, y1: 102 }
  builder.add({ ...glyph, fontKey: 4 | fontKeyFlag.invisible })
  expect(builder.finish(line, true)?.invisible).toBe(true)
  builder.add({ ...glyph, fontKey: 4 })
  expect(builder.finish(line, true)).not.toHaveProperty('invisible')
})

test('the place of a space in the line decides whether it is hidden', () => {
  // A reported space after a letter of a script without reported spaces.
  expect(
    textOf([
      ['한', 0, 10],
      [' ', 10, 12.6],
      ['글', 12.6, 22.6],
    ]),
  ).toBe('한 글')
  // Words of a right-to-left script go to the left.
  expect(
    textOf([
      ['ב', 20, 25],
      [' ', 17, 20],
      ['א', 12, 17],
    ]),
  ).toBe('ב א')
})

test('a decimal comma without a width has that of the space after it', () => {
  expect(
    textOf([
      ['5', 0, 5],
      [',', 5, 5],
      [' ', 5, 7.8],
      ['6', 7.8, 12.8],
    ]),
  ).toBe('5,6')
  expect(
    textOf([
      ['5', 0, 5],
      [',', 5, 5],
      [' ', 6, 8.8],
      ['6', 8.8, 13.8],
    ]),
  ).toBe('5, 6')
})

test('a soft hyphen in the middle of a line is a hyphen if it has a width', () => {
  const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
  const glyph = { fontKey: 4, size: 10, color: 0, originY: 100, y0: 92, y1: 102 }
  for (const [at, char] of [...'co\u00ad'].entries())
    builder.add({ ...glyph, code: char.charCodeAt(0), x0: at * 5, x1: at * 5 + 5 })
  expect(builder.finish({ rotation: 0, vertical: false, engineLine: 0, engineBlock: 0 }, false)?.text).toBe('co-')
})

test('only horizontal text in order has edges of its letters', () => {
  const hasEdges = (line: Partial<LineInfo>, lefts: readonly number[]): boolean => {
    const builder = new SpanBuilder({ x: 0, y: 0 }, { of: () => font, areSubsetsOfOneFont: () => false })
    for (const x0 of lefts)
      builder.add({ code: 0x61, fontKey: 4, size: 10, color: 0, originY: 100, x0, x1: x0 + 5, y0: 92, y1: 102 })
    const span = builder.finish({ rotation: 0, vertical: false, engineLine: 0, engineBlock: 0, ...line }, true)
    return span?.edges !== undefined
  }
  expect(hasEdges({}, [10, 15])).toBe(true)
  expect(hasEdges({ rotation: 90 }, [10, 15])).toBe(false)
  expect(hasEdges({ vertical: true }, [10, 15])).toBe(false)
  expect(hasEdges({}, [10, 15, 9.5])).toBe(true)
  expect(hasEdges({}, [10, 15, 2])).toBe(false)
})
