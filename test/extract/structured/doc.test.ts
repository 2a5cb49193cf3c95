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
  readonly font: number
}

const numbers = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer)
const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)

/** A document with one byte per character. */
function doc(runs: readonly Run[], fonts: readonly string[]): Uint8Array {
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
  return compoundFile({ WordDocument: main, '1Table': table })
}

/** Positions of the runs, then half the offset of the modifiers of each, which set its font. */
function writeProperties(view: DataView, runs: readonly Run[]): void {
  const start = PROPERTIES_PAGE * PAGE_BYTES
  let position = TEXT_OFFSET
  for (const [index, { text, font }] of runs.entries()) {
    view.setUint32(start + 4 * index, position, true)
    position += text.length
    view.setUint32(start + 4 * (index + 1), position, true)
    const at = 400 + 16 * index
    view.setUint8(start + 4 * (runs.length + 1) + index, at / 2)
    view.setUint8(start + at, 4)
    view.setUint16(start + at + 1, 0x4a4f, true)
    view.setUint16(start + at + 3, font, true)
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
