/**
 * Right-to-left text in which the engine left numbers and Latin words where they stand on paper → reading order.
 * Letters of the script keep the engine's order; only runs that go the other way move. Knows the script's letters.
 */

/** Letters of Hebrew, Arabic and their neighbors, in any form. */
export function isRightToLeft(code: number): boolean {
  return (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefe)
}

/** Shapes that letters take beside others, and ligatures; signs that stand for a phrase (U+FDF0 on) are meant as they are. */
const presentationForm = (code: number): boolean =>
  (code >= 0xfb1d && code < 0xfdf0) || (code >= 0xfe70 && code <= 0xfefc)

/** The character as it is written in plain text: presentation forms by compatibility (NFKC), which gives a lone vowel sign a blank to stand on. */
export function plainLetters(code: number): string {
  const char = String.fromCodePoint(code)
  return presentationForm(code) ? char.normalize('NFKC').trim() : char
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/
/** Numbers and words that are written to the right, with what belongs inside of them: "12.5", "3/4", "Sheaf Ltd". */
const toTheRight = /[\p{N}\p{sc=Latin}](?:[\p{N}\p{sc=Latin}\p{M}.,:/%\u2019'+-]|\s(?=\p{sc=Latin}))*(?<![.,:\s])/gu

/**
 * The text with such runs where a reader meets them. `lefts` are the left edges of its UTF-16 units; a run belongs
 * before the first letter that stands to its left.
 */
export function placeRuns(text: string, lefts: ArrayLike<number>): string {
  const letters = text.match(/\p{L}/gu) ?? []
  // A sentence that quotes a word of the script is written to the right.
  if (letters.filter((letter) => rightToLeft.test(letter)).length * 2 <= letters.length) return text
  const runs = [...text.matchAll(toTheRight)]
  if (runs.length === 0) return text
  const moved: { run: string; at: number }[] = []
  const cut: { from: number; to: number }[] = []
  for (const match of runs) {
    const [from, to] = [match.index, match.index + match[0].length]
    const left = lefts[from] ?? 0
    const at = placeOf(text, lefts, left)
    if (
      at === null ||
      (at >= from && text.slice(to, at).trim() === '') ||
      (at < from && text.slice(at, from).trim() === '')
    )
      continue
    moved.push({ run: match[0], at })
    cut.push({ from, to })
  }
  if (moved.length === 0) return text
  let result = ''
  for (let index = 0; index <= text.length; index++) {
    for (const { run, at } of moved) if (at === index) result = `${result.trimEnd()} ${run} `
    if (index < text.length && !cut.some(({ from, to }) => index >= from && index < to)) result += text[index]!
  }
  return result.replace(/ {2,}/g, ' ').trim()
}

/** Index of the first letter of the script that stands to the left of `left`; the text's length when none does. */
function placeOf(text: string, lefts: ArrayLike<number>, left: number): number | null {
  let seen = false
  for (let index = 0; index < text.length; index++) {
    if (!rightToLeft.test(text[index]!)) continue
    seen = true
    if ((lefts[index] ?? 0) < left) return index
  }
  return seen ? text.length : null
}
