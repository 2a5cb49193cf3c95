/**
 * The service as one function from `Request` to `Response`, the same on Node and on Workers. One file per noun; what
 * holds for all of them (id and log line, safe headers, unread bodies, errors in the envelope) is here.
 */
import { Hono, type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Deps } from '../deps.ts'
import { accessLog } from './access-log.ts'
import { routeAdmin } from './admin.ts'
import type { AppEnv } from './app-env.ts'
import { routeDashboard } from './dashboard.ts'
import { drainRequestBody } from './drain-request.ts'
import { errorResponse, notFoundResponse } from './error-responses.ts'
import { routeFiles } from './files.ts'
import { routeHealth } from './health.ts'
import { routeParse } from './parse.ts'
import { routeTasks } from './tasks.ts'
import { createUploadLimiter } from './upload-limits.ts'
import { routeUsage } from './usage.ts'

export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  const gate = createUploadLimiter(deps.settings.maxConcurrentUploads, deps.clock)

  app.use(accessLog(deps))
  app.use(allowPages)
  app.use(
    secureHeaders({
      // Nothing here is a page: no answer may load or run anything, also when it is opened by its address.
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
      // Pictures are linked from Markdown that is shown elsewhere.
      crossOriginResourcePolicy: 'cross-origin',
      // Whether a host is HTTPS only is its operator's decision, for all that runs on it.
      strictTransportSecurity: false,
    }),
  )
  app.use(drainRequestBody(2 * deps.settings.maxUploadBytes))
  app.onError(errorResponse(deps))
  app.notFound(notFoundResponse())

  routeParse(app, deps, gate)
  routeTasks(app, deps, gate)
  routeUsage(app, deps)
  routeFiles(app, deps)
  routeHealth(app, deps, gate)
  routeAdmin(app, deps)
  routeDashboard(app, deps)
  return app
}

/** The few answers that are pages bring a policy of their own, which takes the place of the one for data. */
const allowPages: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const policy = c.get('pagePolicy')
  if (policy !== undefined) c.res.headers.set('Content-Security-Policy', policy)
}
