/**
 * Text in columns from the bytes of a PDF to blocks: with a vertical font, and as characters placed one below the
 * other.
 */
import { expect, test } from 'vitest'
import { isVertical, joinVerticalColumns, toHorizontal } from '../../../src/layout/text/vertical-text.ts'
import type { Span } from '../../../src/model/raw-page.ts'
import { type PdfObject, pagesPdf, show } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'
import { rawPage, span } from '../raw-pages.ts'

const first = [
  'むかしむかしあるところにおじいさんとおばあさんが',
  'いました。おじいさんは山へ柴刈りに、おばあさんは川',
  'へ洗濯に行きました。',
]
const second = [
  '　川の上から大きな桃が「どんぶらこ」と流れてきまし',
  'た。おばあさんはそれを拾って家へ持って帰りました。',
]
const hex = (text: string): string => [...text].map((char) => char.charCodeAt(0).toString(16).padStart(4, '0')).join('')

function fonts(encoding: string): PdfObject[] {
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /${encoding} /DescendantFonts [8 0 R] >>`,
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 /FontDescriptor 9 0 R >>',
    '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>',
  ]
}

/** A column in a vertical font. */
const column = (text: string, x: number, y: number, size: number): string =>
  `BT /Cjk ${size} Tf ${x} ${y} Td <${hex(text)}> Tj ET\n`
/** The same column, one character at a time. */
const stacked = (text: string, x: number, y: number, size: number): string =>
  [...text]
    .map((sign, index) => `BT /Cjk ${size} Tf ${x - size / 2} ${y - (index + 0.88) * size} Td <${hex(sign)}> Tj ET\n`)
    .join('')

/** Two groups of columns, one above the other; each has a title at its right. A page number is horizontal. */
function page(write: typeof column, encoding: string): Uint8Array {
  const group = (top: number, title: string, lines: readonly string[]): string =>
    write(title, 520, top, 18) + lines.map((line, index) => write(line, 480 - index * 20, top, 11)).join('')
  const content =
    group(790, '第一章', [...first, ...second]) +
    group(440, '第二章', [...first, ...second]) +
    show('Body', 9, [290, 30], '12')
  return pagesPdf([{ content, fonts: '/Cjk 7 0 R' }], fonts(encoding))
}

const wanted = [
  'title 第一章',
  `text ${first.join('')}`,
  `text ${second.join('').trim()}`,
  'title 第二章',
  `text ${first.join('')}`,
  `text ${second.join('').trim()}`,
  'footer 12',
]

test.each([
  ['a vertical font', column, 'UniJIS-UCS2-V'],
  ['characters one below the other', stacked, 'UniJIS-UCS2-H'],
] as const)('%s: groups are read from the top, columns from the right', async (_, write, encoding) => {
  const { blocks } = await parsePdf(page(write, encoding), { features: { keep_header_footer: true } })
  expect(blocks.map(({ type, content }) => `${type} ${content}`)).toEqual(wanted)
  const [title, paragraph] = blocks
  // Boxes are in page coordinates: the title is at the right of the columns.
  expect(title?.bbox[0]).toBeGreaterThan(paragraph?.bbox[2] ?? Infinity)
  // Columns begin at 52 points, with 24 letters of 11 points.
  expect(Math.abs((title?.bbox[1] ?? 0) - 104)).toBeLessThan(4)
  expect(Math.abs((paragraph?.bbox[1] ?? 0) - 104)).toBeLessThan(4)
  expect(Math.abs((paragraph?.bbox[3] ?? 0) - 104 - 2 * 25 * 11)).toBeLessThan(24)
  expect((paragraph?.bbox[3] ?? 0) - (paragraph?.bbox[1] ?? 0)).toBeGreaterThan(400)
})

test('a narrow table column and rotated Latin text are not vertical text', () => {
  const cells = [...'甲乙丙丁戊'].map((text, index) => span({ text, x: 50, y: 100 + index * 12 }))
  const words = cells.map((_, index) => span({ text: 'the words beside it', x: 90, y: 100 + index * 12 }, index))
  expect(isVertical(cells.flatMap((cell, index) => [cell, words[index]!]))).toBe(false)
  expect(isVertical(words.map((word) => ({ ...word, rotation: 90 })))).toBe(false)
  expect(isVertical(cells)).toBe(true)
})

test('on a page with horizontal text, the characters of a vertical column are one span', () => {
  const column = (x: number): Span[] =>
    [...'すきとおった風'].map((char, at) => ({
      ...span({ text: char, x, y: 110 + 10 * at }),
      vertical: true,
      rotation: 90,
    }))
  const boxed = column(300).map((each) => ({
    ...each,
    box: { ...each.box, y1: each.box.y0 + 10, x1: each.box.x0 + 10 },
  }))
  const page = rawPage([{ text: 'A caption that is longer than the column of text', x: 50, y: 100 }])
  const { spans } = joinVerticalColumns({ ...page, spans: [...page.spans, ...boxed] })
  expect(spans.map(({ text }) => text).slice(1)).toEqual(['すきとおった風'])
})

/** Ideographs at these points, 10 points high. */
const stackedAt = (points: readonly (readonly [x: number, y: number])[], text = '甲'): Span[] =>
  points.map(([x, y], index) => span({ text, x, y }, index))

test('a column has evenly spaced ideographs, most of the page, below each other', () => {
  const steps = (step: number): (readonly [number, number])[] => [0, 1, 2, 3, 4].map((at) => [50, 100 + at * step])
  expect(isVertical(stackedAt(steps(12)))).toBe(true)
  // Overprinted, far apart, next to each other, and Latin letters.
  expect(isVertical(stackedAt(steps(2)))).toBe(false)
  expect(isVertical(stackedAt(steps(30)))).toBe(false)
  expect(isVertical(stackedAt(steps(12).map(([x, y], at) => [x + at * 8, y])))).toBe(false)
  expect(isVertical(stackedAt(steps(12), 'a'))).toBe(false)
  expect(isVertical(stackedAt(steps(12), '甲乙'))).toBe(false)
  expect(isVertical(stackedAt(steps(12)).map((each) => ({ ...each, rotation: 270 })))).toBe(false)
  expect(isVertical(stackedAt(steps(12).slice(0, 3)))).toBe(false)
})

test('horizontal words make a page with a column horizontal, rotated ones do not', () => {
  const column = span({ text: '甲乙丙丁戊己庚辛', x: 50, y: 100 })
  const word = span({ text: 'words', x: 90, y: 100 }, 1)
  const vertical = { ...column, vertical: true, rotation: 90 as const }
  expect(isVertical([vertical, word])).toBe(false)
  expect(isVertical([vertical, { ...word, rotation: 90 }])).toBe(true)
})

test('characters next to a column, far below it or not in a vertical font are other spans', () => {
  const sign = (x: number, y: number, vertical = true): Span => ({
    ...span({ text: '甲', x, y }),
    box: { x0: x, y0: y, x1: x + 10, y1: y + 10 },
    vertical,
    rotation: vertical ? 90 : 0,
  })
  const horizontal = span({ text: 'A caption that is longer than the column of text', x: 50, y: 700 }, 9)
  const count = (...signs: Span[]): number =>
    joinVerticalColumns({ ...rawPage([]), spans: [horizontal, ...signs] }).spans.length - 1
  expect(count(sign(300, 100), sign(300, 110))).toBe(1)
  expect(count(sign(300, 100), sign(310, 110))).toBe(2)
  expect(count(sign(300, 100), sign(300, 130))).toBe(2)
  expect(count(sign(300, 100), sign(300, 110, false))).toBe(2)
  expect(count(sign(300, 100, false), sign(300, 110))).toBe(2)
  const tagged = { ...rawPage([]), spans: [horizontal, sign(300, 100), sign(300, 110)], tags: {} as never }
  expect(joinVerticalColumns(tagged)).toBe(tagged)
})

test('words of a vertical page stay rotated, single letters become upright', () => {
  const turned = (changes: Partial<Span>) =>
    toHorizontal({ ...span({ text: 'words', x: 50, y: 100 }), ...changes }, (box) => box)
  expect(turned({}).rotation).toBe(270)
  expect(turned({ rotation: 180 }).rotation).toBe(180)
  expect(turned({ rotation: 90 }).rotation).toBe(0)
  expect(turned({ vertical: true }).rotation).toBe(0)
  expect(turned({ text: 'A' }).rotation).toBe(0)
  expect(turned({ text: '︵' }).text).toBe('(')
})
