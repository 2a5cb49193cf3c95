/** Divides the memory of the process between its threads, in bytes. */
import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

/** Main thread, database and spool. */
const PROCESS_BYTES = 200 << 20
/** Engines of a thread with a scanned page, and its heap. */
const THREAD_BYTES = 300 << 20
/** Neural OCR engine of a thread. */
const NEURAL_BYTES = 200 << 20
/** Engines of a thread at rest. */
const ENGINE_BYTES = 120 << 20
const MIN_HEAP_MB = 192
const MAX_HEAP_MB = 512

interface MemoryBudget {
  readonly limitBytes: number
  readonly threads: number
  readonly maxDecodeBytes: number
  maxHeapMb(threads: number): number
}

/** `null` selects the limit of the control group (container), or the memory of the machine. */
export function memoryBudget(limitBytes: number | null, { neural }: { readonly neural: boolean }): MemoryBudget {
  const constrained = constrainedMemory()
  const total = totalmem()
  const limit = limitBytes ?? (constrained > 0 && constrained < total ? constrained : total)
  const neuralBytes = neural ? NEURAL_BYTES : 0
  return {
    limitBytes: limit,
    threads: Math.max(1, Math.floor((limit - PROCESS_BYTES) / (THREAD_BYTES + neuralBytes))),
    // Two giant images at once are rare; the other half is for documents.
    maxDecodeBytes: Math.floor(limit / 2),
    maxHeapMb(threads) {
      const bytesPerThread = (limit - PROCESS_BYTES) / threads - ENGINE_BYTES - neuralBytes
      return Math.round(Math.min(MAX_HEAP_MB, Math.max(MIN_HEAP_MB, bytesPerThread / (1 << 20))))
    },
  }
}
