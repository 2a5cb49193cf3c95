/**
 * Recovers characters without a Unicode value by a second extraction: MuPDF 1.28 flags all of a run after the first.
 */
import type { Mupdf, Pointer } from '../mupdf/mupdf.ts'
import { quadAt, StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import { UNKNOWN_CHARACTER } from './characters.ts'
import { fontNameOf } from './fonts.ts'
import { symbolTableOf } from './math-encodings.ts'

const SPACE = 0x20
const ZERO_WIDTH_SPACE = 0x200b
const MIN_SPACE_EM = 0.05
/** Makes boxes as high as the ink. */
const INK_OPTIONS = 'clip,accurate-bboxes'
/** In points. */
const MIN_INK_HEIGHT = 1e-3
/** Minimum font size in points. Smaller sizes are Type 3 fonts with unusable boxes. */
const MIN_SIZE = 1
const MAX_FLAGGED = 100_000

export type RecoveredCodes = ReadonlyMap<string, number>

/** Returns the known values of flagged characters, or `null`. */
export function recoverCodes(mupdf: Mupdf, page: Pointer, stext: Pointer): RecoveredCodes | null {
  const flagged = findFlagged(mupdf, stext)
  if (flagged === null) return null
  return mupdf.withStructuredText(page, INK_OPTIONS, (plain) => {
    const memory = new StextMemory(mupdf.module, plain)
    const codes = new Map<string, number>()
    memory.eachCharOfPage((char) => {
      if (!flagged.xs.has(memory.originXBits(char))) return
      const key = memory.originKey(char)
      const width = flagged.widths.get(key)
      if (width === undefined) return
      const code = memory.code(char)
      const size = memory.size(char)
      if (code !== UNKNOWN_CHARACTER) codes.set(key, code)
      else if (size >= MIN_SIZE && inkHeight(memory, char) < MIN_INK_HEIGHT)
        codes.set(key, width >= MIN_SPACE_EM * size ? SPACE : ZERO_WIDTH_SPACE)
    })
    return codes
  })
}

interface FlaggedCharacters {
  readonly widths: ReadonlyMap<string, number>
  readonly xs: ReadonlySet<number>
}

function findFlagged({ module }: Mupdf, stext: Pointer): FlaggedCharacters | null {
  const memory = new StextMemory(module, stext)
  const tables = new Map<Pointer, ReturnType<typeof symbolTableOf>>()
  const widths = new Map<string, number>()
  const xs = new Set<number>()
  let isNeeded = false
  let lastFont = 0
  memory.eachCharOfPage((char) => {
    if (memory.hasUnicode(char) || widths.size > MAX_FLAGGED) {
      lastFont = 0
      return
    }
    const font = memory.font(char)
    if (!tables.has(font)) tables.set(font, symbolTableOf(fontNameOf(module, font)))
    isNeeded ||= font === lastFont || (tables.get(font)?.(memory.code(char), true) ?? null) === null
    xs.add(memory.originXBits(char))
    widths.set(memory.originKey(char), edgeLength(memory, char, quadAt.upperRightX))
    lastFont = font
  })
  return isNeeded && widths.size <= MAX_FLAGGED ? { widths, xs } : null
}

function inkHeight(memory: StextMemory, char: Pointer): number {
  return edgeLength(memory, char, quadAt.lowerLeftX)
}

function edgeLength(memory: StextMemory, char: Pointer, cornerX: number): number {
  return Math.hypot(
    memory.quad(char, cornerX) - memory.quad(char, quadAt.upperLeftX),
    memory.quad(char, cornerX + 1) - memory.quad(char, quadAt.upperLeftY),
  )
}
