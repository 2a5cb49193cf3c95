/** Returns the memory of large results to the system: an idle process collects no garbage. */
import { memoryUsage } from 'node:process'
import { collectGarbage } from '../../wasm/garbage.node.ts'

const INTERVAL_MS = 10_000
/** Heap and buffers of the main thread above a service at rest. */
const COLLECT_ABOVE_BYTES = 120 << 20

export function startCollectingGarbage(): () => void {
  let usedAfterLast = 0
  const timer = setInterval(() => {
    const used = usedBytes()
    // Live data cannot be collected, so the next collection waits for more growth.
    if (used < COLLECT_ABOVE_BYTES + usedAfterLast) return
    collectGarbage()
    usedAfterLast = Math.min(usedBytes(), 4 * COLLECT_ABOVE_BYTES)
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function usedBytes(): number {
  const { heapTotal, external } = memoryUsage()
  return heapTotal + external
}
