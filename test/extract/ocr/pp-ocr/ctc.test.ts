import { expect, test } from 'vitest'
import { decodeCtc } from '../../../../src/extract/ocr/pp-ocr/ctc.ts'

test('repeated classes are one character, and a blank separates equal ones', () => {
  // Steps a a – a b –, with the probabilities of –, a and b.
  const steps = [
    [0.1, 0.9, 0],
    [0.2, 0.8, 0],
    [1, 0, 0],
    [0.3, 0.7, 0],
    [0.1, 0.3, 0.6],
    [0.9, 0, 0.1],
  ]
  const output = { values: Float32Array.from(steps.flat()), shape: [1, 6, 3] }
  expect(decodeCtc(output, ['a', 'b']).map(({ text, from, to }) => [text, from, to])).toEqual([
    ['a', 0, 1],
    ['a', 3, 3],
    ['b', 4, 4],
  ])
  expect(decodeCtc(output, ['a', 'b'])[0]?.confidence).toBeCloseTo(0.9)
})

test('no steps are no text', () => {
  expect(decodeCtc({ values: new Float32Array(0), shape: [1, 0, 3] }, ['a', 'b'])).toEqual([])
})
