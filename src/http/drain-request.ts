/**
 * Closing a connection with unread bytes resets it, and many clients lose the error response. So the rest is drained.
 */
import type { MiddlewareHandler } from 'hono'
import { type BodyReader, type DrainBounds, openBody } from '../uploads/request-body.ts'
import type { AppEnv } from './app-env.ts'

/** For bodies that end soon and need no special response. */
const shortBounds: DrainBounds = { maxBytes: 256 * 1024, maxMs: 20, idleMs: 20 }
/** For clients that read the response at the end; `idleMs` is for those that stop. */
const longBounds = { maxMs: 60_000, idleMs: 5_000 }

/** Opens the request body for the routes, and drains the unread rest. */
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

/** The response ends after the request body; `Content-Length` shows that it is complete. */
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
