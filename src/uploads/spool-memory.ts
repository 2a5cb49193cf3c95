/**
 * A spool that keeps uploads in memory: for Workers, which have no disk, under a cap for all of them together.
 * Refuses (1124) what would go over the cap, since an isolate that runs out of memory takes all its requests with it.
 */
import { concatBytes } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import { sampleBytes } from './sampler.ts'
import { readingOf, type Spool, type SpooledFile } from './spool.ts'

export function createMemorySpool({ maxTotalBytes }: { maxTotalBytes: number }): Spool {
  let held = 0
  return {
    async open() {
      if (held >= maxTotalBytes) throw spoolFull(maxTotalBytes)
      let chunks: Uint8Array[] = []
      let size = 0
      const forget = async (): Promise<void> => {
        held -= size
        size = 0
        chunks = []
      }
      return {
        async write(chunk) {
          if (held + chunk.length > maxTotalBytes) throw spoolFull(maxTotalBytes)
          held += chunk.length
          size += chunk.length
          chunks.push(chunk)
        },
        async finish(): Promise<SpooledFile> {
          const bytes = concatBytes(chunks)
          chunks = []
          return {
            size: bytes.length,
            source: { kind: 'bytes', bytes },
            head: bytes.slice(0, sampleBytes),
            tail: bytes.slice(-sampleBytes),
            ...readingOf(bytes),
            remove: forget,
          }
        },
        abort: forget,
      }
    },
  }
}

/** The refusal that both spools give. */
export function spoolFull(maxTotalBytes: number): ParseError {
  return new ParseError(
    1124,
    `Busy: the uploads being handled right now fill the ${Math.round(maxTotalBytes / 1024 / 1024)} MB set aside for them. Try again shortly.`,
  )
}
