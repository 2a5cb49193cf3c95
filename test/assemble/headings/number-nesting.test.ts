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

test('a sequence that continues contains the numbers between', () => {
  expect(nested('I. One', 'A. Two', 'B. Three', 'II. Four', 'A. Five')).toEqual(['I. > A.', 'I. > B.'])
})

test('sequences that close together are nested', () => {
  expect(nested('A. One', 'I. Two', '1. Three', '2. Four', 'B. Five')).toEqual(['A. > I.', 'I. > 1.', 'I. > 2.'])
})

test('numbers that continue through parts are inside them', () => {
  expect(
    nested('PART I GENERAL', 'Section 1 Title', 'Section 2 Words', 'PART II DUES', 'Section 3 Tolls', 'PART III END'),
  ).toEqual(['PART > Section'])
})

test('decimals are ignored, because they state their depth', () =>
  expect(nested('Chapter 1 Locks', '1.1 Gates', '1.1.1 Oak', '1.2 Paddles')).toEqual([]))

test('appendices after the last chapter and sequences that never continue yield nothing', () => {
  expect(nested('1. One', '2. Two', 'A. Tables', 'B. Forms')).toEqual([])
  expect(nested('A. Yes', 'A. No')).toEqual([])
})
