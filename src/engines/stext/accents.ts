/** Accents drawn as separate glyphs, as by TeX, become combining marks after their letter. */

const combiningMarks: ReadonlyMap<number, number> = new Map([
  [0x5e, 0x302],
  [0x60, 0x300],
  [0x7e, 0x303],
  [0xa8, 0x308],
  [0xaf, 0x304],
  [0xb4, 0x301],
  [0xb8, 0x327],
  [0x2c6, 0x302],
  [0x2c7, 0x30c],
  [0x2c9, 0x304],
  [0x2d8, 0x306],
  [0x2d9, 0x307],
  [0x2da, 0x30a],
  [0x2db, 0x328],
  [0x2dc, 0x303],
  [0x2dd, 0x30b],
])
/** Combining mark of `\vec`. */
export const VECTOR_ARROW = 0x20d7
/** Minimum horizontal overlap relative to the narrower of accent and letter. */
const MIN_OVERLAP = 0.4
/** Maximum distance of the accent's center from the right edge of a slanted letter. */
const MAX_SLANT_EM = 0.15
/** Maximum distance between the baselines: accents of uppercase letters are raised. */
const MAX_RISE_EM = 0.5

interface GlyphExtent {
  readonly x0: number
  readonly x1: number
  readonly originY: number
  readonly size: number
}

export function combiningMark(code: number): number {
  return combiningMarks.get(code) ?? 0
}

/** The letter below an accent, with its dot if that was left out, as in "í"; 0 for other characters. */
export function accentedLetter(code: number): number {
  if (code === 0x131) return 0x69
  if (code === 0x237) return 0x6a
  return /\p{L}/u.test(String.fromCodePoint(code)) ? code : 0
}

export function isOver(accent: GlyphExtent, letter: GlyphExtent): boolean {
  const overlap = Math.min(accent.x1, letter.x1) - Math.max(accent.x0, letter.x0)
  const center = (accent.x0 + accent.x1) / 2
  return (
    overlap > MIN_OVERLAP * Math.min(accent.x1 - accent.x0, letter.x1 - letter.x0) &&
    center > letter.x0 &&
    center < letter.x1 + MAX_SLANT_EM * letter.size &&
    Math.abs(accent.originY - letter.originY) < MAX_RISE_EM * letter.size
  )
}
