import { expect, test } from 'vitest'
import { type LineCharacter, splitIntoWords } from '../../../../src/extract/ocr/pp-ocr/split-into-words.ts'
import { emptyRaster, fill } from '../../../imaging/draw.ts'

const LETTER = 12
const GAP = 4
const WORD_GAP = 20

/** A line of letters as bars, and the characters in their middles. Spaces are not recognized. */
function drawLine(text: string, wordGap = WORD_GAP) {
  const image = emptyRaster(text.length * (LETTER + WORD_GAP), 48)
  const characters: LineCharacter[] = []
  let x = 10
  for (const character of text) {
    if (character === ' ') {
      x += wordGap - GAP
      continue
    }
    fill(image, { x0: x, y0: 10, x1: x + LETTER, y1: 38 })
    characters.push({ text: character, x: x + LETTER / 2, confidence: 0.9 })
    x += LETTER + GAP
  }
  return { image, characters }
}

const textsOf = ({ image, characters }: ReturnType<typeof drawLine>): string[] =>
  splitIntoWords(characters, image).map(({ text }) => text)

test('spaces are restored at wide gaps', () => {
  const line = drawLine('TOTAL RM 12.50')
  expect(textsOf(line)).toEqual(['TOTAL', 'RM', '12.50'])
  const [first, second] = splitIntoWords(line.characters, line.image)
  expect([first?.x0, first?.x1]).toEqual([10, 10 + 5 * (LETTER + GAP) - GAP])
  expect(second?.x0).toBe(10 + 5 * (LETTER + GAP) + WORD_GAP - GAP)
})

test('evenly spaced letters are one word, however wide their gaps', () => {
  expect(textsOf(drawLine('A B C D E', 12))).toEqual(['ABCDE'])
})

test('a recognized space separates words without a gap', () => {
  const { image, characters } = drawLine('ABCD')
  const blank = { text: ' ', x: (characters[1]!.x + characters[2]!.x) / 2, confidence: 0.9 }
  expect(splitIntoWords(characters.toSpliced(2, 0, blank), image).map(({ text }) => text)).toEqual(['AB', 'CD'])
})

test('no characters are no words', () => {
  expect(splitIntoWords([], emptyRaster(100, 48))).toEqual([])
})
