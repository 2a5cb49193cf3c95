/**
 * Lets the refusal of an upload reach a client that is still sending. Closing the connection on unread bytes resets it,
 * and many clients then never see the answer: so the answer goes out at once, whole, and the rest is read and
 * forgotten, within bounds, before the connection closes.
 */
import type { MiddlewareHandler } from 'hono'
import { type BodyReader, type DrainBounds, openBody } from '../uploads/request-body.ts'
import type { AppEnv } from './app-env.ts'

/** A body that has arrived already, or is about to, ends within this: then nothing special has to be done. */
const shortBounds: DrainBounds = { maxBytes: 256 * 1024, maxMs: 20, idleMs: 20 }
/**
 * Clients that read no answer before they have sent everything get this long; `idleMs` is for those that stopped
 * sending when they saw it.
 */
const longBounds = { maxMs: 60_000, idleMs: 5_000 }

/** Opens the request's body for the routes, and swallows what they left of it. */
export function drainRequestBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    const body = openBody(hasBody ? (c.env?.openRequestBody?.() ?? c.req.raw.body) : null)
    c.set('body', body)
    await next()
    if (!body.ended) await body.drain(shortBounds)
    if (!body.ended) c.res = await respondWhileReading(c.res, body, { ...longBounds, maxBytes })
  }
}

/**
 * The same answer as a stream that gives all its bytes at once and ends when the request's body has. Its length is
 * declared, so a client knows that it has the whole answer before the stream ends.
 */
async function respondWhileReading(response: Response, body: BodyReader, bounds: DrainBounds): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('Content-Length', String(bytes.length))
  headers.set('Connection', 'close')
  let open = true
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes)
      await body.drain(bounds)
      body.cancel()
      if (open) controller.close()
    },
    cancel() {
      open = false
      body.cancel()
    },
  })
  return new Response(stream, { status: response.status, headers })
}
