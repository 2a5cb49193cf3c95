/**
 * Guided self-scheduling (Polychronopoulos & Kuck, IEEE Trans. Comput. C-36, 1987): large shards first, so that workers
 * finish together, after a small one to read early.
 */
import type { PageRange } from '../store/page-files.ts'

/** Maximum fraction of the remaining pages per shard; up to four workers share them evenly. */
const MAX_REMAINING_RATIO = 1 / 4
/** Minimum pages of a shard, because a step costs as much as a plain page. */
const MIN_PAGES = 4

/** Covers `pages` without gaps by ranges of at most `shardPages`. */
export function planShards(pages: number, shardPages: number): PageRange[] {
  const minSize = Math.min(MIN_PAGES, shardPages)
  const shards: PageRange[] = []
  for (let first = 0; first < pages; ) {
    const remaining = pages - first
    const isFirst = first === 0 && pages > shardPages
    const target = isFirst
      ? minSize
      : Math.min(shardPages, Math.max(minSize, Math.ceil(remaining * MAX_REMAINING_RATIO)))
    shards.push({ first, last: first + shardSize(remaining, target, minSize) - 1 })
    first = shards.at(-1)!.last + 1
  }
  return shards
}

function shardSize(remaining: number, target: number, minSize: number): number {
  if (remaining <= target) return remaining
  return remaining < 2 * target && target === minSize ? Math.ceil(remaining / 2) : target
}
