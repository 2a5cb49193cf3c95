import { expect, test } from 'vitest'
import { reorderRuns } from '../../../src/engines/stext/bidi.ts'

/** Left edges of a text's characters, ten points each, given its order on paper from left to right. */
function leftsOf(text: string, paper: string): number[] {
  const left = new Map([...paper].map((char, index) => [char, index * 10]))
  return [...text].map((char) => left.get(char) ?? 0)
}

// On paper, from the left: the last letter of the script first. Letters are all different so that each has one place.
test('a number stands where the reader meets it', () => {
  const paper = 'הד345גבא'
  expect(reorderRuns('אבגדה345', leftsOf('אבגדה345', paper))).toBe('אבג 345 דה')
})

test('words of another script too, whole', () => {
  const paper = 'יטחזוהדSheaf Ltגבא'
  expect(reorderRuns('אבגדהוזחטיSheaf Lt', leftsOf('אבגדהוזחטיSheaf Lt', paper))).toBe('אבג Sheaf Lt דהוזחטי')
})

test('what stands right already stays as it is', () => {
  expect(reorderRuns('אבג 345 דה', leftsOf('אבג 345 דה', 'הד 345 גבא'))).toBe('אבג 345 דה')
  expect(reorderRuns('word אבגד in text', [])).toBe('word אבגד in text')
  expect(reorderRuns('345', [0, 10, 20])).toBe('345')
  expect(reorderRuns('אבג', [20, 10, 0])).toBe('אבג')
})
