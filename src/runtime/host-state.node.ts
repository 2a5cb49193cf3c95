import { statfs } from 'node:fs/promises'
import { memoryUsage } from 'node:process'
import type { HostState } from '../deps.ts'

export interface ObservedHost extends HostState {
  markStopping(): void
}

export function observeHost({ dataDir, memoryBytes }: { dataDir: string; memoryBytes: number }): ObservedHost {
  let stopping = false
  return {
    async freeDiskBytes() {
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize
    },
    memory: () => ({ usedBytes: memoryUsage.rss(), limitBytes: memoryBytes }),
    isStopping: () => stopping,
    markStopping() {
      stopping = true
    },
  }
}
