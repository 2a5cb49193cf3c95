/** Numbers of paragraphs, which PowerPoint 2000 and later store as an extension of the text's styles. */
import type { AutoNumber } from '../slide-numbers.ts'
import type { PptRecord } from './ppt-records.ts'

/** Names of PPTX in the order of their codes ([MS-PPT] 2.13.31). */
const TYPES =
  `alphaLcPeriod alphaUcPeriod arabicParenR arabicPeriod romanLcParenBoth romanLcParenR romanLcPeriod romanUcPeriod
  alphaLcParenBoth alphaLcParenR alphaUcParenBoth alphaUcParenR arabicParenBoth arabicPlain romanUcParenBoth
  romanUcParenR ea1ChsPlain ea1ChsPeriod circleNumDbPlain circleNumWdBlackPlain circleNumWdWhitePlain ea1ChtPlain
  ea1ChtPeriod arabic1Minus arabic2Minus hebrew2Minus ea1JpnKorPlain ea1JpnKorPeriod arabicDbPlain arabicDbPeriod
  thaiAlphaPeriod thaiAlphaParenR thaiAlphaParenBoth thaiNumPeriod thaiNumParenR thaiNumParenBoth hindiAlphaPeriod
  hindiNumPeriod ea1JpnChsDbPeriod hindiNumParenR hindiAlpha1Period`.split(/\s+/)
const DEFAULT_TYPE = 'arabicPeriod'

/** Mask bits and sizes of the fields ([MS-PPT] 2.9.19, 2.9.21, 2.9.31). */
const PICTURE_BULLET = 0x800000
const HAS_NUMBER = 0x2000000
const TYPE_AND_START = 0x1000000
const CHARACTER_FIELDS = [[0x100000, 4]] as const
const OTHER_FIELDS = [
  [0x1, 2],
  [0x2, 2],
  [0x4, 2],
  [0x40, 2],
  [0x20, 4],
] as const

/** One entry for each group of runs; `null` for groups without a number. */
export function readAutoNumbers(view: DataView, { start, end }: PptRecord): (AutoNumber | null)[] {
  const numbers: (AutoNumber | null)[] = []
  let at = start
  const take = (size: number): number => {
    const from = at
    at += size
    if (at > end) return 0
    return size === 4 ? view.getUint32(from, true) : view.getUint16(from, true)
  }
  while (at < end) {
    const masks = take(4)
    if ((masks & PICTURE_BULLET) !== 0) take(2)
    const hasNumber = (masks & HAS_NUMBER) !== 0 && take(2) !== 0
    const [code, first] = (masks & TYPE_AND_START) !== 0 ? [take(2), take(2)] : [-1, 1]
    numbers.push(hasNumber ? { type: TYPES[code] ?? DEFAULT_TYPE, start: first } : null)
    for (const fields of [CHARACTER_FIELDS, OTHER_FIELDS]) {
      const present = take(4)
      for (const [mask, size] of fields) if ((present & mask) !== 0) take(size)
    }
  }
  return numbers
}

/** Mask bits of the fields of characters: flags, fonts, size, color and position ([MS-PPT] 2.9.13). */
const FLAGS = 0x3eb7
const GROUP_SHIFT = 10
const TWO_BYTE_FIELDS = [0x10000, 0x200000, 0x400000, 0x800000, 0x20000, 0x80000]
const COLOR = 0x40000

/** Positions where groups begin; their numbers, of four bits, start again after the 16th. */
export function readGroups(
  view: DataView,
  { start, end }: Pick<PptRecord, 'start' | 'end'>,
): { readonly position: number; readonly group: number }[] {
  const groups: { position: number; group: number }[] = []
  let position = 0
  let group = 0
  for (let at = start; at + 8 <= end; ) {
    const length = view.getUint32(at, true)
    const masks = view.getUint32(at + 4, true)
    at += 8
    const hasFlags = (masks & FLAGS) !== 0
    const stored = hasFlags && at + 2 <= end ? (view.getUint16(at, true) >>> GROUP_SHIFT) & 0xf : 0
    group += (stored - group) & 0xf
    groups.push({ position, group })
    position += Math.max(1, length)
    at += (hasFlags ? 2 : 0) + 2 * TWO_BYTE_FIELDS.filter((mask) => (masks & mask) !== 0).length
    if ((masks & COLOR) !== 0) at += 4
  }
  return groups
}
