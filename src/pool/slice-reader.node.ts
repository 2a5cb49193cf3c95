/**
 * A scanned page's bands, read by its own thread and by whichever others have nothing to do: the page's thread works through them
 * from the top and never waits for help, the pool gives those from the bottom to idle threads. Who read a band leaves no trace in it.
 */
import { BroadcastChannel, threadId } from 'node:worker_threads'
import type { OcrResult, PageSlice, ReadSlices, SliceJob } from '../model/recognition.ts'
import type { SliceCall } from './thread-messages.ts'

/** A band is free until somebody takes it; what it says comes by message. */
const FREE = 0
const TAKEN = 1

/** A helper may be this much slower than the page's own thread (it may have to load its engine) before the band is read again. */
const PATIENCE = 3
const PATIENCE_MS = 1500

/** All threads of the process hear it; answers name their call. */
const CHANNEL = 'sheaf-bands'

interface SliceResult {
  readonly id: string
  readonly index: number
  readonly recognition: OcrResult
}

/** Takes the lowest free band for another thread; -1 when none is left. */
export function takeLastSlice({ states }: SliceCall): number {
  for (let index = states.length - 1; index >= 0; index--) if (take(states, index)) return index
  return -1
}

function take(states: Int32Array<SharedArrayBuffer>, index: number): boolean {
  return Atomics.compareExchange(states, index, FREE, TAKEN) === FREE
}

/** For the thread of a page. `call` asks the pool for help; it must return at once. */
export function createSliceReader(call: (bands: SliceCall) => void): ReadSlices {
  const answers = new Map<string, (answer: SliceResult) => void>()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: unknown) => {
    const { data } = event as { data: SliceResult }
    answers.get(data.id)?.(data)
  }
  channel.unref()
  let calls = 0

  return async (job, readHere) => {
    calls += 1
    const id = `${threadId}-${calls}`
    const read: (OcrResult | undefined)[] = job.slices.map(() => undefined)
    const open = share(id, job)
    const { promise: helped, resolve: wake } = Promise.withResolvers<void>()
    const missing = (): boolean => read.some((recognition) => recognition === undefined)
    answers.set(id, ({ index, recognition }) => {
      read[index] ??= recognition
      if (!missing()) wake()
    })
    try {
      call(open)
      let slowest = 0
      for (const [index, band] of job.slices.entries()) {
        if (!take(open.states, index)) continue
        const began = performance.now()
        read[index] = readHere(band)
        slowest = Math.max(slowest, performance.now() - began)
      }
      if (missing()) await Promise.race([helped, wait(PATIENCE * slowest + PATIENCE_MS)])
    } finally {
      answers.delete(id)
      // Nothing of this page is worth reading any more.
      for (let index = 0; index < open.states.length; index++) Atomics.store(open.states, index, TAKEN)
    }
    return job.slices.map((band, index) => read[index] ?? readHere(band))
  }
}

/** For the helping thread: tells the page's thread what it read. */
export function recognizeSlice({ id }: SliceCall, index: number, recognition: OcrResult): void {
  const channel = new BroadcastChannel(CHANNEL)
  const answer: SliceResult = { id, index, recognition }
  channel.postMessage(answer)
  channel.close()
}

/** The page in shared memory: a few milliseconds' copy. */
function share(id: string, { language, dpi, raster, histogram: grays, slices }: SliceJob): SliceCall {
  const pixels = new Uint8Array(new SharedArrayBuffer(raster.pixels.length))
  pixels.set(raster.pixels)
  const states = new Int32Array(new SharedArrayBuffer(slices.length * Int32Array.BYTES_PER_ELEMENT))
  return {
    id,
    language,
    dpi,
    raster: { width: raster.width, height: raster.height, pixels },
    grays,
    slices,
    states,
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

/** The band that a helper was given. */
export function bandOf({ slices: bands }: SliceCall, index: number): PageSlice {
  const band = bands[index]
  if (band === undefined) throw new RangeError(`The page has ${bands.length} bands, not ${index + 1}`)
  return band
}
