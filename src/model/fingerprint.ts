/**
 * Numbers → one of 32 bits, equal for equal sequences and hardly ever for others: FNV-1a over whole words
 * (Fowler, Noll, Vo; draft-eastlake-fnv). Tells pictures apart, protects nothing.
 */
export function fingerprint(values: ArrayLike<number>): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < values.length; index++) hash = Math.imul(hash ^ values[index]!, 0x01000193)
  return hash >>> 0
}
