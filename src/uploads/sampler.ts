/**
 * Keeps the beginning and the end of a stream of chunks, so that a file's type can be told without reading it again.
 * Holds at most two samples and one chunk, whatever the file's size.
 */
import { concatBytes } from '../model/bytes.ts'

/** What `sniff` of every extractor gets by: TIFF and PDF look furthest, the latter for `startxref` near the end. */
export const sampleBytes = 65_536

export interface Sampler {
  add(chunk: Uint8Array): void
  /** Own copies, so that the chunks they came from can be forgotten. */
  finish(): { head: Uint8Array; tail: Uint8Array }
}

export function createSampler(): Sampler {
  const head: Uint8Array[] = []
  const tail: Uint8Array[] = []
  let headSize = 0
  let tailSize = 0
  return {
    add(chunk) {
      if (headSize < sampleBytes) {
        const part = chunk.slice(0, sampleBytes - headSize)
        head.push(part)
        headSize += part.length
      }
      tail.push(chunk)
      tailSize += chunk.length
      for (let first = tail[0]; first !== undefined && tailSize - first.length >= sampleBytes; first = tail[0]) {
        tail.shift()
        tailSize -= first.length
      }
    },
    finish: () => ({ head: concatBytes(head), tail: concatBytes(tail).slice(-sampleBytes) }),
  }
}
