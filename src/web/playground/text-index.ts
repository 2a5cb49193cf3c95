/** Text without regard to case, whitespace and kinds of the same character, with the way back to the original. */

/** A letter with its combining marks, so that both ways of writing an accent are found. */
const clusterPattern = /\P{M}\p{M}*|\p{M}+/gu
/** Soft hyphens, characters without width, and marks of direction. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** Between the cells of a table, which no hit spans. */
export const CELL_BREAK = '\u001f'

interface FoldedText {
  readonly text: string
  /** Index in the original of each code unit of `text`. */
  readonly starts: readonly number[]
}

export function foldWithIndex(original: string): FoldedText {
  const starts: number[] = []
  let text = ''
  for (const match of original.matchAll(clusterPattern)) {
    const folded = match[0].replace(invisible, '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
    for (const unit of folded) {
      if (unit === ' ' && text.endsWith(' ')) continue
      text += unit
      for (let count = 0; count < unit.length; count++) starts.push(match.index)
    }
  }
  return { text, starts }
}

export function fold(original: string): string {
  return foldWithIndex(original).text
}

/** Starts of the occurrences, which do not overlap. Both texts are folded. */
export function occurrences(text: string, wanted: string): number[] {
  const found: number[] = []
  if (wanted === '') return found
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at)
  return found
}
