/**
 * Restores ligatures with letters in the wrong byte order: "fi" as U+6600 U+6900 ("昀椀"), as by Ghostscript 10.0 in
 * fonts without Unicode values.
 */

/** Two to four of U+6100, U+6200, … U+7A00 next to a Latin letter. */
const swapped = new RegExp(
  `(?<=\\p{Script=Latin})[${swappedAlphabet()}]{2,4}|[${swappedAlphabet()}]{2,4}(?=\\p{Script=Latin})`,
  'gu',
)

/** Keeps the length of the text. */
export function restoreSwappedBytes(text: string): string {
  return text.replace(swapped, (run) => String.fromCharCode(...[...run].map((char) => char.charCodeAt(0) >> 8)))
}

function swappedAlphabet(): string {
  return [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => String.fromCharCode(letter.charCodeAt(0) << 8)).join('')
}
