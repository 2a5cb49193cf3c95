/**
 * Reading order of right-to-left text. MuPDF orders the letters of the script but leaves numbers and Latin words where
 * they are on the page: those runs are moved.
 */

/** Hebrew, Arabic and related blocks, with presentation forms. */
export function isRightToLeft(code: number): boolean {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefe)
}

/** Contextual forms and ligatures. U+FDF0 and above are symbols for phrases and stay. */
const isPresentationForm = (code: number): boolean =>
  (code >= 0xfb1d && code < 0xfdf0) || (code >= 0xfe70 && code <= 0xfefc)

/** The plain form of a character (NFKC). NFKC puts a space under a lone vowel sign, hence the trim. */
export function toPlainLetters(code: number): string {
  const char = String.fromCodePoint(code)
  return isPresentationForm(code) ? char.normalize('NFKC').trim() : char
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** Numbers and Latin words with inner punctuation: "12.5", "3/4", "Sheaf Ltd". */
const leftToRightRun = /[\p{N}\p{sc=Latin}](?:[\p{N}\p{sc=Latin}\p{M}.,:/%\u2019'+-]|\s(?=\p{sc=Latin}))*(?<![.,:\s])/gu

/**
 * Moves such runs to their place in reading order. `lefts` are the left edges of the UTF-16 units; a run belongs before
 * the first letter to its left.
 */
export function reorderRuns(text: string, lefts: ArrayLike<number>): string {
  const letters = text.match(/\p{L}/gu) ?? []
  // A left-to-right sentence that quotes a right-to-left word stays.
  if (letters.filter((letter) => rightToLeft.test(letter)).length * 2 <= letters.length) return text
  const runs = [...text.matchAll(leftToRightRun)]
  if (runs.length === 0) return text
  const moved: { run: string; at: number }[] = []
  const removed: { from: number; to: number }[] = []
  for (const match of runs) {
    const [from, to] = [match.index, match.index + match[0].length]
    const left = lefts[from] ?? 0
    const at = indexLeftOf(text, lefts, left)
    if (
      at === null ||
      (at >= from && text.slice(to, at).trim() === '') ||
      (at < from && text.slice(at, from).trim() === '')
    )
      continue
    moved.push({ run: match[0], at })
    removed.push({ from, to })
  }
  if (moved.length === 0) return text
  let result = ''
  for (let index = 0; index <= text.length; index++) {
    for (const { run, at } of moved) if (at === index) result = `${result.trimEnd()} ${run} `
    if (index < text.length && !removed.some(({ from, to }) => index >= from && index < to)) result += text[index]!
  }
  return result.replace(/ {2,}/g, ' ').trim()
}

/**
 * Index of the first right-to-left letter left of `left`; the text's length if all are right of it, `null` without such
 * letters.
 */
function indexLeftOf(text: string, lefts: ArrayLike<number>, left: number): number | null {
  let seen = false
  for (let index = 0; index < text.length; index++) {
    if (!rightToLeft.test(text[index]!)) continue
    seen = true
    if ((lefts[index] ?? 0) < left) return index
  }
  return seen ? text.length : null
}
