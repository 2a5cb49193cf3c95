import { expect, test } from 'vitest'
import { reorderRuns } from '../../../src/engines/stext/bidi.ts'

/** Left edges of the characters, ten points each, given their visual order from left to right. */
function leftsOf(text: string, paper: string): number[] {
  const left = new Map([...paper].map((char, index) => [char, index * 10]))
  return [...text].map((char) => left.get(char) ?? 0)
}

// Visual order from the left: the last letter comes first. All letters are different.
test('a number is moved to its place in reading order', () => {
  const paper = 'הד345גבא'
  expect(reorderRuns('אבגדה345', leftsOf('אבגדה345', paper))).toBe('אבג 345 דה')
})

test('so are Latin words', () => {
  const paper = 'יטחזוהדSheaf Ltגבא'
  expect(reorderRuns('אבגדהוזחטיSheaf Lt', leftsOf('אבגדהוזחטיSheaf Lt', paper))).toBe('אבג Sheaf Lt דהוזחטי')
})

test('text in reading order stays as it is', () => {
  expect(reorderRuns('אבג 345 דה', leftsOf('אבג 345 דה', 'הד 345 גבא'))).toBe('אבג 345 דה')
  expect(reorderRuns('word אבגד in text', [])).toBe('word אבגד in text')
  expect(reorderRuns('345', [0, 10, 20])).toBe('345')
  expect(reorderRuns('אבג', [20, 10, 0])).toBe('אבג')
})
