/** Aligns a line with unknown letters with an OCR reading, by edit distance (Wagner and Fischer, 1974). */

/** Maximum cost per known letter. */
const MAX_COST_RATIO = 0.25
const MAX_LETTERS = 300

/** `letters`: `null` if unknown. Returns the letter of `read` at each position, or null. */
export function alignLetters(
  letters: readonly (string | null)[],
  read: readonly string[],
): (string | undefined)[] | null {
  if (letters.length > MAX_LETTERS || read.length > MAX_LETTERS) return null
  const costs = costTable(letters, read)
  const known = letters.filter((letter) => letter !== null).length
  if (costs[letters.length]![read.length]! > MAX_COST_RATIO * known) return null
  const aligned: (string | undefined)[] = new Array(letters.length).fill(undefined)
  let [row, col] = [letters.length, read.length]
  while (row > 0 && col > 0) {
    const cost = costs[row]![col]!
    if (cost === costs[row - 1]![col - 1]! + replaceCost(letters[row - 1]!, read[col - 1]!)) {
      aligned[row - 1] = read[col - 1]
      row--
      col--
    } else if (cost === costs[row - 1]![col]! + 1) row--
    else col--
  }
  return aligned
}

function costTable(letters: readonly (string | null)[], read: readonly string[]): number[][] {
  const costs = [Array.from({ length: read.length + 1 }, (_, col) => col)]
  for (const [row, letter] of letters.entries()) {
    const above = costs[row]!
    const current = [row + 1]
    for (const [col, other] of read.entries())
      current.push(Math.min(above[col]! + replaceCost(letter, other), above[col + 1]! + 1, current[col]! + 1))
    costs.push(current)
  }
  return costs
}

function replaceCost(letter: string | null, other: string): number {
  return letter === null || letter === other ? 0 : 1
}
