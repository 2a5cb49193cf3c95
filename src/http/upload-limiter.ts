/**
 * Limits concurrent uploads, those with a known key separately. At a limit the slowest below `MIN_BYTES_PER_SECOND`
 * (slowloris) or the new one ends; among requests whose file has not begun, the oldest.
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

/** Age at which the speed is measured. Within half a second a distant client sends two windows of TCP. */
const GRACE_MS: Readonly<Record<Exclude<Stage, 'fields'>, number>> = { unknown: 500, known: 30_000 }
/** Minimum speed, below which the largest file would exceed the time limit of a request. */
const MIN_BYTES_PER_SECOND = 16_384
/** Factor for requests that only send fields, which need little memory. */
const FIELDS_FACTOR = 4
/** Fraction of `maxActive` for uploads without a known key. */
const UNKNOWN_RATIO = 1 / 2
/** Fraction of a limit for requests of one address without a known key. */
const ADDRESS_RATIO = 1 / 4

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
  /** Fields have too few bytes for a speed, and a request with a key soon leaves this stage. */
  const chooseVictim = (uploads: readonly ActiveUpload[]): ActiveUpload | undefined => {
    const now = clock()
    const [oldest] = uploads
    if (oldest === undefined || oldest.stage === 'fields') return oldest
    const graceMs = GRACE_MS[oldest.stage]
    return uploads
      .map((entry) => ({ entry, ageMs: now - entry.startedAt, bytes: entry.upload.bytesRead - entry.bytesBefore }))
      .filter(({ ageMs }) => ageMs >= graceMs)
      .map(({ entry, ageMs, bytes }) => ({ entry, bytesPerSecond: (bytes * 1000) / ageMs }))
      .filter(({ bytesPerSecond }) => bytesPerSecond < MIN_BYTES_PER_SECOND)
      .sort((a, b) => a.bytesPerSecond - b.bytesPerSecond)[0]?.entry
  }

  const makeRoom = (uploads: readonly ActiveUpload[], limit: number, qualifier: string): void => {
    if (uploads.length < limit) return
    const victim = chooseVictim(uploads)
    if (victim === undefined)
      throw new ParseError(
        1124,
        `Busy: ${uploads.length} uploads ${qualifier}are arriving at this moment, as many as are accepted at once. Try again in a few seconds.`,
      )
    entries.delete(victim)
    victim.upload.abort(new ParseError(1124, abortMessage(victim.stage)))
  }

  const checkCapacity = (stage: Stage, address: string | null): void => {
    const sameStage = (): ActiveUpload[] => [...entries].filter((entry) => entry.stage === stage)
    const qualifier = stage === 'unknown' ? 'without an api_key before the file ' : ''
    if (stage !== 'known' && address !== null)
      makeRoom(
        sameStage().filter((entry) => entry.address === address),
        Math.ceil(ADDRESS_RATIO * limits[stage]),
        `from this address ${qualifier}`,
      )
    makeRoom(sameStage(), limits[stage], qualifier)
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

function abortMessage(stage: Stage): string {
  if (stage === 'fields')
    return 'Busy: the file of this request had not begun, and many other requests were waiting. Try again later.'
  return `Busy: the upload was slower than ${MIN_BYTES_PER_SECOND / 1024} KB a second, and other uploads were waiting. Try again later${stage === 'known' ? '' : ', with api_key before the file'}.`
}
