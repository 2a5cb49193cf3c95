/** Pairs of words from a list such as `'α alpha β beta'`. */
export function wordPairs(list: string): [string, string][] {
  const words = list.split(' ')
  return Array.from({ length: words.length >> 1 }, (_, index) => [words[2 * index]!, words[2 * index + 1]!])
}

const MAX_TOKEN = 64

/** `needsSpace` gets the end of the previous text. */
export function joinTokens(tokens: readonly string[], needsSpace: (end: string, token: string) => boolean): string {
  const parts: string[] = []
  // Matching against the whole text would take quadratic time.
  let end = ''
  for (const token of tokens) {
    const space = needsSpace(end, token) ? ' ' : ''
    parts.push(space, token)
    end = `${end}${space}${token.slice(-MAX_TOKEN)}`.slice(-MAX_TOKEN)
  }
  return parts.join('')
}
