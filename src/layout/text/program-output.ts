/** Distinguishes a page of program text from a letter, both set in a monospaced font. */

/** Minimum ratio of program characters. */
const MIN_PROGRAM_CHAR_RATIO = 0.03

/**
 * Whether braces, assignments and statement ends are frequent. Characters of prose and of line drawings do not count.
 */
export function isProgramOutput(text: string): boolean {
  return (text.match(/(?<![=#])[{}=;$#\\<>](?![=#])/g)?.length ?? 0) >= MIN_PROGRAM_CHAR_RATIO * text.length
}
