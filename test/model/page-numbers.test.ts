import { expect, test } from 'vitest'
import { contentsNumber, isPageNumber } from '../../src/model/page-numbers.ts'

test.each(['12', 'xiv', '– 3 –', '- 7', '| 5'])('%s is a page number', (text) => expect(isPageNumber(text)).toBe(true))

test.each(['-V', 'XL', '.1', '(2)', '12345', 'p. 162.', ''])('%s is not a page number', (text) =>
  expect(isPageNumber(text)).toBe(false),
)

test('contents also have numbers of parts', () =>
  expect(['9', 'iv', 'A-3', 'B12', '3.1', 'A'].filter((text) => contentsNumber.test(text))).toEqual([
    '9',
    'iv',
    'A-3',
    'B12',
  ]))
