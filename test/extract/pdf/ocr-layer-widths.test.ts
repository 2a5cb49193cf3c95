import { describe, expect, test } from 'vitest'
import { correctWordWidths } from '../../../src/extract/pdf/ocr-layer-widths.ts'
import type { Span } from '../../../src/model/raw-page.ts'

const size = 10
const letter = 5
const blank = 3
const text =
  'the general procedure used in this program is to list the free-form data as they are read and before they are processed'

/** A word printed from `x0`, set at `factor` of its printed width. */
function word(letters: string, x0: number, { baseline, factor }: { baseline: number; factor: number }): Span {
  const edges = Float32Array.from({ length: letters.length + 1 }, (_, unit) => x0 + unit * letter * factor)
  const box = { x0, y0: baseline - 8, x1: edges.at(-1) as number, y1: baseline + 2 }
  const font = { name: 'Times-Roman', bold: false, italic: false, mono: false, serif: true }
  const rest = {
    color: 0,
    confidence: 1,
    source: 'text_layer' as const,
    rotation: 0 as const,
    vertical: false,
    engineLine: 0,
    engineBlock: 0,
  }
  return { text: letters, box, baseline, size, font, ...rest, invisible: true, edges }
}

/** Lines with such words. */
function layer(factor: number, { lines = 4, gap = blank } = {}): Span[] {
  return Array.from({ length: lines }, (_, index) => {
    let x = 50
    return text.split(' ').map((letters) => {
      const span = word(letters, x, { baseline: 100 + index * 14, factor })
      x += letters.length * letter + gap
      return span
    })
  }).flat()
}
const printedRight = (span: Span): number => span.box.x0 + span.text.length * letter

describe('words of an OCR layer', () => {
  test.each([0.75, 0.85, 1.15])('set at %d of their width are extended to their printed edge', (factor) => {
    const fitted = correctWordWidths(layer(factor))
    for (const span of fitted) {
      expect(Math.abs(span.box.x1 - printedRight(span))).toBeLessThan(1)
      expect(span.edges?.at(-1)).toBeCloseTo(span.box.x1, 3)
    }
  })

  test('that fit stay as they are', () => {
    const spans = layer(1)
    expect(correctWordWidths(spans)).toBe(spans)
  })

  test('in justified lines stay, too', () => {
    const spans = layer(1, { gap: 9 })
    expect(correctWordWidths(spans)).toBe(spans)
  })

  test('of a few lines are not enough', () => {
    const spans = layer(0.8, { lines: 1 })
    expect(correctWordWidths(spans)).toBe(spans)
  })

  test('never extend into the next: a space stays between them', () => {
    const close = layer(0.8, { gap: 1 })
    const fitted = correctWordWidths(close)
    fitted.forEach((span, index) => {
      const next = fitted[index + 1]
      if (next !== undefined && next.baseline === span.baseline)
        expect(next.box.x0 - span.box.x1).toBeGreaterThan(0.29 * size - 0.01)
    })
  })

  test('that are visible, rotated or without edges stay', () => {
    const [first, second, third, ...rest] = layer(0.8) as [Span, Span, Span, ...Span[]]
    const { invisible: _, ...drawn } = first
    const { edges: __, ...whole } = second
    const fitted = correctWordWidths([drawn, whole, { ...third, rotation: 90 }, ...rest])
    expect(fitted.slice(0, 3)).toEqual([drawn, whole, { ...third, rotation: 90 }])
    expect(fitted[3]?.box.x1).toBeGreaterThan(rest[0]?.box.x1 ?? 0)
  })

  test('of size 0 are not measured', () => {
    const flat = layer(1.3, { gap: 0 }).map((span) => ({ ...span, size: 0 }))
    expect(correctWordWidths(flat)).toBe(flat)
  })

  test('in one span keep their positions', () => {
    const spans = layer(0.8).flatMap((span, index, all) => {
      const next = all[index + 1]
      if (index % 2 === 1) return []
      if (next === undefined || next.baseline !== span.baseline) return [span]
      const edges = Float32Array.from([...(span.edges ?? []), ...(next.edges ?? [])])
      return [{ ...span, text: `${span.text} ${next.text}`, box: { ...span.box, x1: next.box.x1 }, edges }]
    })
    const fitted = correctWordWidths(spans)
    fitted.forEach((span, index) => {
      const before = spans[index] as Span
      const second = before.text.indexOf(' ') + 1
      expect(span.edges?.[second]).toBe(before.edges?.[second])
      expect(span.edges?.[second - 1]).toBeGreaterThan(before.edges?.[second - 1] ?? 0)
      const edges = [...(span.edges ?? [])]
      expect(edges).toEqual(edges.toSorted((a, b) => a - b))
    })
  })
})
