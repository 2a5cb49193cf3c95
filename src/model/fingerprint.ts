/** 32-bit FNV-1a hash over whole numbers instead of bytes (draft-eastlake-fnv). */
export function fingerprint(values: ArrayLike<number>): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < values.length; index++) hash = Math.imul(hash ^ values[index]!, 0x01000193)
  return hash >>> 0
}
