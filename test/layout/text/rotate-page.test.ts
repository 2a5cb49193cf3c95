import { describe, expect, test } from 'vitest'
import { layoutPage } from '../../../src/layout/layout.ts'
import { unrotatePage } from '../../../src/layout/text/rotate-page.ts'
import type { Box } from '../../../src/model/geometry.ts'
import type { RawPage, Span } from '../../../src/model/raw-page.ts'
import { lines, rawPage } from '../raw-pages.ts'

const upright = rawPage(
  lines(['A title of this page', 'Running text that fills the column from left', 'to right and ends here.'], {
    x: 60,
    y: 100,
    leading: 14,
  }),
  { width: 600, height: 800 },
)

/** The page as scanned in a rotated position. */
function rotate(raw: RawPage, rotation: 90 | 180 | 270): RawPage {
  const { width, height } = raw
  const rotateBox = ({ x0, y0, x1, y1 }: Box): Box =>
    rotation === 90
      ? { x0: height - y1, y0: x0, x1: height - y0, y1: x1 }
      : rotation === 270
        ? { x0: y0, y0: width - x1, x1: y1, y1: width - x0 }
        : { x0: width - x1, y0: height - y1, x1: width - x0, y1: height - y0 }
  const spans = raw.spans.map((span): Span => {
    const { edges: _, ...rest } = span
    return { ...rest, box: rotateBox(span.box), rotation }
  })
  return { ...raw, width: rotation === 180 ? width : height, height: rotation === 180 ? height : width, spans }
}

describe('a rotated page', () => {
  for (const rotation of [90, 180, 270] as const) {
    test(`at ${rotation}°: has the text and boxes of the unrotated page`, () => {
      const rotated = rotate(upright, rotation)
      const page = layoutPage(rotated)
      expect(page.blocks.map((block) => ('text' in block ? block.text : block.kind))).toEqual(
        layoutPage(upright).blocks.map((block) => ('text' in block ? block.text : block.kind)),
      )
      expect(page).toMatchObject({ width: rotated.width, height: rotated.height })
      for (const { box } of page.blocks)
        expect(box.x0 >= 0 && box.y0 >= 0 && box.x1 <= rotated.width && box.y1 <= rotated.height).toBe(true)
      expect(unrotatePage(rotated)!.back(unrotatePage(rotated)!.raw.spans[0]!.box)).toEqual(rotated.spans[0]!.box)
    })
  }
})

test('a stamp in the margin does not rotate the page', () => {
  const stamp = { ...upright.spans[0]!, text: 'in press', rotation: 270 as const }
  expect(unrotatePage({ ...upright, spans: [...upright.spans, stamp] })).toBeNull()
})

test('a page with vertical text is not rotated by its other text', () => {
  const rotated = rotate(upright, 90)
  expect(unrotatePage(rotated)).not.toBeNull()
  const vertical = { ...rotated.spans[0]!, text: '甲', vertical: true }
  expect(unrotatePage({ ...rotated, spans: [vertical, ...rotated.spans] })).toBeNull()
})

test('the size and the baselines of the page are those of the rotated text', () => {
  for (const rotation of [90, 180, 270] as const) {
    const { raw } = unrotatePage(rotate(upright, rotation))!
    expect([raw.width, raw.height]).toEqual([600, 800])
    expect(raw.spans[0]!.rotation).toBe(0)
    expect(raw.spans[0]!.baseline).toBeLessThan(raw.spans[0]!.box.y1)
    expect(raw.spans[0]!.baseline).toBeGreaterThan(raw.spans[0]!.box.y0)
  }
})
