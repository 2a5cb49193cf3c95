/** Provides documents as files for the pool, shared by shards. */
import type { Deps } from '../../deps.ts'
import type { SourceRef } from '../../model/source-ref.ts'

export interface DocumentCache {
  /** `release` must be called once. Throws `ParseError` 1124 when the spool is full. */
  acquire(blobKey: string): Promise<{ readonly source: SourceRef; release(): void }>
}

/** Idle time before removal, longer than the gap between two shards of a task. */
const IDLE_MS = 5000
const MAX_IDLE = 4

interface CacheEntry {
  readonly opened: Promise<OpenedSource>
  users: number
}

interface OpenedSource {
  readonly source: SourceRef
  remove(): Promise<void>
}

export function createDocumentCache({ blobs, spool }: Pick<Deps, 'blobs' | 'spool'>): DocumentCache {
  const entries = new Map<string, CacheEntry>()

  const evict = (blobKey: string, entry: CacheEntry): void => {
    if (entry.users > 0 || entries.get(blobKey) !== entry) return
    entries.delete(blobKey)
    entry.opened.then(({ remove }) => remove()).catch(() => undefined)
  }

  const addEntry = (blobKey: string): CacheEntry => {
    const idle = [...entries].filter(([, { users }]) => users === 0)
    for (const [other, unused] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE + 1))) evict(other, unused)
    const entry = { opened: open(blobKey), users: 0 }
    entries.set(blobKey, entry)
    return entry
  }

  async function open(blobKey: string): Promise<OpenedSource> {
    const file = await blobs.file?.(blobKey)
    if (file !== null && file !== undefined) return { source: { kind: 'file', ...file }, remove: async () => undefined }
    const stored = await blobs.get(blobKey)
    if (stored === null) throw new Error(`The document ${blobKey} does not exist`)
    const writer = await spool.open()
    try {
      for await (const chunk of stored.body) await writer.write(chunk)
      return await writer.finish()
    } catch (error) {
      await writer.abort()
      throw error
    }
  }

  return {
    async acquire(blobKey) {
      const entry = entries.get(blobKey) ?? addEntry(blobKey)
      entry.users++
      try {
        const { source } = await entry.opened
        return {
          source,
          release() {
            entry.users--
            if (entry.users === 0) setTimeout(() => evict(blobKey, entry), IDLE_MS)
          },
        }
      } catch (error) {
        entry.users--
        if (entries.get(blobKey) === entry) entries.delete(blobKey)
        throw error
      }
    },
  }
}
