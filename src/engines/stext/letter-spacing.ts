/** Finds spaces that letter spacing causes: MuPDF reports them from .15 em, some programs write them. */
import { countLetters } from '../../model/character-classes.ts'
import { median } from '../../model/statistics.ts'

const MIN_LETTERS = 5
/** Maximum length of a title. */
const MAX_CHARS = 400
/** Minimum fraction of letters, because numbers in columns have equal gaps, too. */
const MIN_LETTER_RATIO = 0.75
/** Minimum fraction of spaces in text with letter spacing; words have five letters on average. */
const MIN_SPACE_RATIO = 0.22
/** Minimum letter spacing, and maximum difference between letters: accents and kerning. */
const MIN_SPACING_EM = 0.08
const MAX_DEVIATION_EM = 0.1
/** Minimum width of a word space beyond the letter spacing. */
const MIN_WORD_SPACE_EM = 0.15

/** In points. */
export interface GlyphEdges {
  readonly lefts: Float32Array
  readonly rights: Float32Array
  readonly size: number
}

/** Ascending indexes of spaces between the letters of a word. */
export function findLetterSpaces(text: string, { lefts, rights, size }: GlyphEdges): number[] {
  if (text.length > MAX_CHARS || !hasManySpaces(text)) return []
  const gaps: { readonly spaces: readonly number[]; readonly em: number }[] = []
  let spaces: number[] = []
  let last = -1
  for (let at = 0; at < text.length; at++)
    if (text[at] === ' ') spaces.push(at)
    else {
      if (last >= 0) gaps.push({ spaces, em: (lefts[at]! - rights[last]!) / size })
      last = at
      spaces = []
    }
  if (gaps.length + 1 < MIN_LETTERS || countLetters(text) < MIN_LETTER_RATIO * (gaps.length + 1)) return []
  const spacing = median(gaps.map(({ em }) => em))!
  if (spacing < MIN_SPACING_EM || gaps.some(({ em }) => em < spacing - MAX_DEVIATION_EM)) return []
  const isWordSpace = ({ em }: { em: number }): boolean => em >= spacing + MIN_WORD_SPACE_EM
  // "A B C D" are four words.
  if (gaps.every(({ spaces: between }) => between.length > 0) && !gaps.some(isWordSpace)) return []
  return gaps.flatMap((gap) => (isWordSpace(gap) ? [] : gap.spaces))
}

function hasManySpaces(text: string): boolean {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 0x20) count++
  return count >= MIN_SPACE_RATIO * text.length
}
