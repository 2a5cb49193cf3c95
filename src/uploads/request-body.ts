/**
 * A request body, read once, chunk by chunk. Turns a broken or stalled connection into a `ParseError`, knows how much
 * has arrived, and can swallow the rest of a refused upload so that the refusal reaches a client that is still sending.
 */
import { ParseError } from '../model/errors.ts'

export interface BodyReader {
  /** Bytes that have arrived so far. */
  readonly bytesRead: number
  /** Nothing more will come: the sender is done, or gone. */
  readonly ended: boolean
  /** The next chunk, or `null` at the end. Throws `ParseError` 1133 when the connection breaks or stalls. */
  read(): Promise<Uint8Array | null>
  /** Reads and forgets what still comes, within bounds; never throws. */
  drain(bounds: DrainBounds): Promise<void>
  /** Tells the sender's side that nothing more will be read. */
  cancel(): void
  /** Has the next `read`, or the one under way, throw this instead. Whoever reads finds out within a second. */
  refuse(error: ParseError): void
}

export interface DrainBounds {
  readonly maxBytes: number
  readonly maxMs: number
  /** Ends early when nothing has come for so long: the client has read its answer and stopped. */
  readonly idleMs: number
}

/** A client that sends nothing for so long holds an upload slot in vain. */
const defaultStallMs = 60_000
/** How often a read that waits looks whether the request is still wanted. Others can't wake it: on Workers each request has its own promises. */
const lookEveryMs = 1000

export function openBody(
  body: ReadableStream<Uint8Array> | null,
  { stallMs = defaultStallMs }: { stallMs?: number } = {},
): BodyReader {
  const reader = body?.getReader()
  // A read that outlasted its clock is still under way: the next call must wait for it, not for a second one.
  let pending: ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> | undefined
  let bytesRead = 0
  let ended = reader === undefined
  let refusal: ParseError | undefined

  /** `undefined`: nothing came in time. */
  async function readWithin(ms: number): Promise<Uint8Array | null | undefined> {
    if (ended || reader === undefined) return null
    pending ??= reader.read()
    const result = await within(pending, ms)
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
        if (refusal !== undefined) throw refusal
        try {
          const chunk = await readWithin(Math.min(lookEveryMs, leftMs))
          if (chunk !== undefined) return chunk
        } catch (cause) {
          ended = true
          throw new ParseError(
            1133,
            `The connection broke off after ${bytesRead} bytes of the request. Send it again.`,
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
    refuse(error) {
      refusal = error
    },
  }
}

/** Throws `ParseError` 1133 for a request whose body came compressed: read as it is, it would look like a broken form or one without a key. */
export function requirePlainBody(headers: Headers): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity')
    throw new ParseError(
      1133,
      `The request is compressed (Content-Encoding: ${encoding.slice(0, 60)}), which is not supported. Send it as it is.`,
    )
}

async function within<value>(promise: Promise<value>, ms: number): Promise<value | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
