/** Symbol tables and token joining for all formula notations. */

/** Pairs of words from a list separated by spaces: `'α alpha β beta'`. */
export function wordPairs(list: string): [string, string][] {
  const words = list.split(' ')
  return Array.from({ length: words.length >> 1 }, (_, index) => [words[2 * index]!, words[2 * index + 1]!])
}

/** Longer than any command, in characters. */
const MAX_TOKEN = 64

/** Joins tokens, with a space wherever `needsSpace` says so. `end` is the end of the text so far. */
export function joinTokens(tokens: readonly string[], needsSpace: (end: string, token: string) => boolean): string {
  const parts: string[] = []
  // Matching against the whole text would take quadratic time for long formulas.
  let end = ''
  for (const token of tokens) {
    const space = needsSpace(end, token) ? ' ' : ''
    parts.push(space, token)
    end = `${end}${space}${token.slice(-MAX_TOKEN)}`.slice(-MAX_TOKEN)
  }
  return parts.join('')
}
