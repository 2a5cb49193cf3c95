/** Pairs of words from a list such as `'α alpha β beta'`. */
export function wordPairs(list: string): [string, string][] {
  const words = list.split(' ')
  return Array.from({ length: words.length >> 1 }, (_, index) => [words[2 * index]!, words[2 * index + 1]!])
}
