/** Gives each source an id and copies bytes to shared memory once for all threads. */
import type { SourceRef } from '../model/source-ref.ts'
import type { ThreadSource } from './thread-messages.ts'

export function createSharedSources(): { share(source: SourceRef): ThreadSource } {
  const shared = new WeakMap<object, ThreadSource>()
  let lastId = 0
  return {
    share(source) {
      const identity = sourceIdentity(source)
      let entry = shared.get(identity)
      if (entry === undefined) {
        const id = ++lastId
        entry = source.kind === 'file' ? { ...source, id } : { ...source, id, bytes: toShared(source.bytes) }
        shared.set(identity, entry)
      }
      return entry
    },
  }
}

/** Compares sources by object, not by content. */
export function sourceIdentity(source: SourceRef): object {
  return source.kind === 'bytes' ? source.bytes : source
}

export function toShared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  copy.set(bytes)
  return copy
}
