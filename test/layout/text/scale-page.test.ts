import { expect, test } from 'vitest'
import { layoutPage } from '../../../src/layout/layout.ts'
import { layoutScale, scaleBlock, scalePage } from '../../../src/layout/text/scale-page.ts'
import type { RawPage } from '../../../src/model/raw-page.ts'
import { gridLines } from '../drawings.ts'
import { lines, rawPage } from '../raw-pages.ts'

const sentence = 'Running text that fills the column from the left edge to the right one and'
const page: RawPage = {
  ...rawPage(
    [
      { text: 'A title of this page', x: 60, y: 80, size: 16 },
      ...lines([sentence, sentence, 'ends here.'], { x: 60, y: 110, leading: 13 }),
      ...lines(['1. The first item', '2. The second item'], { x: 60, y: 170, leading: 13 }),
      ...['Fruit', 'Price'].map((text, at) => ({ text, x: 70 + 100 * at, y: 240 })),
      ...['Apple', '1.20'].map((text, at) => ({ text, x: 70 + 100 * at, y: 260 })),
    ],
    { width: 600, height: 800 },
  ),
  paths: gridLines([60, 160, 260], [226, 246, 266]),
}

test('pages of usual font sizes keep their scale', () => {
  expect(layoutScale(page.spans)).toBe(1)
  expect(layoutScale([])).toBe(1)
})

for (const scale of [0.4, 2.4])
  test(`a page of ${scale} times the size has the same blocks`, () => {
    const scaled = scalePage(page, scale)
    expect(layoutScale(scaled.spans) * scale).toBeCloseTo(scale < 1 ? 0.8 : 1.3)
    const { width, height, blocks } = layoutPage(scaled)
    expect([width, height]).toEqual([600 * scale, 800 * scale])
    const expected = layoutPage(page).blocks
    expect(expected.map(({ type }) => type)).toEqual(['title', 'text', 'text', 'table'])
    expect(blocks).toEqual(about(expected.map((block) => scaleBlock(block, scale))))
  })

/** Numbers within half a point, because layout rounds font sizes. */
function about(part: unknown): unknown {
  if (typeof part === 'number') return expect.closeTo(part, 0)
  if (Array.isArray(part)) return part.map(about)
  return part !== null && typeof part === 'object'
    ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, about(value)]))
    : part
}
