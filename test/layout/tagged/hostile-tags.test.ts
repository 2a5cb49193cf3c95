/** Tags of more elements than an author writes. Bounds, not timings: quadratic rules take many times as long. */
import { expect, test } from 'vitest'
import { markedContentRuns } from '../../../src/engines/struct-tree/marked-content-ids.ts'
import { insertTagged } from '../../../src/layout/tagged/insert-tagged.ts'
import { isTrusted, type VisibleItem } from '../../../src/layout/tagged/trust.ts'
import { grouped, rawPage, span } from '../raw-pages.ts'

const boundMs = 10_000

function within(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

test('a hundred thousand tagged paragraphs below each other', { timeout: 60_000 }, () => {
  const raw = rawPage([{ text: 'abc', x: 20, y: 400 }])
  const visible = Array.from({ length: 100_000 }, (_, at): VisibleItem => {
    const box = { x0: 20, y0: at * 10, x1: 60, y1: at * 10 + 8 }
    const row = { lines: [], box, baseline: at * 10 + 7, size: 8, text: 'Abc.' }
    return { item: { kind: 'text', marks: [at], element: at }, rows: [row] }
  })
  let trusted = false
  const took = within(() => (trusted = isTrusted(visible, { raw, tagged: raw.spans, untagged: [] })))
  expect(trusted).toBe(true)
  expect(took).toBeLessThan(boundMs)
})

test('as many captions without a figure', { timeout: 60_000 }, () => {
  const state = grouped([{ text: 'Some caption', x: 20, y: 400 }])
  const [group] = state.groups
  if (group?.kind !== 'text') throw new Error('no text')
  const parts = Array.from(
    { length: 40_000 },
    () => ({ kind: 'text', group, captionOf: null, isCaption: true }) as const,
  )
  const tagged = { parts, untagged: [], tagsAllTables: false }
  expect(within(() => insertTagged({ ...state, groups: [], tagged }))).toBeLessThan(boundMs)
})

test('characters of marked content in one column', { timeout: 60_000 }, () => {
  const count = 100_000
  const spans = Array.from({ length: count }, (_, at) => span({ text: 'a', x: 20, y: at * 10 }, at))
  const content = {
    x: new Float32Array(count).fill(20),
    y: Float32Array.from({ length: count }, (_, at) => at * 10),
    mcid: Int32Array.from({ length: count }, (_, at) => at),
    drawings: new Map(),
  }
  let runs: ReturnType<typeof markedContentRuns> = []
  expect(within(() => (runs = markedContentRuns(spans, content)))).toBeLessThan(boundMs)
  expect(runs.map(([run]) => run?.mcid)).toEqual(Array.from({ length: count }, (_, at) => at))
})

test('the nearest character counts, and the last one of several at one position', () => {
  const content = {
    x: Float32Array.of(20, 20, 20, 20),
    y: Float32Array.of(101, 99, 99, 120),
    mcid: Int32Array.of(1, 2, 3, 4),
    drawings: new Map(),
  }
  const runsAt = (y: number): number | undefined =>
    markedContentRuns([span({ text: 'a', x: 20, y })], content)[0]?.[0]?.mcid
  expect([98, 100, 102, 118, 110].map(runsAt)).toEqual([3, 3, 1, 4, -1])
})

test('rotated spans, which have no edges, take the content in their box', () => {
  const { edges: _, ...upright } = span({ text: 'abc', x: 20, y: 100, rotation: 90 })
  const content = {
    x: Float32Array.of(400, 21, 22, 23),
    y: Float32Array.of(98, 98, 97, 96),
    mcid: Int32Array.of(9, 5, 7, 7),
    drawings: new Map(),
  }
  expect(markedContentRuns([upright], content)).toEqual([[{ start: 0, mcid: 7 }]])
})
