/**
 * The document of a task, as it was uploaded or as it was converted, as the pool wants it: the blob's own file where there is one, otherwise a copy in the
 * spool. Shards of one task share it, so that its threads keep the document open; it goes a little after its last user.
 */

import type { Deps } from '../../deps.ts'
import type { SourceRef } from '../../model/source-ref.ts'

export interface DocumentCache {
  /** `blobKey`: `sourceKey` or `convertedKey`. `release` must be called once. Throws when the blob is gone, 1124 when the spool is full. */
  acquire(blobKey: string): Promise<{ readonly source: SourceRef; release(): void }>
}

export function sourceKey(taskId: string): string {
  return `tasks/${taskId}/source`
}

/** The PDF that an Office file was turned into, once for all steps and attempts. */
export function convertedKey(taskId: string): string {
  return `tasks/${taskId}/converted`
}

/** Longer than the way from one shard of a task to the next. */
const idleMs = 5000
/** Sources without users that are kept at most, for runtimes whose timers end with their request. */
const maxIdle = 4

interface CacheEntry {
  readonly opened: Promise<{ source: SourceRef; remove(): Promise<void> }>
  users: number
}

export function createDocumentCache({ blobs, spool }: Pick<Deps, 'blobs' | 'spool'>): DocumentCache {
  const held = new Map<string, CacheEntry>()

  const forget = (blobKey: string, entry: CacheEntry): void => {
    if (entry.users > 0 || held.get(blobKey) !== entry) return
    held.delete(blobKey)
    entry.opened.then(({ remove }) => remove()).catch(() => undefined)
  }

  return {
    async acquire(blobKey) {
      let entry = held.get(blobKey)
      if (entry === undefined) {
        const idle = [...held].filter(([, { users }]) => users === 0)
        for (const [other, unused] of idle.slice(0, Math.max(0, idle.length - maxIdle + 1))) forget(other, unused)
        entry = { opened: open(blobKey), users: 0 }
        held.set(blobKey, entry)
      }
      const own = entry
      own.users++
      const release = (): void => {
        own.users--
        if (own.users === 0) setTimeout(() => forget(blobKey, own), idleMs)
      }
      try {
        const { source } = await own.opened
        return { source, release }
      } catch (error) {
        own.users--
        if (held.get(blobKey) === own) held.delete(blobKey)
        throw error
      }
    },
  }

  async function open(blobKey: string): Promise<{ source: SourceRef; remove(): Promise<void> }> {
    const file = await blobs.file?.(blobKey)
    if (file !== null && file !== undefined) return { source: { kind: 'file', ...file }, remove: async () => undefined }
    const stored = await blobs.get(blobKey)
    if (stored === null) throw new Error(`The document ${blobKey} is gone`)
    const writer = await spool.open()
    try {
      for await (const chunk of stored.body) await writer.write(chunk)
      const { source, remove } = await writer.finish()
      return { source, remove }
    } catch (error) {
      await writer.abort()
      throw error
    }
  }
}
