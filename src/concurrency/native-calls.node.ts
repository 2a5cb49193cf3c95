/**
 * Native calls of worker threads. The process aborts if a thread is terminated during a call of an addon that throws
 * C++ errors, such as onnxruntime-node 1.30.
 */
import { setTimeout } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** The shared state has this bit while the thread is being terminated, and is increased by `CALL` for each call. */
const ENDING = 1
const CALL = 2
const POLL_MS = 5
/** Several times the longest call. */
const EXIT_LIMIT_MS = 5000

const threads = new Set<Int32Array>()

/** For `workerData.nativeCalls` of a new thread. */
export function createNativeCalls(): Int32Array {
  if (!process.listeners('exit').includes(endAllNativeCalls)) process.on('exit', endAllNativeCalls)
  const calls = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  threads.add(calls)
  return calls
}

/** Resolves when no call is running, and the thread can be terminated: later calls reject. */
export async function endNativeCalls(calls: Int32Array): Promise<void> {
  Atomics.or(calls, 0, ENDING)
  while (isCalling(calls)) await setTimeout(POLL_MS)
}

/** For a thread that has ended, maybe during a call. */
export function forgetNativeCalls(calls: Int32Array): void {
  threads.delete(calls)
  Atomics.store(calls, 0, ENDING)
}

/** `process.exit` terminates the threads. */
function endAllNativeCalls(): void {
  const giveUpAt = Date.now() + EXIT_LIMIT_MS
  for (const calls of threads) Atomics.or(calls, 0, ENDING)
  for (const calls of threads)
    while (isCalling(calls) && Date.now() < giveUpAt) Atomics.wait(calls, 0, Atomics.load(calls, 0), POLL_MS)
}

function isCalling(calls: Int32Array): boolean {
  return Atomics.load(calls, 0) >= CALL
}

/** Makes a native call in this thread. Rejects if the thread is being terminated. */
export async function callNative<result>(call: () => Promise<result>): Promise<result> {
  const calls: unknown = workerData?.nativeCalls
  if (!(calls instanceof Int32Array)) return await call()
  const before = Atomics.add(calls, 0, CALL)
  try {
    if ((before & ENDING) !== 0) throw new Error('the thread is being terminated')
    return await call()
  } finally {
    Atomics.sub(calls, 0, CALL)
  }
}
