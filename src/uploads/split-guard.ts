import { concatBytes } from '../model/bytes.ts'

/** For multipasta 0.2.8, which misreads a chunk that ends one byte after a boundary: that byte waits. */
export function createSplitGuard(boundary: string): (chunk: Uint8Array) => Uint8Array {
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
  const window = delimiter.length + 1
  // No line break precedes the first boundary.
  let recent: Uint8Array = delimiter.subarray(0, 2)
  let waiting: Uint8Array = new Uint8Array(0)
  return (chunk) => {
    const data = waiting.length === 0 ? chunk : concatBytes([waiting, chunk])
    recent = data.length >= window ? data.slice(-window) : concatBytes([recent, data]).slice(-window)
    const isSplit = recent.length === window && delimiter.every((byte, index) => recent[index] === byte)
    waiting = isSplit ? data.slice(-1) : new Uint8Array(0)
    if (!isSplit) return data
    recent = recent.subarray(0, -1)
    return data.subarray(0, -1)
  }
}
