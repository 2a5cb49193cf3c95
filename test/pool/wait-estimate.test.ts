import { expect, test } from 'vitest'
import { createWaitEstimate } from '../../src/pool/wait-estimate.ts'

test('the time for the waiting documents follows the measured rate', () => {
  const estimate = createWaitEstimate()
  expect(estimate.seconds(64, 0)).toBe(2)
  for (let at = 0; at < 200; at++) estimate.record(at * 500)
  expect(estimate.seconds(64, 100_000)).toBe(32)
  expect(estimate.seconds(1, 100_000)).toBe(1)
  expect(estimate.seconds(10_000, 100_000)).toBe(300)
})

test('nothing for two minutes means the longest wait', () => {
  const estimate = createWaitEstimate()
  estimate.record(0)
  expect(estimate.seconds(5, 130_000)).toBe(300)
})
