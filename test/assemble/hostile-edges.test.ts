/** Page edges with more blocks than an author writes: bounds and not timings. */
import { expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import { assembled, prose, text } from './pages.ts'

const boundMs = 45_000

function within(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

test.each<[string, Block[][]]>([
  ['thirty thousand short blocks', [range(30_000).map((at) => text(`${at} a`, { y: at / 20, size: 0.04 }))]],
  [
    'forty thousand equal lines at the top of two pages',
    range(2).map(() => [...range(40_000).map((at) => text('same', { y: at / 400, size: 0.002 })), ...prose()]),
  ],
  [
    'thousands of rotated notes',
    [
      [
        ...range(3_000).map((at) => ({
          ...text('Downloaded from the archive of the library', { y: 100, size: 0.01 }),
          box: { x0: at / 100, y0: 100, x1: at / 100 + 0.01, y1: 400 },
        })),
        ...range(300).flatMap(() => prose()),
      ],
    ],
  ],
])('%s', { timeout: 8 * boundMs }, (_, pages) => {
  expect(within(() => assembled(pages))).toBeLessThan(boundMs)
})
