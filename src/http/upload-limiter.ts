/**
 * Limits concurrent uploads, those with a known key separately. At a limit the slowest below `MIN_BYTES_PER_SECOND`
 * (slowloris) or the new one ends.
 */
import { ParseError } from '../model/errors.ts'
import type { BodyReader } from '../uploads/request-body.ts'

export type PendingUpload = Pick<BodyReader, 'bytesRead' | 'abort'>

/** `fields`: the file has not begun; `unknown`: it arrives without a known key; `known`: with one. */
type Stage = 'fields' | 'unknown' | 'known'

interface UploadSlot {
  /** Marks the start of the file. Throws `ParseError` 1124 at the limit. */
  beginFile(options: { readonly hasKey: boolean }): void
  release(): void
}

export interface UploadLimiter {
  /** `address` is `null` if the client's address is unknown. Throws `ParseError` 1124 at the limit. */
  enter(upload: PendingUpload, address: string | null): UploadSlot
  readonly active: number
}

/** Age at which the speed is measured, in milliseconds; connections start slowly. */
const GRACE_MS: Readonly<Record<Stage, number>> = { fields: 2_000, unknown: 2_000, known: 30_000 }
/** Minimum speed, below which the largest file would exceed the time limit of a request. */
const MIN_BYTES_PER_SECOND = 16_384
/** Factor for requests that only send fields, which need little memory. */
const FIELDS_FACTOR = 4
/** Fractions of `maxActive` for all uploads without a known key, and for those of one address. */
const UNKNOWN_RATIO = 1 / 2
const ADDRESS_RATIO = 1 / 8

interface ActiveUpload {
  readonly upload: PendingUpload
  readonly address: string | null
  stage: Stage
  startedAt: number
  bytesBefore: number
}

export function createUploadLimiter(maxActive: number, clock: () => number): UploadLimiter {
  const entries = new Set<ActiveUpload>()
  const limits: Readonly<Record<Stage, number>> = {
    fields: FIELDS_FACTOR * maxActive,
    unknown: Math.ceil(UNKNOWN_RATIO * maxActive),
    known: maxActive,
  }
  const addressLimit = Math.ceil(ADDRESS_RATIO * maxActive)

  const findSlowest = (uploads: readonly ActiveUpload[]): ActiveUpload | undefined => {
    const now = clock()
    return uploads
      .map((entry) => ({ entry, ageMs: now - entry.startedAt, bytes: entry.upload.bytesRead - entry.bytesBefore }))
      .filter(({ entry, ageMs }) => ageMs >= GRACE_MS[entry.stage])
      .map(({ entry, ageMs, bytes }) => ({ entry, bytesPerSecond: (bytes * 1000) / ageMs }))
      .filter(({ bytesPerSecond }) => bytesPerSecond < MIN_BYTES_PER_SECOND)
      .sort((a, b) => a.bytesPerSecond - b.bytesPerSecond)[0]?.entry
  }

  const evictSlowest = (uploads: readonly ActiveUpload[], limit: number, qualifier: string): void => {
    if (uploads.length < limit) return
    const slowest = findSlowest(uploads)
    if (slowest === undefined)
      throw new ParseError(
        1124,
        `Busy: ${uploads.length} uploads ${qualifier}are arriving at this moment, as many as are accepted at once. Try again in a few seconds.`,
      )
    entries.delete(slowest)
    slowest.upload.abort(
      new ParseError(
        1124,
        `Busy: the upload was slower than ${MIN_BYTES_PER_SECOND / 1024} KB a second, and other uploads were waiting. Try again later${slowest.stage === 'known' ? '' : ', with api_key before the file'}.`,
      ),
    )
  }

  const checkCapacity = (stage: Stage, address: string | null): void => {
    const sameStage = [...entries].filter((entry) => entry.stage === stage)
    const qualifier = stage === 'unknown' ? 'without an api_key before the file ' : ''
    if (stage === 'unknown' && address !== null)
      evictSlowest(
        sameStage.filter((entry) => entry.address === address),
        addressLimit,
        `from this address ${qualifier}`,
      )
    evictSlowest(
      sameStage.filter((entry) => entries.has(entry)),
      limits[stage],
      qualifier,
    )
  }

  return {
    get active() {
      return [...entries].filter(({ stage }) => stage !== 'fields').length
    },
    enter(upload, address) {
      checkCapacity('fields', address)
      const entry: ActiveUpload = { upload, address, stage: 'fields', startedAt: clock(), bytesBefore: 0 }
      entries.add(entry)
      return {
        beginFile({ hasKey }) {
          const stage = hasKey ? 'known' : 'unknown'
          checkCapacity(stage, address)
          Object.assign(entry, { stage, startedAt: clock(), bytesBefore: upload.bytesRead })
        },
        release() {
          entries.delete(entry)
        },
      }
    },
  }
}
