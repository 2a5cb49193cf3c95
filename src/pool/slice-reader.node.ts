/** OCR of a page in slices: its own thread works from the top, idle threads from the bottom. Results are equal. */
import { BroadcastChannel, threadId } from 'node:worker_threads'
import type { OcrResult, PageSlice, ReadSlices, SliceJob } from '../model/ocr-result.ts'
import { toShared } from './shared-sources.ts'
import type { SharedPage } from './thread-messages.ts'

const FREE = 0
const CLAIMED = 1
/** Maximum time for a slice of another thread, in multiples of the slowest own slice. */
const MAX_WAIT_FACTOR = 3
/** Additional time for loading the engine of the other thread. */
const ENGINE_LOAD_MS = 1500
const CHANNEL = 'sheaf-slices'

interface SliceResult {
  readonly id: string
  readonly index: number
  readonly recognition: OcrResult
}

export function claimLastSlice({ claims }: SharedPage): number {
  for (let index = claims.length - 1; index >= 0; index--) if (claim(claims, index)) return index
  return -1
}

function claim(claims: Int32Array<SharedArrayBuffer>, index: number): boolean {
  return Atomics.compareExchange(claims, index, FREE, CLAIMED) === FREE
}

/** `offer` must notify the pool and return immediately. */
export function createSliceReader(offer: (page: SharedPage) => void): ReadSlices {
  const listeners = new Map<string, (result: SliceResult) => void>()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: unknown) => {
    const { data } = event as { data: SliceResult }
    listeners.get(data.id)?.(data)
  }
  channel.unref()
  let pageCount = 0

  return async (job, readHere) => {
    const page = share(`${threadId}-${++pageCount}`, job)
    const results: (OcrResult | undefined)[] = job.slices.map(() => undefined)
    const { promise: completed, resolve: complete } = Promise.withResolvers<void>()
    const isIncomplete = (): boolean => results.some((result) => result === undefined)
    listeners.set(page.id, ({ index, recognition }) => {
      results[index] ??= recognition
      if (!isIncomplete()) complete()
    })
    try {
      offer(page)
      let slowestMs = 0
      for (const [index, slice] of job.slices.entries()) {
        if (!claim(page.claims, index)) continue
        const startedAt = performance.now()
        results[index] = readHere(slice)
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      }
      if (isIncomplete()) await Promise.race([completed, wait(MAX_WAIT_FACTOR * slowestMs + ENGINE_LOAD_MS)])
    } finally {
      listeners.delete(page.id)
      for (let index = 0; index < page.claims.length; index++) Atomics.store(page.claims, index, CLAIMED)
    }
    return job.slices.map((slice, index) => results[index] ?? readHere(slice))
  }
}

export function publishSliceResult({ id }: SharedPage, index: number, recognition: OcrResult): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ id, index, recognition } satisfies SliceResult)
  channel.close()
}

function share(id: string, { language, dpi, raster, histogram, slices }: SliceJob): SharedPage {
  const { width, height, pixels } = raster
  const claims = new Int32Array(new SharedArrayBuffer(slices.length * Int32Array.BYTES_PER_ELEMENT))
  return { id, language, dpi, raster: { width, height, pixels: toShared(pixels) }, histogram, slices, claims }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

export function sliceAt({ slices }: SharedPage, index: number): PageSlice {
  const slice = slices[index]
  if (slice === undefined) throw new RangeError(`The page has ${slices.length} slices, not ${index + 1}`)
  return slice
}
