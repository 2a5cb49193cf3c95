/** Keeps the beginning and the end of a stream for detecting its type. */
import { concatBytes } from '../model/bytes.ts'

/** Size of each sample. TIFF and PDF need the most, the latter for `startxref` near the end. */
export const SAMPLE_BYTES = 65_536

export interface Sampler {
  add(chunk: Uint8Array): void
  /** Copies the samples, so that the chunks can be freed. */
  finish(): { readonly head: Uint8Array; readonly tail: Uint8Array }
}

export function createSampler(): Sampler {
  const head: Uint8Array[] = []
  const tail: Uint8Array[] = []
  let headSize = 0
  let tailSize = 0
  return {
    add(chunk) {
      if (headSize < SAMPLE_BYTES) {
        const part = chunk.slice(0, SAMPLE_BYTES - headSize)
        head.push(part)
        headSize += part.length
      }
      tail.push(chunk)
      tailSize += chunk.length
      for (let first = tail[0]; first !== undefined && tailSize - first.length >= SAMPLE_BYTES; first = tail[0]) {
        tail.shift()
        tailSize -= first.length
      }
    },
    finish: () => ({ head: concatBytes(head), tail: concatBytes(tail).slice(-SAMPLE_BYTES) }),
  }
}

export function sampleOf(bytes: Uint8Array): {
  readonly head: Uint8Array
  readonly tail: Uint8Array
  readonly size: number
} {
  return { head: bytes.slice(0, SAMPLE_BYTES), tail: bytes.slice(-SAMPLE_BYTES), size: bytes.length }
}
