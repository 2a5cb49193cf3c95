import { expect, test } from 'vitest'
import { attachLabels } from '../../../src/layout/figures/attach-labels.ts'
import { findAxisLabels } from '../../../src/layout/figures/axis-labels.ts'
import { readLines } from '../../../src/layout/layout.ts'
import type { Line } from '../../../src/layout/state.ts'
import type { Box } from '../../../src/model/geometry.ts'
import { type Ink, rawPage } from '../raw-pages.ts'

const drawing: Box = { x0: 150, y0: 100, x1: 350, y1: 300 }
const linesOf = (inks: readonly Ink[]): readonly Line[] =>
  inks.flatMap((ink) => readLines(rawPage([{ size: 8, ...ink }])).lines)
const ticksBelow = (xs: readonly number[], y = 312, more: Partial<Ink> = {}): Ink[] =>
  xs.map((x, at) => ({ text: `${at}0`, x, y, ...more }))
const count = (inks: readonly Ink[]): number => findAxisLabels(drawing, linesOf(inks), 10).length

test('evenly spaced labels below a drawing are those of its axis', () => {
  expect(count(ticksBelow([160, 220, 280, 340]))).toBe(4)
  expect(count(ticksBelow([160, 220]))).toBe(0)
  expect(count(ticksBelow([160, 200, 340]))).toBe(0)
  expect(count(ticksBelow([160, 190, 220]))).toBe(0)
  expect(count(ticksBelow([160, 220, 280, 340], 340))).toBe(0)
  expect(count(ticksBelow([20, 90, 400, 480]))).toBe(0)
})

test('large, long and rotated lines are no labels of an axis', () => {
  const xs = [160, 220, 280, 340]
  expect(count(ticksBelow(xs, 314, { size: 14 }))).toBe(0)
  expect(
    count(xs.map((x, at) => ({ text: `a long label of more than thirty letters ${at}`, x, y: 312, pitch: 0.1 }))),
  ).toBe(0)
  expect(count(ticksBelow(xs, 312, { rotation: 90 }))).toBe(0)
})

test('labels at the sides of a drawing are in a column', () => {
  const ys = [110, 160, 210, 260]
  expect(count(ys.map((y, at) => ({ text: `${at}0`, x: 138, y })))).toBe(4)
  expect(count(ys.map((y, at) => ({ text: `${at}0`, x: 354, y })))).toBe(4)
  expect(count(ys.map((y, at) => ({ text: `${at}0`, x: 354, y: y + 300 })))).toBe(0)
  // Lines of text are closer.
  expect(count([110, 120, 130, 140].map((y, at) => ({ text: `${at}0`, x: 354, y })))).toBe(0)
})

const grown = (inks: readonly Ink[], changes: Partial<Parameters<typeof attachLabels>[1]> = {}): Box =>
  attachLabels(drawing, {
    lines: linesOf(inks),
    prose: new Set(),
    size: 10,
    paths: [],
    isDrawing: true,
    others: [],
    ...changes,
  })

test('a label next to a drawing extends it, prose and captions do not', () => {
  const label: Ink = { text: 'Eels', x: 200, y: 314 }
  expect(grown([label]).y1).toBeGreaterThan(310)
  expect(grown([label], { prose: new Set([0]) })).toEqual(drawing)
  expect(grown([{ ...label, text: 'Figure 3: Eels' }])).toEqual(drawing)
  expect(grown([{ ...label, text: 'A line that is longer than forty letters is text.', pitch: 0.1 }])).toEqual(drawing)
  expect(grown([{ ...label, y: 340 }])).toEqual(drawing)
})

test('a label belongs to the nearest drawing', () => {
  const between: Ink = { text: 'Eels', x: 200, y: 314 }
  expect(grown([between], { others: [{ ...drawing, y0: 318, y1: 500 }] })).toEqual(drawing)
  expect(grown([between], { others: [{ ...drawing, y0: 380, y1: 500 }] })).not.toEqual(drawing)
})

test('an image has labels only if it has an axis', () => {
  const label: Ink = { text: 'Eels', x: 200, y: 314 }
  expect(grown([label], { isDrawing: false })).toEqual(drawing)
  expect(grown(ticksBelow([160, 220, 280, 340]), { isDrawing: false }).y1).toBeGreaterThan(305)
})

test('a rotated title belongs to the drawing at its right', () => {
  const rotated = (x: number, y = 200, text = 'Eels per trap'): readonly Line[] =>
    linesOf([{ text, x, y, rotation: 90 }]).map((line) => ({
      ...line,
      box: { x0: x, y0: y - 30, x1: x + 10, y1: y + 30 },
    }))
  const withTitle = (lines: readonly Line[], others: readonly Box[] = []): Box =>
    attachLabels(drawing, { lines, prose: new Set(), size: 10, paths: [], isDrawing: true, others })
  expect(withTitle(rotated(120)).x0).toBe(120)
  expect(withTitle(rotated(370)).x1).toBe(380)
  expect(withTitle(rotated(370), [{ x0: 390, y0: 100, x1: 590, y1: 300 }])).toEqual(drawing)
  expect(withTitle(rotated(90))).toEqual(drawing)
  expect(withTitle(rotated(120, 500))).toEqual(drawing)
  expect(
    withTitle(rotated(120, 200, 'a title of more than sixty letters, which no axis has at its side at all')),
  ).toEqual(drawing)
})
