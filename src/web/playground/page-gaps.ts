/** Pages of a running task arrive in any order. Empty ones are in the place of those that are still missing. */
import type { Page } from '../client/types.ts'

const gaps = new WeakSet<Page>()

/** Up to the last page that arrived. */
export function fillGaps(arrived: ReadonlyMap<number, Page>): Page[] {
  let size = arrived.values().next().value?.page_size ?? { w: 1, h: 1 }
  return Array.from({ length: Math.max(...arrived.keys()) + 1 }, (_, number) => {
    const page = arrived.get(number) ?? { page_num: number, page_size: size, blocks: [] }
    if (!arrived.has(number)) gaps.add(page)
    size = page.page_size
    return page
  })
}

export function isGap(page: Page): boolean {
  return gaps.has(page)
}
