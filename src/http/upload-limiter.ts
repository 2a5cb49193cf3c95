/**
 * Limits concurrent uploads. At the limit new uploads get 1124, unless an upload is slower than `minBytesPerSecond`: then the
 * slowest one is aborted (slowloris protection). The API key is not known yet, so the limit is global.
 */
import { ParseError } from '../model/errors.ts'
import type { BodyReader } from '../uploads/request-body.ts'

export type PendingUpload = Pick<BodyReader, 'bytesRead' | 'abort'>

export interface UploadLimiter {
  /** The result ends the upload. Throws `ParseError` 1124 at the limit. */
  acquire(upload: PendingUpload): () => void
  readonly active: number
}

/** Age at which the speed of an upload is measured; connections start slowly. */
const graceMs = 30_000
/** 128 kbit/s. At this speed the largest file would exceed the time limit of a request. */
const minBytesPerSecond = 16_384

export function createUploadLimiter(maxActive: number, clock: () => number): UploadLimiter {
  const startTimes = new Map<PendingUpload, number>()

  const findSlowest = (): PendingUpload | undefined => {
    const now = clock()
    return [...startTimes]
      .filter(([, startedAt]) => now - startedAt >= graceMs)
      .map(([upload, startedAt]) => ({ upload, bytesPerSecond: (upload.bytesRead * 1000) / (now - startedAt) }))
      .filter(({ bytesPerSecond }) => bytesPerSecond < minBytesPerSecond)
      .sort((a, b) => a.bytesPerSecond - b.bytesPerSecond)[0]?.upload
  }

  return {
    get active() {
      return startTimes.size
    },
    acquire(upload) {
      if (startTimes.size >= maxActive) {
        const slowest = findSlowest()
        if (slowest === undefined)
          throw new ParseError(
            1124,
            `Busy: ${startTimes.size} uploads are arriving at this moment, as many as are accepted at once. Try again in a few seconds.`,
          )
        startTimes.delete(slowest)
        slowest.abort(
          new ParseError(
            1124,
            `Busy: the upload was slower than ${minBytesPerSecond / 1024} KB a second, and other uploads were waiting. Try again later.`,
          ),
        )
      }
      startTimes.set(upload, clock())
      return () => {
        startTimes.delete(upload)
      }
    },
  }
}
