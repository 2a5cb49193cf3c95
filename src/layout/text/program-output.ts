/** Distinguishes program text from a letter in a monospaced font. */

const MIN_PROGRAM_CHAR_RATIO = 0.03

export function isProgramOutput(text: string): boolean {
  return (text.match(/(?<![=#])[{}=;$#\\<>](?![=#])/g)?.length ?? 0) >= MIN_PROGRAM_CHAR_RATIO * text.length
}
