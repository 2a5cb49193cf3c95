/** Files of Word 6 and Word 95, whose header differs from that of later versions. */
import { expect, test } from 'vitest'
import { bytesOf, outlineOf } from './build.ts'
import { compoundFile } from './locked.ts'

const FAST_SAVED = 0x0004
const UNICODE = 0x1000
const TEXT_OFFSET = 0x300

interface Word95 {
  readonly flags?: number
  readonly characterSet?: number
  /** In the order of the file; a fast-saved document begins with the last one. */
  readonly ranges: readonly Uint8Array[]
  readonly bytesPerCharacter?: number
  /** Characters of the body, the footnotes and the page headers. */
  readonly counts: readonly number[]
}

function word95({ flags = 0, characterSet = 0, ranges, bytesPerCharacter = 1, counts }: Word95): Uint8Array {
  const stream = new Uint8Array(0x600)
  const view = new DataView(stream.buffer)
  view.setUint16(0, (flags & UNICODE) === 0 ? 0xa5dc : 0xa699, true)
  view.setUint16(2, 0x68, true)
  view.setUint16(0x0a, flags, true)
  view.setUint16(0x14, characterSet, true)
  for (const [at, count] of counts.entries()) view.setInt32(0x34 + 4 * at, count, true)
  let end = TEXT_OFFSET
  const placed = ranges.map((bytes) => {
    stream.set(bytes, end)
    end += bytes.length
    return { offset: end - bytes.length, length: bytes.length / bytesPerCharacter }
  })
  view.setUint32(0x18, TEXT_OFFSET, true)
  view.setUint32(0x1c, end, true)
  const table = 0x500
  const size = 4 + 12 * ranges.length
  view.setUint32(0x160, table, true)
  view.setUint32(0x164, 5 + size, true)
  view.setUint8(table, 2)
  view.setUint32(table + 1, size, true)
  let position = 0
  for (const [at, { offset, length }] of placed.toReversed().entries()) {
    position += length
    view.setUint32(table + 5 + 4 * (at + 1), position, true)
    view.setUint32(table + 5 + 4 * (ranges.length + 1) + 8 * at + 2, offset, true)
  }
  return compoundFile({ WordDocument: stream })
}

const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)

test('body and footnotes are read, page headers are not', async () => {
  const bytes = word95({ ranges: [bytesOf('Body\rNote\rHeader\r')], counts: [5, 5, 7] })
  expect(await outlineOf(bytes, '.doc')).toEqual(['Body', 'Note'])
})

test('text ranges of a document that was saved fast are joined', async () => {
  const bytes = word95({ flags: FAST_SAVED, ranges: [bytesOf('last\r'), bytesOf('First and ')], counts: [15] })
  expect(await outlineOf(bytes, '.doc')).toEqual(['First and last'])
})

test('the character set of the Macintosh, and Unicode of East Asian editions', async () => {
  const mac = word95({ characterSet: 0x100, ranges: [Uint8Array.of(0x8e, 0x74, 0x8e)], counts: [3] })
  expect(await outlineOf(mac, '.doc')).toEqual(['été'])
  const ranges = [utf16('日本\r')]
  const unicode = word95({ flags: UNICODE | FAST_SAVED, ranges, bytesPerCharacter: 2, counts: [3] })
  expect(await outlineOf(unicode, '.doc')).toEqual(['日本'])
})
