/** Folds case, whitespace and variants of characters, with a map back to the original. */

/** Includes combining marks, so that composed and decomposed accents match. */
const clusterPattern = /\P{M}\p{M}*|\p{M}+/gu
/** Soft hyphens, zero-width characters, and direction marks. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** Between the cells of a table, which no hit spans. */
export const CELL_BREAK = '\u001f'

interface FoldedText {
  readonly text: string
  /** Index in the original of each UTF-16 unit of `text`. */
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

/** Without overlaps. Both texts are folded. */
export function occurrences(text: string, wanted: string): number[] {
  const found: number[] = []
  if (wanted === '') return found
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at)
  return found
}
