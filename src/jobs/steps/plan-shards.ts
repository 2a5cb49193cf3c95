/**
 * Splits a document into shards, large ones first (guided self-scheduling: Polychronopoulos & Kuck, IEEE Trans. Comput.
 * C-36, 1987). With equal shards the last one would keep one worker busy alone; small shards cost a claim and writes
 * each.
 */
import type { PageRange } from '../store/page-files.ts'

/** Maximum size of a shard as a fraction of the remaining pages: up to four workers share the rest evenly. */
const maxRemainingRatio = 1 / 4
/** Minimum number of pages of a shard, because a step costs as much as a plain digital page. */
const minPages = 4

/** Ranges that cover `pages` without gaps, none longer than `shardPages`. */
export function planShards(pages: number, shardPages: number): PageRange[] {
  const minSize = Math.min(minPages, shardPages)
  const shards: PageRange[] = []
  for (let first = 0; first < pages; ) {
    const remaining = pages - first
    const target = Math.min(shardPages, Math.max(minSize, Math.ceil(remaining * maxRemainingRatio)))
    shards.push({ first, last: first + shardSize(remaining, target, minSize) - 1 })
    first = shards.at(-1)!.last + 1
  }
  return shards
}

/** The rest of the document is split in halves, so that the last shard is not a single page. */
function shardSize(remaining: number, target: number, minSize: number): number {
  if (remaining <= target) return remaining
  return remaining < 2 * target && target === minSize ? Math.ceil(remaining / 2) : target
}
