import { expect, test } from 'vitest'
import { readLines } from '../../../src/layout/layout.ts'
import { type Ink, rawPage } from '../raw-pages.ts'

const above = { text: 'reducing stigma and discrimination now', x: 60, y: 100 }
const below = { text: 'related services and the music of them', x: 60, y: 124 }

/** Words with equal spaces from the left to the right edge of `above`. */
function spread(words: readonly string[], space: number): Ink[] {
  let x = 60
  return words.map((text) => {
    const ink = { text, x, y: 112 }
    x += text.length * 5 + space
    return ink
  })
}

const linesOf = (inks: readonly Ink[]): string[] => readLines(rawPage(inks)).lines.map(({ text }) => text)

test('words with equal wide spaces between the edges of a paragraph are one line', () => {
  const words = spread(['attached', 'to', 'the', 'promoting'], 80 / 3)
  expect(linesOf([above, ...words, below])).toHaveLength(6)
  const closer = spread(['attached', 'to', 'health', 'promoting'], 65 / 3)
  expect(linesOf([above, ...closer, below])).toEqual([above.text, 'attached to health promoting', below.text])
})

test('cells are separate lines', () => {
  // Unequal gaps, no common edges, or numbers.
  const words = spread(['attached', 'to', 'health', 'promoting'], 65 / 3)
  expect(linesOf([above, ...words.with(1, { ...words[1]!, x: words[1]!.x + 4 }), below])).toHaveLength(6)
  expect(linesOf(words)).toHaveLength(4)
  expect(linesOf([above, ...spread(['12345678', '10', '123456', '123456789'], 65 / 3), below])).toHaveLength(6)
})

test('the space after punctuation is wider, and the line above or below may be indented', () => {
  const [first, second, third, fourth] = spread(['Ivanov,', 'and', 'Ziapkov.', 'Algorithmic'], 12) as [
    Ink,
    Ink,
    Ink,
    Ink,
  ]
  const move = (ink: Ink, by: number): Ink => ({ ...ink, x: ink.x + by })
  const words = [first, move(second, 3), move(third, 3), move(fourth, 13)]
  const right = words[3]!.x + 5 * words[3]!.text.length
  const hanging = { text: 'ation of the classes for others', x: right - 31 * 5, y: 124 }
  expect(linesOf([...words, hanging])).toEqual(['Ivanov, and Ziapkov. Algorithmic', hanging.text])
  expect(linesOf([...words, { ...hanging, x: hanging.x + 20 }])).toHaveLength(5)
})
