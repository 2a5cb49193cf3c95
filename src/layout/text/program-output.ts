/** What tells a page of a program from a letter, both set in a typewriter face as a whole. */

/** So many characters of a program are such signs. */
const share = 0.03

/** Braces, assignments and the ends of statements; signs that prose has, and those that drawings and rules are made of, don't count. */
export function hasProgramSigns(text: string): boolean {
  return (text.match(/(?<![=#])[{}=;$#\\<>](?![=#])/g)?.length ?? 0) >= share * text.length
}
