import { expect, test } from 'vitest'
import { RunningMedian } from '../../src/model/running-median.ts'
import { median } from '../../src/model/statistics.ts'

test('is the median of all values so far', () => {
  const running = new RunningMedian()
  expect(running.value).toBeUndefined()
  const values: number[] = []
  for (let at = 0; at < 500; at++) {
    values.push((at * 7919) % 101)
    running.add(values.at(-1)!)
    expect(running.value).toBe(median(values))
  }
})
