/**
 * Where an upload rests while it arrives and is parsed: memory for small ones, a file for the rest where the
 * runtime has a disk.
 */

import { toHex } from '../model/bytes.ts'
import type { SourceRef } from '../model/source-ref.ts'

export interface SpooledFile {
  readonly size: number
  readonly source: SourceRef
  /** Up to 64 KiB from the beginning and from the end: enough to tell every type by its content. */
  readonly head: Uint8Array
  readonly tail: Uint8Array
  /** The bytes from the beginning, anew with each call. */
  stream(): ReadableStream<Uint8Array>
  /** SHA-256 in hexadecimal digits. */
  digest(): Promise<string>
  /** Forgets the bytes; safe to call twice. */
  remove(): Promise<void>
}

/** `stream` and `digest` of bytes in memory. */
export function readingOf(bytes: Uint8Array): Pick<SpooledFile, 'stream' | 'digest'> {
  return {
    stream: () =>
      new ReadableStream({
        start(controller) {
          if (bytes.length > 0) controller.enqueue(bytes)
          controller.close()
        },
      }),
    async digest() {
      const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
      return toHex(new Uint8Array(hash))
    },
  }
}

export interface SpoolWriter {
  /** Resolves when the chunk is taken: not reading on until then is the back-pressure. */
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<SpooledFile>
  /** Leaves nothing behind; safe to call twice and after `finish`. */
  abort(): Promise<void>
}

export interface Spool {
  /** Throws `ParseError` 1124 when the spool's total cap is reached. */
  open(): Promise<SpoolWriter>
}
