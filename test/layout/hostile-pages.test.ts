/**
 * Hostile pages: false claims, and more objects of one kind than an author writes. The limits are bounds and not
 * timings: quadratic rules take many times as long.
 */
import { describe, expect, test } from 'vitest'
import { assemble } from '../../src/assemble/assemble.ts'
import { findDrawings } from '../../src/layout/figures/find-drawings.ts'
import { visibleImages } from '../../src/layout/figures/visible-images.ts'
import { layoutPage, readLines } from '../../src/layout/layout.ts'
import { mergeCellShading } from '../../src/layout/merge-cell-shading.ts'
import type { LayoutPass, PageObjects } from '../../src/layout/state.ts'
import { findTables } from '../../src/layout/tables/index.ts'
import { mergeMonospacedRows } from '../../src/layout/tables/monospaced-rows.ts'
import { joinSectionNumbers } from '../../src/layout/text/join-section-numbers.ts'
import { findProse } from '../../src/layout/text/prose.ts'
import { joinLines } from '../../src/model/join-text.ts'
import { defaultOptions } from '../../src/model/options.ts'
import type { RawPage } from '../../src/model/raw-page.ts'
import { across, fill, page } from './drawings.ts'
import { type Ink, layoutState, rawPage } from './raw-pages.ts'

const boundMs = 60_000

function within(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function rows(count: number, inkOf: (index: number) => readonly Ink[]): Ink[] {
  return Array.from({ length: count }, (_, index) => inkOf(index)).flat()
}

describe('a page that claims to be millions of points wide', () => {
  test.each([
    [2_147_483_647, 842],
    [60, 2_147_483_647],
    [1e9, 1e9],
  ])('%d × %d', (width, height) => {
    const page: RawPage = {
      ...rawPage([{ text: 'Some words', x: 50, y: 400 }], { width, height }),
      paths: [fill(10, 10, 60, 60), fill(90, 20, 140, 60)],
    }
    expect(layoutPage(page).blocks.map((block) => ('text' in block ? block.text : ''))).toContain('Some words')
  })
})

describe('stays bounded', { timeout: 4 * boundMs }, () => {
  test.each<[string, RawPage]>([
    [
      'one paragraph of ten thousand lines',
      rawPage(
        rows(10_000, (at) => [{ text: `an ordinary line of text ${at}`, x: 20, y: 12 * at + 12 }]),
        { height: 120_100 },
      ),
    ],
    [
      'one word fifty thousand times on a line',
      rawPage(
        rows(50_000, (at) => [{ text: 'ab', x: 12 * at, y: 400 }]),
        { width: 600_100 },
      ),
    ],
    [
      'a number next to each of five thousand lines',
      rawPage(
        rows(5_000, (at) => [
          { text: `${at}`, x: 20, y: at / 12.5 + 20, size: 0.07 },
          { text: 'body of a line', x: 60, y: at / 12.5 + 20, size: 0.07 },
        ]),
      ),
    ],
    [
      'ten thousand lines in different sizes',
      rawPage(rows(10_000, (at) => [{ text: 'two words', x: 20, y: at / 12.5 + 20, size: 0.04 + (at % 7) / 200 }])),
    ],
    [
      'a grid of four hundred columns and rows',
      rawPage(
        rows(160_000, (at) => [{ text: 'ab', x: 20 + (at % 400) * 36, y: 20 + Math.floor(at / 400) * 36, size: 8 }]),
        { width: 14_400, height: 14_400 },
      ),
    ],
    [
      'a hundred thousand lines of a fraction of a point',
      rawPage(
        rows(100_000, (at) => [{ text: 'ab', x: 100, y: 100 + at / 10, size: 0.08 }]),
        { width: 14_400, height: 14_400 },
      ),
    ],
    [
      'thirty thousand formulas',
      rawPage(
        rows(30_000, (at) => [
          { text: 'x = y + 2', x: 20 + (at % 158) * 90, y: 20 + Math.floor(at / 158) * 75, size: 8, italic: true },
        ]),
        { width: 14_400, height: 14_400 },
      ),
    ],
  ])('%s', (_, raw) => {
    const took = within(() =>
      assemble([layoutPage(raw)], { fileName: 'a', fileType: '.pdf', pageCount: 1 }, defaultOptions),
    )
    expect(took).toBeLessThan(boundMs)
  })

  test('bars drawn over each other on the largest page are bounded', () => {
    const bars = Array.from({ length: 20_000 }, (_, at) => fill(at % 90, at % 70, 4000 + (at % 90), 4000 + (at % 70)))
    expect(within(() => layoutPage({ ...rawPage([], { width: 14_400, height: 14_400 }), paths: bars }))).toBeLessThan(
      boundMs,
    )
  })

  test.each<[string, LayoutPass<PageObjects>, readonly Ink[]]>([
    [
      'thirty thousand rows of a program, in two pieces each',
      mergeMonospacedRows,
      rows(30_000, (at) => [20, 20.05].map((x) => ({ text: 'ab', x, y: at * 0.012 + 10, size: 0.01, mono: true }))),
    ],
    [
      'forty thousand bold numbers on one line',
      joinSectionNumbers,
      rows(40_000, (at) => [{ text: '3', x: at / 70, y: 400, size: 0.01, bold: true }]),
    ],
    [
      'two thousand columns, every other one with a heading only',
      findTables,
      rows(6, (row) =>
        rows(2_000, (at) =>
          at === 0 || at % 2 === Math.min(row, 1)
            ? [{ text: 'abc', x: 20 + at * 0.25, y: 100 + row * 0.02, size: 0.01 }]
            : [],
        ),
      ),
    ],
  ])('%s', (_, pass, inks) => {
    const state = layoutState(rawPage([...inks, { text: 'running text of the page', x: 20, y: 800 }]))
    expect(within(() => pass(state))).toBeLessThan(boundMs)
  })

  test('hundreds of axes on as many frames with thousands of lines are bounded', () => {
    const ticks = Array.from({ length: 20_000 }, (_, at) =>
      fill(40 + (at % 40) * 12, 20 + Math.floor(at / 40) * 1.5, 40.5 + (at % 40) * 12, 24 + Math.floor(at / 40) * 1.5),
    )
    const frames = Array.from({ length: 4_000 }, (_, at) => fill(38, 24 + (at % 500) * 1.5, 520, 60 + (at % 500) * 1.5))
    const labels = rows(500, (row) => rows(40, (at) => [{ text: '7', x: 39 + at * 12, y: 30 + row * 1.5, size: 5 }]))
    const state = layoutState(page({ paths: [...ticks, ...frames], text: labels }))
    expect(within(() => findDrawings(state))).toBeLessThan(boundMs)
  })

  test('thousands of white images on as many overlays are bounded', () => {
    const box = { x0: 20, y0: 20, x1: 300, y1: 300 }
    const images = Array.from({ length: 10_000 }, () => ({ box, pixelWidth: 9, pixelHeight: 9, empty: true as const }))
    const paths = Array.from({ length: 30_000 }, () => ({ ...fill(400, 400, 500, 500), opacity: 0.5 }))
    expect(within(() => visibleImages(page({ images, paths })))).toBeLessThan(boundMs / 10)
  })

  test('words with equal spaces and shaded cells on one line are bounded', () => {
    const words = rows(60_000, (at) => [{ text: 'abcd', x: at * 0.04, y: 400, size: 0.01 }])
    const cells = Array.from({ length: 30_000 }, () => fill(400, 400, 500, 500))
    const borders = Array.from({ length: 30_000 }, () => across(400, 300, 400))
    expect(within(() => readLines(page({ text: words, paths: [...cells, ...borders] })))).toBeLessThan(boundMs)
    const padding = Array.from({ length: 2_000 }, (_, at) => fill(100, at % 50, 105, 700))
    expect(within(() => mergeCellShading(page({ paths: padding })))).toBeLessThan(boundMs)
  })

  test('a column of more lines than a function takes arguments', () => {
    const raw = rawPage(
      rows(200_000, (at) => [{ text: 'a', x: 20, y: 12 * at + 12 }]),
      { height: 2_400_100 },
    )
    expect(findProse(readLines(raw).lines).size).toBe(0)
  })

  test('a text of a hundred thousand rows is bounded', () => {
    const texts = Array.from({ length: 100_000 }, (_, at) => `row ${at} of a very long paragraph`)
    let joined = ''
    expect(within(() => (joined = joinLines(texts)))).toBeLessThan(boundMs)
    expect(joined).toBe(texts.join(' '))
  })
})
