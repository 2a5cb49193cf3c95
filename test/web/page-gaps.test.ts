/** Missing pages of a running task are empty pages of the size of the page before. */
import { expect, test } from 'vitest'
import type { Page } from '../../src/web/client/types.ts'
import { fillGaps, isGap } from '../../src/web/playground/page-gaps.ts'

const page = (number: number, w: number): Page => ({ page_num: number, page_size: { w, h: 100 }, blocks: [] })
const arrived = (...pages: readonly Page[]) => new Map(pages.map((each) => [each.page_num, each]))

test('pages that arrive early keep their place', () => {
  const pages = fillGaps(arrived(page(4, 20), page(1, 10)))
  expect(pages.map(({ page_num, page_size }) => [page_num, page_size.w])).toEqual([
    [0, 20],
    [1, 10],
    [2, 10],
    [3, 10],
    [4, 20],
  ])
  expect(pages.map(isGap)).toEqual([true, false, true, true, false])
})
