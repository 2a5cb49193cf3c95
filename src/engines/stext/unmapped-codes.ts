/**
 * Characters that MuPDF marks as having no Unicode value → what can be known of them all the same, from a second reading.
 * MuPDF 1.28, asked for a font's own numbers in such cases, marks so all characters behind the first one, to the end of what is
 * shown in that font, though it knows their values; and many a marked one leaves no ink: a control code, a blank of a font that
 * does not name it.
 */
import type { Mupdf, Pointer } from '../mupdf/mupdf.ts'
import {
  blockAt,
  blockKind,
  charAt,
  charFlag,
  lineAt,
  type StextMemory,
  stextMemory,
} from '../mupdf/unsafe/stext-memory.ts'
import { unknown } from './characters.ts'
import { fontNameOf } from './fonts.ts'
import { signTableOf } from './math-encodings.ts'

/** What leaves no ink is a blank, if it is this wide, or nothing at all. Share of the type's size. */
const blankEm = 0.05
const blank = 0x20
const nothing = 0x200b
/** Boxes as high as the ink, instead of the font's: the box of what leaves none is flat. */
const inkOptions = 'clip,accurate-bboxes'
/** The least height of ink, in points: far below that of a hyphen. */
const leastInk = 1e-3
/** Smaller type is that of drawn fonts with a scale of their own, whose boxes can't be trusted. Points. */
const leastSize = 1
/** A page of text has some thousand characters; one with more in doubt than this is no text, and not worth a second reading's time and memory. */
const maxDoubtful = 100_000

/** Code points by the place that a character is drawn at. */
export type KnownCodes = ReadonlyMap<string, number>

/** What the marked characters of a page are, where that can be known; `null` when none is in doubt. `stext`: the first reading. */
export function knownCodes(mupdf: Mupdf, page: Pointer, stext: Pointer): KnownCodes | null {
  const doubtful = findDoubtful(mupdf, stext)
  if (doubtful.widths.size === 0) return null
  return mupdf.withStructuredText(page, inkOptions, (plain) => {
    const memory = stextMemory(mupdf.module, plain)
    const { words, floats } = memory
    const codes = new Map<string, number>()
    const { xs } = doubtful
    eachChar(memory, (char) => {
      // Most characters are in no doubt, and need no text that says where they are.
      if (!xs.has(words[(char + charAt.origin) >> 2]!)) return
      const place = placeOf(memory, char)
      const width = doubtful.widths.get(place)
      if (width === undefined) return
      const code = words[char >> 2]!
      const size = floats[(char + charAt.size) >> 2]!
      if (code !== unknown) codes.set(place, code)
      else if (size >= leastSize && inkHeight(floats, char) < leastInk)
        codes.set(place, width >= blankEm * size ? blank : nothing)
    })
    return codes
  })
}

/** The marked characters: widths by place, and how far to the right they stand, as it lies in memory. */
interface Doubtful {
  readonly widths: ReadonlyMap<string, number>
  readonly xs: ReadonlySet<number>
}

const noDoubt: Doubtful = { widths: new Map(), xs: new Set() }

/** But for signs whose fonts are known; none when all are, or when there are too many. */
function findDoubtful({ module }: Mupdf, stext: Pointer): Doubtful {
  const memory = stextMemory(module, stext)
  const { words, floats } = memory
  const tables = new Map<Pointer, ReturnType<typeof signTableOf>>()
  const widths = new Map<string, number>()
  const xs = new Set<number>()
  let inDoubt = false
  let last = 0
  eachChar(memory, (char) => {
    const marked = ((words[(char + charAt.flags) >> 2]! >>> 16) & charFlag.noUnicode) !== 0
    const font = marked ? words[(char + charAt.font) >> 2]! : 0
    if (marked && widths.size <= maxDoubtful) {
      if (!tables.has(font)) tables.set(font, signTableOf(fontNameOf(module, font)))
      inDoubt ||= font === last || (tables.get(font)?.(words[char >> 2]!, true) ?? null) === null
      const quad = (char + charAt.quad) >> 2
      xs.add(words[(char + charAt.origin) >> 2]!)
      widths.set(
        placeOf(memory, char),
        Math.hypot(floats[quad + 2]! - floats[quad]!, floats[quad + 3]! - floats[quad + 1]!),
      )
    }
    last = font
  })
  return inDoubt && widths.size <= maxDoubtful ? { widths, xs } : noDoubt
}

/** Height of a character's ink: its corners come as upper left, upper right, lower left, lower right. The width is the font's all the same. */
function inkHeight(floats: Float32Array, char: Pointer): number {
  const at = (char + charAt.quad) >> 2
  return Math.hypot(floats[at + 4]! - floats[at]!, floats[at + 5]! - floats[at + 1]!)
}

function eachChar({ words, firstBlock }: StextMemory, visit: (char: Pointer) => void): void {
  for (let block = firstBlock; block !== 0; block = words[(block + blockAt.next) >> 2]!) {
    if (words[(block + blockAt.kind) >> 2] !== blockKind.text) continue
    for (let line = words[(block + blockAt.firstLine) >> 2]!; line !== 0; line = words[(line + lineAt.next) >> 2]!)
      for (let char = words[(line + lineAt.firstChar) >> 2]!; char !== 0; char = words[(char + charAt.next) >> 2]!)
        visit(char)
  }
}

/** Where a character's origin lies: the same in both readings, to the last bit. */
export function placeOf({ words }: StextMemory, char: Pointer): string {
  const at = (char + charAt.origin) >> 2
  return `${words[at]},${words[at + 1]}`
}
