/** Gives every request an id, puts it on the answer, and writes one log line when the answer is ready. */
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { AppEnv } from './app-env.ts'

export function accessLog({ log, clock }: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = clock()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('logFields', {})
    await next()
    c.header('X-Request-Id', requestId)
    // A path below /files is a secret that opens a result.
    const path = c.req.path.replace(/^(\/files\/).*/, '$1…').slice(0, 200)
    log.info('request', {
      requestId,
      method: c.req.method,
      path,
      status: c.res.status,
      ms: clock() - startedAt,
      ...c.get('logFields'),
    })
  }
}
