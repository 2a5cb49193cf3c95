/** Reads a body once, in chunks. Broken and stalled connections become `ParseError`s. */
import { ParseError } from '../model/errors.ts'

export interface BodyReader {
  readonly bytesRead: number
  readonly ended: boolean
  /** Returns `null` at the end. Throws `ParseError` 1133 if the connection breaks or stalls. */
  read(): Promise<Uint8Array | null>
  /** Discards the rest within the bounds, so that an early response arrives. Does not throw. */
  drain(bounds: DrainBounds): Promise<void>
  cancel(): void
  /** Makes `read` throw this error, within a second. */
  abort(error: ParseError): void
}

export type BodyChunks = Pick<BodyReader, 'bytesRead' | 'read'>

export interface DrainBounds {
  readonly maxBytes: number
  readonly maxMs: number
  /** Time without data after which the client has presumably stopped. */
  readonly idleMs: number
}

const DEFAULT_STALL_MS = 60_000
/** On Workers, one request cannot resolve promises of another, so `abort` is polled. */
const ABORT_POLL_MS = 1000

export function openBody(
  body: ReadableStream<Uint8Array> | null,
  { stallMs = DEFAULT_STALL_MS }: { readonly stallMs?: number } = {},
): BodyReader {
  const reader = body?.getReader()
  let pending: ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> | undefined
  let bytesRead = 0
  let ended = reader === undefined
  let abortError: ParseError | undefined

  async function readWithin(ms: number): Promise<Uint8Array | null | undefined> {
    if (ended || reader === undefined) return null
    pending ??= reader.read()
    const result = await withTimeout(pending, ms)
    if (result === undefined) return undefined
    pending = undefined
    if (result.done) ended = true
    else bytesRead += result.value.length
    return result.done ? null : result.value
  }

  return {
    get bytesRead() {
      return bytesRead
    },
    get ended() {
      return ended
    },
    async read() {
      const stopAt = Date.now() + stallMs
      for (let leftMs = stallMs; leftMs > 0; leftMs = stopAt - Date.now()) {
        if (abortError !== undefined) throw abortError
        try {
          const chunk = await readWithin(Math.min(ABORT_POLL_MS, leftMs))
          if (chunk !== undefined) return chunk
        } catch (cause) {
          ended = true
          throw new ParseError(
            1133,
            `The connection was closed after ${bytesRead} bytes of the request. Send it again.`,
            { cause },
          )
        }
      }
      throw new ParseError(
        1133,
        `Nothing arrived for ${stallMs / 1000} seconds after ${bytesRead} bytes of the request. Send it again.`,
      )
    },
    async drain({ maxBytes, maxMs, idleMs }) {
      const stopAt = Date.now() + maxMs
      const stopBytes = bytesRead + maxBytes
      try {
        while (!ended && bytesRead <= stopBytes && Date.now() < stopAt)
          if ((await readWithin(idleMs)) === undefined) break
      } catch {
        ended = true
      }
    },
    cancel() {
      ended = true
      reader?.cancel().catch(() => undefined)
    },
    abort(error) {
      abortError = error
    },
  }
}

export function limitBody(
  body: BodyChunks,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: (bytesRead: number) => ParseError },
): BodyChunks {
  return {
    get bytesRead() {
      return body.bytesRead
    },
    async read() {
      const chunk = await body.read()
      if (body.bytesRead > maxBytes) throw tooLarge(body.bytesRead)
      return chunk
    },
  }
}

export async function readBodyText(unlimited: BodyChunks, limit: Parameters<typeof limitBody>[1]): Promise<string> {
  const body = limitBody(unlimited, limit)
  const decoder = new TextDecoder()
  const parts: string[] = []
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read())
    parts.push(decoder.decode(chunk, { stream: true }))
  return parts.join('') + decoder.decode()
}

/** `Content-Encoding`; `null` without compression. */
export function compressionOf(headers: Headers): string | null {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return encoding === '' || encoding === 'identity' ? null : encoding
}

/** Throws `ParseError` 1133. Compressed bodies would be reported as malformed forms. */
export function refuseCompressedBody(headers: Headers): void {
  const encoding = compressionOf(headers)
  if (encoding !== null)
    throw new ParseError(
      1133,
      `The request is compressed (Content-Encoding: ${encoding.slice(0, 60)}), which is not supported. Send it uncompressed.`,
    )
}

async function withTimeout<value>(promise: Promise<value>, ms: number): Promise<value | undefined> {
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), ms)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
