/** Requires the `requestId` middleware. */
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '../deps.ts'
import { parseTraceparent } from '../telemetry/trace-context.ts'
import type { AppEnv } from './app-env.ts'
import type { RequestTally } from './request-tally.ts'

const MAX_PATH_LENGTH = 200
/** nginx's status for requests whose client closed the connection. */
const CLIENT_CLOSED = 499
const unknownRoute = 'unknown'
/** Successes of frequent probes are logged as `debug` and have no traces. */
const probes = new Set(['/health', '/livez', '/ready', '/readyz', '/metrics'])

export function observeRequests({ log, clock, metrics, tracer }: Deps, tally: RequestTally): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = clock()
    const isProbe = probes.has(c.req.path)
    const { method } = c.req
    const finish = (): { route: string; code: number } => {
      const route = routeOf(c)
      const code = codeOf(c)
      const status = code === CLIENT_CLOSED ? code : c.res.status
      const ms = clock() - startedAt
      metrics?.record('requests', { route, code: String(code) })
      if (isTallied(c, route)) tally.record(route, code)
      metrics?.record('requestSeconds', { route }, ms / 1000)
      const write = isProbe && status < 400 ? log.debug : log.info
      write('request', {
        requestId: c.get('requestId'),
        method,
        path: loggedPath(c.req.path, route),
        status,
        ms,
        ...c.get('logFields'),
        ...(code === CLIENT_CLOSED ? { code } : {}),
      })
      return { route, code }
    }
    if (isProbe) {
      await next()
      finish()
      return
    }
    const parent = parseTraceparent(c.req.header('traceparent'))
    const attributes = { 'http.request.method': method, 'sheaf.request': c.get('requestId') }
    await tracer.trace({ name: method, kind: 'server', attributes, parent }, async (span) => {
      await next()
      const { route, code } = finish()
      span.setName(`${method} ${route}`)
      span.setAttributes({ 'http.route': route, 'http.response.status_code': c.res.status, 'sheaf.code': code })
    })
  }
}

/** A path below /files is a secret that opens a result, and clients may put a key into a wrong address. */
function loggedPath(path: string, route: string): string {
  const withoutLink = path.replace(/(files(?:\/|%2f)).*/i, '$1…')
  return (route === unknownRoute ? withoutLink.replace(/[^/]{24,}/g, '…') : withoutLink).slice(0, MAX_PATH_LENGTH)
}

function routeOf(c: Context<AppEnv>): string {
  const pattern = routePath(c, -1)
  return pattern === '*' || pattern === '/*' ? unknownRoute : pattern
}

function isTallied(c: Context<AppEnv>, route: string): boolean {
  return c.get('logFields')?.code !== undefined && route !== unknownRoute && !route.startsWith('/admin/')
}

/** Code of the envelope, or status of responses without one; 0 for success and for a client that disconnects. */
function codeOf(c: Context<AppEnv>): number {
  const code = c.get('logFields')?.code
  if (code === 1137 && c.req.raw.signal.aborted) return CLIENT_CLOSED
  return typeof code === 'number' ? code : c.res.status === 200 ? 0 : c.res.status
}
