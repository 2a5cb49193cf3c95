import { concatBytes } from '../model/bytes.ts'
import { sampleOf } from './sampler.ts'
import { createSpoolQuota, memoryContent, type Spool, type SpooledFile } from './spool.ts'

/** An isolate that runs out of memory fails all its requests. */
export function createMemorySpool({ maxTotalBytes }: { readonly maxTotalBytes: number }): Spool {
  const quota = createSpoolQuota(maxTotalBytes)
  return {
    async open() {
      quota.check()
      const usage = quota.open()
      let chunks: Uint8Array[] = []
      const remove = async (): Promise<void> => {
        usage.release()
        chunks = []
      }
      return {
        async write(chunk) {
          usage.add(chunk.length)
          chunks.push(chunk)
        },
        async finish(): Promise<SpooledFile> {
          const bytes = concatBytes(chunks)
          chunks = []
          return {
            source: { kind: 'bytes', bytes },
            ...sampleOf(bytes),
            ...memoryContent(bytes),
            remove,
          }
        },
        abort: remove,
      }
    },
  }
}
