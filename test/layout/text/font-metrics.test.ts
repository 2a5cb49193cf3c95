import { describe, expect, test } from 'vitest'
import { inferFontMetrics } from '../../../src/layout/text/font-metrics.ts'
import type { Font, Span } from '../../../src/model/raw-page.ts'

const face = (name: string): Font => ({ name, bold: false, italic: false, mono: false, serif: false })

/** Letters as wide as `widthOf` returns, in em at 10 points. */
function written(
  text: string,
  { font, size, widthOf }: { font: Font; size: number; widthOf: (letter: string) => number },
): Span {
  const edges = [100]
  for (const letter of text) edges.push(edges.at(-1)! + 10 * widthOf(letter))
  const box = { x0: 100, y0: 200 - size, x1: edges.at(-1)!, y1: 200 }
  return {
    text,
    box,
    baseline: 200,
    size,
    font,
    color: 0,
    confidence: 1,
    source: 'text_layer',
    rotation: 0,
    vertical: false,
    edges: Float32Array.from(edges),
    engineLine: 0,
    engineBlock: 0,
  }
}

const roman = (letter: string): number =>
  letter === ' ' ? 0.03 : /[ijl]/.test(letter) ? 0.28 : /[mw]/.test(letter) ? 0.8 : /[frst]/.test(letter) ? 0.38 : 0.5
const monospacedWidth = (): number => 0.525

describe('a font with its own scale', () => {
  const [span] = inferFontMetrics([
    written('mill b y the river with autumn', { font: face('Type3 (4 0 R)'), size: 0.1, widthOf: roman }),
  ])
  test('has the size of its letters', () => {
    expect(span?.size).toBeGreaterThanOrEqual(9)
    expect(span?.size).toBeLessThanOrEqual(11)
    expect(span!.box.y1 - span!.box.y0).toBeGreaterThan(8)
  })
  test('loses the spaces that were kerning, with their edges', () => {
    expect(span?.text).toBe('millbytheriverwithautumn')
    expect(span?.edges?.length).toBe(span!.text.length + 1)
  })
  test('passes its size on to a font with few letters', () => {
    const two = [
      written('the river with autumn', { font: face('Type3 (4 0 R)'), size: 0.1, widthOf: roman }),
      written('*', { font: face('Type3 (5 0 R)'), size: 0.1, widthOf: roman }),
    ]
    const [, mark] = inferFontMetrics(two)
    expect(mark?.size).toBeGreaterThan(8)
  })
})

describe('letters of one width', () => {
  test('are a monospaced font, regardless of its name', () => {
    for (const name of ['F31', 'SFIT1000']) {
      const [span] = inferFontMetrics([written('library', { font: face(name), size: 10, widthOf: monospacedWidth })])
      expect(span?.font.mono).toBe(true)
      expect(span?.size).toBe(10)
    }
  })
  test('are not monospaced if widths are unknown or only letters of similar width occur', () => {
    const spans = [
      written('library', { font: face('Unknown'), size: 10, widthOf: () => 1 }),
      written('anode', { font: face('Serif'), size: 10, widthOf: roman }),
      written('library', { font: face('Serif'), size: 10, widthOf: roman }),
    ]
    expect(inferFontMetrics(spans)).toBe(spans)
  })
})
