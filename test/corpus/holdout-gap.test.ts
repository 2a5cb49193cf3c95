import { expect, test } from 'vitest'
import { seeded } from '../imaging/draw.ts'
import { isHeldOut } from './holdout.ts'
import { measureGap } from './holdout-gap.ts'
import type { DocumentScore } from './scorer.ts'

const ids = Array.from({ length: 300 }, (_, index) => `document-${index}`)

function scores(value: (id: string) => number | null): DocumentScore[] {
  return ids.map((id) => ({
    id,
    type: '.pdf',
    nid: value(id),
    nid_s: null,
    teds: null,
    teds_s: null,
    mhs: null,
    mhs_s: null,
    overall: null,
    seconds: 1,
    pages: 1,
    error: null,
  }))
}

test('a real gap has an interval without 0 and is unlikely to be chance', () => {
  const random = seeded(7)
  const found = measureGap(
    scores((id) => (isHeldOut(id) ? 0.7 : 0.9) + 0.1 * random()),
    'nid',
    random,
  )
  expect(found?.gap).toBeCloseTo(0.2, 1)
  expect(found?.interval[0]).toBeGreaterThan(0.15)
  expect(found?.chance).toBe(0)
})

test('noise has an interval around 0', () => {
  const random = seeded(3)
  const found = measureGap(
    scores(() => random()),
    'nid',
    random,
  )
  expect(found?.interval[0]).toBeLessThan(0)
  expect(found?.interval[1]).toBeGreaterThan(0)
  expect(found?.chance).toBeGreaterThan(0.02)
})

test('a metric that one part lacks has no gap', () =>
  expect(
    measureGap(
      scores((id) => (isHeldOut(id) ? null : 1)),
      'nid',
      seeded(1),
    ),
  ).toBeNull())
