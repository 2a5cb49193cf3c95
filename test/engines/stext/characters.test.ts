import { expect, test } from 'vitest'
import { isInvisible, isNoncharacter, isSpace, isUnreadable } from '../../../src/engines/stext/characters.ts'

/** The code points of the first 0x11_0000 for which `is` is true, as ranges. */
function rangesOf(is: (code: number) => boolean): string[] {
  const ranges: string[] = []
  let from = -1
  for (let code = 0; code <= 0x11_0000; code++) {
    const isMember = code < 0x11_0000 && is(code)
    if (isMember && from < 0) from = code
    if (isMember || from < 0) continue
    ranges.push(from === code - 1 ? from.toString(16) : `${from.toString(16)}-${(code - 1).toString(16)}`)
    from = -1
  }
  return ranges
}

test('spaces of all widths are spaces', () => {
  expect(rangesOf(isSpace)).toEqual(['9', '20', 'a0', '2000-200a', '202f', '205f', '3000'])
})

test('control characters and marks without width draw nothing', () => {
  expect(rangesOf(isInvisible)).toEqual(['0-1f', '7f-9f', '200b-200f', '2060', 'feff'])
})

test('control characters, private codes and the replacement character are unreadable', () => {
  expect(rangesOf(isUnreadable)).toEqual(['0-1f', '7f-9f', 'e000-f8ff', 'fffd', 'f0000-10ffff'])
})

test('noncharacters are the two last codes of each plane, and a block of Arabic presentation forms', () => {
  expect(rangesOf(isNoncharacter).slice(0, 3)).toEqual(['fdd0-fdef', 'fffe-ffff', '1fffe-1ffff'])
})
