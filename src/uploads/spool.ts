/** Port for uploads until they are parsed, in memory or files. */
import { sha256, streamOf } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import type { SourceRef } from '../model/source-ref.ts'

export interface Spool {
  /** Throws `ParseError` 1124 if the spool is full. */
  open(): Promise<SpoolWriter>
}

export interface SpoolWriter {
  /** Callers must await writes (back-pressure). Throws `ParseError` 1124 if the spool is full. */
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<SpooledFile>
  /** Removes everything; repeatable, and possible after `finish`. */
  abort(): Promise<void>
}

export interface SpooledFile {
  readonly size: number
  readonly source: SourceRef
  /** Up to `SAMPLE_BYTES` from both ends, to detect the type. */
  readonly head: Uint8Array
  readonly tail: Uint8Array
  stream(): ReadableStream<Uint8Array>
  /** SHA-256 in hexadecimal digits. */
  digest(): Promise<string>
  remove(): Promise<void>
}

export function memoryContent(bytes: Uint8Array): Pick<SpooledFile, 'stream' | 'digest'> {
  return {
    stream: () => streamOf(bytes),
    digest: () => sha256(bytes),
  }
}

interface SpoolQuota {
  check(): void
  open(): UploadUsage
}

export interface UploadUsage {
  /** Throws `ParseError` 1124 above the limit. */
  add(bytes: number): void
  release(): void
}

export function createSpoolQuota(maxTotalBytes: number): SpoolQuota {
  let total = 0
  const full = (): ParseError =>
    new ParseError(
      1124,
      `Busy: current uploads fill the ${Math.round(maxTotalBytes / 1024 / 1024)} MB reserved for them. Try again shortly.`,
    )
  return {
    check() {
      if (total >= maxTotalBytes) throw full()
    },
    open() {
      let reservedBytes = 0
      return {
        add(bytes) {
          if (total + bytes > maxTotalBytes) throw full()
          total += bytes
          reservedBytes += bytes
        },
        release() {
          total -= reservedBytes
          reservedBytes = 0
        },
      }
    },
  }
}
