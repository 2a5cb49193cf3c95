import { expect, test } from 'vitest'
import { nestNumbers } from '../../../src/assemble/headings/number-nesting.ts'
import { parseNumbering } from '../../../src/model/numbering.ts'

/** "outer > inner", by the headings' first words. */
function nested(...headings: string[]): string[] {
  const name = (at: number): string => headings[at]!.split(' ')[0]!
  return [
    ...new Set(nestNumbers(headings.map(parseNumbering)).map(({ outer, inner }) => `${name(outer)} > ${name(inner)}`)),
  ]
}

test('what goes on holds what stood between', () => {
  expect(nested('I. One', 'A. Two', 'B. Three', 'II. Four', 'A. Five')).toEqual(['I. > A.', 'I. > B.'])
})

test('what is closed at once stood one inside the other', () => {
  expect(nested('A. One', 'I. Two', '1. Three', '2. Four', 'B. Five')).toEqual(['A. > I.', 'I. > 1.', 'I. > 2.'])
})

test('numbers that go on through the parts are inside them', () => {
  expect(
    nested('PART I GENERAL', 'Section 1 Title', 'Section 2 Words', 'PART II DUES', 'Section 3 Tolls', 'PART III END'),
  ).toEqual(['PART > Section'])
})

test('decimals name what they stand in', () => {
  expect(nested('Chapter 1 Locks', '1.1 Gates', '1.1.1 Oak', '1.2 Paddles')).toEqual([
    'Chapter > 1.1',
    '1.1 > 1.1.1',
    'Chapter > 1.2',
  ])
})

test('appendices after the last chapter, and counts that never go on, tell nothing', () => {
  expect(nested('1. One', '2. Two', 'A. Tables', 'B. Forms')).toEqual([])
  expect(nested('A. Yes', 'A. No')).toEqual([])
})
