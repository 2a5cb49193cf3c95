/** Writes one structured log line per request, when its response is ready. Needs the `requestId` middleware before it. */
import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../deps.ts'
import type { AppEnv } from './app-env.ts'

const maxPathLength = 200

export function accessLog({ log, clock }: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = clock()
    await next()
    log.info('request', {
      requestId: c.get('requestId'),
      method: c.req.method,
      // A path below /files is a secret that opens a result.
      path: c.req.path.replace(/^(\/files\/).*/, '$1…').slice(0, maxPathLength),
      status: c.res.status,
      ms: clock() - startedAt,
      ...c.get('logFields'),
    })
  }
}
