import { expect, test } from 'vitest'
import { readLines } from '../../../src/layout/layout.ts'
import { findCodeRegions, isInRegion } from '../../../src/layout/text/code-regions.ts'
import { fill, layOut, page } from '../drawings.ts'
import type { Ink } from '../raw-pages.ts'

const box = fill(55, 188, 520, 220)

function regionsOf(text: readonly Ink[]): ReturnType<typeof findCodeRegions> {
  const { lines, raw } = readLines(page({ text, paths: [box] }))
  return findCodeRegions(lines, raw.paths)
}

test('a box around monospaced lines holds code, with its frame', () => {
  const code = ['make clean', 'make install'].map((text, at): Ink => ({ text, x: 60, y: 200 + 12 * at, mono: true }))
  const { lines, boxes } = regionsOf([...code, { text: 'Then run it:', x: 60, y: 240 }])
  expect([...lines]).toEqual([0, 1])
  const frame = { horizontal: true, position: 186, from: 54, to: 521 }
  expect(isInRegion(frame, boxes)).toBe(true)
  expect(isInRegion({ ...frame, to: 560 }, boxes)).toBe(false)
})

test('a listing may have line numbers in another font and a line with a wide space', () => {
  const code = ['int count = 0;', 'int step = 1;', 'count += step;'].flatMap((text, at): Ink[] => [
    { text: `${at + 1}`, x: 58, y: 200 + 9 * at, size: 5 },
    { text, x: 70, y: 200 + 9 * at, mono: true, size: 8 },
  ])
  const note: Ink = { text: '// in pixels', x: 200, y: 209, mono: true, size: 8 }
  expect(regionsOf([...code, note]).boxes).toHaveLength(1)
})

test('cells next to each other and other text are no code', () => {
  const cells = [60, 200].map((x): Ink => ({ text: 'value', x, y: 200, mono: true }))
  const rows = [...cells, ...cells.map((ink) => ({ ...ink, y: 214 }))]
  expect(regionsOf(rows).boxes).toEqual([])
  expect(regionsOf([{ text: 'make all', x: 60, y: 200 }]).boxes).toEqual([])
})

test('monospaced cells next to cells with other text are no code', () => {
  const types = ['static void', 'protected int'].map((text, at): Ink => ({ text, x: 60, y: 200 + 12 * at, mono: true }))
  const note: Ink = { text: 'Converts a value.', x: 160, y: 200 }
  const cells = [fill(55, 188, 150, 220), fill(150, 188, 520, 220)]
  const { lines, raw } = readLines(page({ text: [...types, note], paths: cells }))
  expect(findCodeRegions(lines, raw.paths).boxes).toEqual([])
  const code = readLines(page({ text: [...types, { ...note, mono: true }], paths: cells }))
  expect(findCodeRegions(code.lines, code.raw.paths).boxes).toHaveLength(2)
})

test('code boxes are no stripes of a table', () => {
  const code = (y: number): Ink => ({ text: 'make clean --all', x: 60, y, mono: true })
  const { tables } = layOut({
    text: [
      ...[108, 148, 188].map(code),
      { text: '3.1', x: 60, y: 128 },
      { text: 'Tests', x: 100, y: 128 },
      { text: '3.2', x: 60, y: 168 },
      { text: 'Builds', x: 100, y: 168 },
    ],
    paths: [100, 140, 180].map((y) => fill(55, y - 4, 400, y + 12)),
  })
  expect(tables).toEqual([])
})
