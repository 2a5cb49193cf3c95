/**
 * A document's pages as shards, large first and small last. With equal shards the last one to be taken keeps one worker
 * busy while the others have none; with small ones throughout, every page pays for claims and writes. The rule is guided
 * self-scheduling (Polychronopoulos & Kuck, IEEE Trans. Comput. C-36, 1987): each shard is a fraction of what remains.
 */

/** Positions in the task's list of pages, inclusive. */
export interface PageRange {
  readonly first: number
  readonly last: number
}

/** A shard is at most this part of what remains: at planning nobody knows the number of workers; up to four share the rest evenly. */
const partOfRest = 1 / 4
/** The least pages of a shard: a step costs some milliseconds, as a plain digital page does; a scanned page costs hundreds. */
const leastPages = 4

/** Ranges that cover `pages` without gaps, none longer than `shardPages`. */
export function planShards(pages: number, shardPages: number): PageRange[] {
  const least = Math.min(leastPages, shardPages)
  const shards: PageRange[] = []
  for (let first = 0; first < pages; ) {
    const rest = pages - first
    const wanted = Math.min(shardPages, Math.max(least, Math.ceil(rest * partOfRest)))
    // What is left for the last two is halved, so that none is a mere page.
    const size = rest <= wanted ? rest : rest < 2 * wanted && wanted === least ? Math.ceil(rest / 2) : wanted
    shards.push({ first, last: first + size - 1 })
    first += size
  }
  return shards
}
