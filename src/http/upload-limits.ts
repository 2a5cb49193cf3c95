/**
 * What holds back too much at once: at most so many uploads arrive at a time, the next one is told to come again (1124).
 * Bytes are capped by the spool, parsing by the pool; this keeps open connections from piling up. Nobody knows yet whose an upload
 * is, and a few connections that hardly send would keep everybody out: where all places are taken the slowest one loses its own.
 */

import { ParseError } from '../model/errors.ts'
import type { BodyReader } from '../uploads/request-body.ts'

/** An upload that is arriving. */
export type PendingUpload = Pick<BodyReader, 'bytesRead' | 'abort'>

export interface UploadLimiter {
  /** Takes a place; what it returns gives the place back, once. Throws `ParseError` 1124 when all are taken by uploads that come at a fair pace. */
  acquire(upload: PendingUpload): () => void
  readonly active: number
}

/** Connections begin slowly: nobody is judged before. */
const graceMs = 30_000
/** Mean pace that is always good enough: 128 kbit/s. The largest file would take longer than a request may. */
const fairBytesPerSecond = 16_384

export function createUploadLimiter(places: number, clock: () => number): UploadLimiter {
  const inside = new Map<PendingUpload, { readonly since: number }>()

  /** Of those that come at less than a fair pace. */
  const findSlowest = (): PendingUpload | undefined => {
    const now = clock()
    const paces = [...inside].map(([upload, { since }]) => ({
      upload,
      ageMs: now - since,
      pace: (upload.bytesRead * 1000) / Math.max(1, now - since),
    }))
    const slow = paces.filter(({ ageMs, pace }) => ageMs >= graceMs && pace < fairBytesPerSecond)
    return slow.sort((a, b) => a.pace - b.pace)[0]?.upload
  }

  return {
    get active() {
      return inside.size
    },
    acquire(upload) {
      if (inside.size >= places) {
        const slowest = findSlowest()
        if (slowest === undefined)
          throw new ParseError(
            1124,
            `Busy: ${inside.size} uploads are arriving at this moment, as many as are accepted at once. Try again in a few seconds.`,
          )
        inside.delete(slowest)
        slowest.abort(
          new ParseError(
            1124,
            `Busy: the upload came at less than ${fairBytesPerSecond / 1024} KB a second and others needed its place. Try again later.`,
          ),
        )
      }
      inside.set(upload, { since: clock() })
      return () => {
        inside.delete(upload)
      }
    },
  }
}
