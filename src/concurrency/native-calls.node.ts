/**
 * Native calls of a worker thread. The process aborts if a thread is terminated during a call of an addon that throws
 * C++ errors, such as onnxruntime-node 1.30.
 */
import { setTimeout } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** The shared state has this bit while the thread is being terminated, and is increased by `CALL` for each call. */
const ENDING = 1
const CALL = 2
const POLL_MS = 5

/** For `workerData.nativeCalls` of a new thread. */
export function createNativeCalls(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Resolves when no call is running, and the thread can be terminated: later calls reject. */
export async function endNativeCalls(calls: Int32Array): Promise<void> {
  Atomics.or(calls, 0, ENDING)
  while (Atomics.load(calls, 0) >= CALL) await setTimeout(POLL_MS)
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
