/** Word documents of one paragraph. */
import { expect, test } from 'vitest'
import { concatBytes } from '../../../src/model/bytes.ts'
import { bytesOf, outlineOf } from './build.ts'
import { compoundFile } from './locked.ts'

const TEXT_OFFSET = 0x800
const PROPERTIES_PAGE = 3
const PAGE_BYTES = 512
/** Numbers of the pairs in the header ([MS-DOC] 2.5.6). */
const [CHARACTER_PAGES, FONTS, TEXT_RANGES] = [12, 15, 33]

interface Run {
  readonly text: string
  /** Index of the font. */
  readonly font?: number
  /** Offset in the data stream. */
  readonly data?: number
}

const numbers = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)
const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)

/** A document with one byte per character. */
function doc(runs: readonly Run[], fonts: readonly string[] = [], data = new Uint8Array()): Uint8Array {
  const texts = runs.map(({ text }) => bytesOf(text))
  const length = texts.reduce((sum, each) => sum + each.length, 0)
  const main = new Uint8Array(0xa00)
  const view = new DataView(main.buffer)
  view.setUint16(0, 0xa5ec, true)
  view.setUint16(2, 0xc1, true)
  view.setUint16(0x0a, 0x0200, true)
  view.setUint32(0x4c, length, true)
  main.set(concatBytes(texts), TEXT_OFFSET)
  writeProperties(view, runs)
  let table = new Uint8Array()
  const add = (pair: number, bytes: Uint8Array): void => {
    view.setUint32(0x9a + 8 * pair, table.length, true)
    view.setUint32(0x9a + 8 * pair + 4, bytes.length, true)
    table = concatBytes([table, bytes])
  }
  const range = concatBytes([
    numbers(0, length),
    new Uint8Array(2),
    numbers((TEXT_OFFSET * 2) | 0x40000000),
    new Uint8Array(2),
  ])
  add(TEXT_RANGES, concatBytes([Uint8Array.of(2), numbers(range.length), range]))
  add(CHARACTER_PAGES, numbers(TEXT_OFFSET, TEXT_OFFSET + length, PROPERTIES_PAGE))
  const names = fonts.map((name) => concatBytes([new Uint8Array(39), utf16(`${name}\0`)]))
  add(
    FONTS,
    concatBytes([Uint8Array.of(fonts.length, 0, 0, 0), ...names.flatMap((each) => [Uint8Array.of(each.length), each])]),
  )
  return compoundFile({ WordDocument: main, '1Table': table, Data: data })
}

/** Positions of the runs, then half the offset of the modifiers of each. */
function writeProperties(view: DataView, runs: readonly Run[]): void {
  const start = PROPERTIES_PAGE * PAGE_BYTES
  let position = TEXT_OFFSET
  for (const [index, { text, font, data }] of runs.entries()) {
    view.setUint32(start + 4 * index, position, true)
    position += text.length
    view.setUint32(start + 4 * (index + 1), position, true)
    const at = 100 + 16 * index
    view.setUint8(start + 4 * (runs.length + 1) + index, at / 2)
    view.setUint8(start + at, 6)
    view.setUint16(start + at + 1, data === undefined ? 0x4a4f : 0x6a03, true)
    view.setUint32(start + at + 3, data ?? font ?? 0, true)
  }
  view.setUint8(start + PAGE_BYTES - 1, runs.length)
}

test('letters in symbol fonts', async () => {
  const fonts = ['Times New Roman', 'Symbol', 'Wingdings']
  const runs = [
    { text: 'a ', font: 0 },
    { text: 'a b', font: 1 },
    { text: 'l', font: 2 },
    { text: 'a\r', font: 0 },
  ]
  expect(await outlineOf(doc(runs, fonts), '.doc')).toEqual(['a α β●a'])
})

/** Data of a form field: type and result in bits, the default, and the options of a list. */
function formField(
  type: number,
  { result, fallback, options }: { result: number; fallback: number; options?: string[] },
) {
  const shorts = (...values: number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer)
  const list = (options ?? []).flatMap((option) => [shorts(option.length), utf16(option)])
  const field = concatBytes([
    ...[numbers(0xffffffff), shorts(type | (result << 2), 0, 0), shorts(1), utf16('N\0'), shorts(fallback)],
    ...Array.from({ length: 5 }, () => shorts(0, 0)),
    ...(options === undefined ? [] : [shorts(0xffff, options.length, 0), ...list]),
  ])
  return concatBytes([numbers(0x44 + field.length), shorts(0x44), new Uint8Array(0x44 - 6), field])
}

test('check boxes and drop-down lists of forms', async () => {
  const options = ['red', 'blue']
  const fields = [
    formField(1, { result: 0, fallback: 1 }),
    formField(1, { result: 25, fallback: 1 }),
    formField(2, { result: 1, fallback: 0, options }),
    formField(2, { result: 7, fallback: 0, options }),
    formField(0, { result: 0, fallback: 0 }),
  ]
  const runs = fields.flatMap((_, index): Run[] => [
    { text: '\u0013 FORM ', font: 0 },
    { text: '\u0001', data: fields.slice(0, index).reduce((sum, { length }) => sum + length, 0) },
    { text: '\u0014\u0015;', font: 0 },
  ])
  expect(await outlineOf(doc([...runs, { text: '\r' }], [], concatBytes(fields)), '.doc')).toEqual(['☐ ;☒ ;blue;;;'])
  // The data of a field ends early.
  expect(await outlineOf(doc([...runs, { text: '\r' }], [], fields[0]), '.doc')).toEqual(['☐ ;;;;;'])
})
