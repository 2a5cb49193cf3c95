import { unspacedEastAsian } from '../../model/east-asian.ts'

interface Line {
  readonly width: number
  /** Widths between letters or words, in descending order. */
  readonly gaps: readonly number[]
}

export interface Distribution {
  /** Parts of the text, in order. */
  readonly texts: readonly string[]
  /** Width on the page of a font size of 1. */
  readonly size: number
  /** Root mean square of the differences in width, relative to the longest line. */
  readonly error: number
}

/** Chinese and Japanese with their punctuation, as part of a character class. */
export const ideographs = `${unspacedEastAsian}\\u3000-\\u303f\\uff00-\\uffef`
/** Words with the space after them; Chinese and Japanese break between any two characters. */
const wordPattern = new RegExp(`[${ideographs}]\\s*|[^\\s${ideographs}]+\\s*|\\s+`, 'gu')
/** Maximum difference of a line's end from its expected position, in lines. */
const MAX_DRIFT = 1.5
/** Cost of a line whose gaps do not match its words: that of a difference in width of a seventh. */
const GAP_COST = 0.02
/** Maximum size of gaps between letters, relative to the smallest gap between words. */
const CLEAR_GAP = 0.6

/** `null` if no distribution exists. `widthOf` returns the width at a font size of 1. */
export function distributeText(
  text: string,
  lines: readonly Line[],
  widthOf: (text: string) => number,
): Distribution | null {
  const words = text.match(wordPattern) ?? []
  const count = lines.length
  if (count === 0 || words.length < count) return null
  // Sums of the widths before each word, with its space, and the width of the space at its end.
  const starts = [0]
  const spaces: number[] = []
  for (const word of words) {
    const letters = word.trimEnd()
    const width = widthOf(letters)
    const space = letters === word ? 0 : widthOf(' ')
    starts.push((starts.at(-1) ?? 0) + width + space)
    spaces.push(space)
  }
  const widthOfWords = (from: number, to: number): number =>
    (starts[to] ?? 0) - (starts[from] ?? 0) - (spaces[to - 1] ?? 0)
  const sum = lines.reduce((all, { width }) => all + width, 0)
  const longest = Math.max(...lines.map(({ width }) => width))
  const size = sum / Math.max(1e-6, widthOfWords(0, words.length))

  /** By end of the line: the minimum cost, and the start. */
  let costs = new Map<number, number>([[0, 0]])
  const origins: Map<number, number>[] = []
  let expected = 0
  for (const [index, line] of lines.entries()) {
    expected += line.width
    const next = new Map<number, number>()
    const origin = new Map<number, number>()
    const isLast = index === count - 1
    for (const [from, cost] of costs)
      for (let to = from + 1; to <= words.length; to++) {
        const width = size * widthOfWords(from, to)
        if (width > line.width + MAX_DRIFT * longest) break
        const isNear = Math.abs(size * (starts[to] ?? 0) - expected) < MAX_DRIFT * longest
        if ((isLast && to === words.length) || (!isLast && isNear)) {
          const total = cost + ((width - line.width) / longest) ** 2 + costOfGaps(words.slice(from, to), line)
          if (total < (next.get(to) ?? Number.POSITIVE_INFINITY)) {
            next.set(to, total)
            origin.set(to, from)
          }
        }
        if (words[to - 1]?.includes('\n')) break
      }
    costs = next
    origins.push(origin)
  }
  if (!costs.has(words.length)) return null
  const texts: string[] = []
  let squares = 0
  let end = words.length
  for (const [index, origin] of [...origins.entries()].reverse()) {
    const start = origin.get(end) ?? 0
    texts.unshift(words.slice(start, end).join(''))
    squares += ((size * widthOfWords(start, end) - (lines[index]?.width ?? 0)) / longest) ** 2
    end = start
  }
  return { texts, size, error: Math.sqrt(squares / count) }
}

/** Lines of justified text have equal widths; gaps between words distinguish them. */
function costOfGaps(words: readonly string[], { gaps }: Line): number {
  if (words.slice(0, -1).some((word) => word.trimEnd() === word)) return 0
  const betweenWords = gaps[words.length - 2] ?? (words.length === 1 ? Number.POSITIVE_INFINITY : 0)
  const betweenLetters = gaps[words.length - 1] ?? 0
  if (betweenWords === 0) return GAP_COST
  return GAP_COST * Math.min(1, Math.max(0, betweenLetters / betweenWords - CLEAR_GAP) / (1 - CLEAR_GAP))
}
