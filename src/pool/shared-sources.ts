/**
 * Document bytes on their way into threads: each source gets a number and, when it lies in memory, one copy in shared
 * memory that all threads read. Equal sources are recognized by their object, so nothing is compared or hashed.
 */
import type { SourceRef } from '../model/source-ref.ts'
import type { ThreadSource } from './thread-messages.ts'

export function createSharedSources(): { share(source: SourceRef): ThreadSource } {
  const shared = new WeakMap<object, ThreadSource>()
  let lastId = 0
  return {
    share(source) {
      const known = shared.get(identity(source))
      if (known !== undefined) return known
      lastId += 1
      const made: ThreadSource =
        source.kind === 'file'
          ? { ...source, id: lastId }
          : { id: lastId, kind: 'shared', bytes: toShared(source.bytes) }
      shared.set(identity(source), made)
      return made
    },
  }
}

/** The object that is the same as long as the source is. */
export function identity(source: SourceRef): object {
  return source.kind === 'bytes' ? source.bytes : source
}

function toShared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  copy.set(bytes)
  return copy
}
