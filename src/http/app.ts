import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import type { Deps } from '../deps.ts'
import { observeRequests } from './access-log.ts'
import { routeAccount } from './account.ts'
import { routeAdmin } from './admin.ts'
import type { AppEnv } from './app-env.ts'
import { routeDocling } from './compat/docling/routes.ts'
import { routeOpenWebui } from './compat/open-webui.ts'
import { routeTika } from './compat/tika.ts'
import { routeUnstructured } from './compat/unstructured/routes.ts'
import { drainRequestBody } from './drain-request.ts'
import { errorResponse, methodNotAllowedResponse, notFoundResponse } from './error-responses.ts'
import { routeFiles } from './files.ts'
import { routeHealth } from './health.ts'
import { routeMcp } from './mcp/routes.ts'
import { observeService, routeMetrics } from './metrics.ts'
import { routeOpenapi } from './openapi.ts'
import { routeParse } from './parse.ts'
import { createRequestTally } from './request-tally.ts'
import { routeTasks } from './tasks.ts'
import { createUploadLimiter } from './upload-limiter.ts'
import { routeUsage } from './usage.ts'
import { routeWebPages, webHeaders } from './web-pages.ts'

const none = ["'none'"]
/** Responses with data must not load or run anything when a browser opens them. */
const dataHeaders = secureHeaders({
  // Markdown on other sites links images.
  crossOriginResourcePolicy: 'cross-origin',
  // HSTS is left to the operator, because it affects the whole host.
  strictTransportSecurity: false,
  contentSecurityPolicy: { defaultSrc: none, frameAncestors: none, sandbox: [] },
})

export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  const limiter = createUploadLimiter(deps.settings.maxConcurrentUploads, deps.clock)
  const tally = createRequestTally(deps.clock)

  app.use(requestId())
  app.use(observeRequests(deps, tally))
  app.use(webHeaders(dataHeaders))
  app.use(methodNotAllowed({ app, onMethodNotAllowed: methodNotAllowedResponse }))
  app.use(drainRequestBody(2 * deps.settings.maxUploadBytes))
  app.onError(errorResponse(deps))
  app.notFound(notFoundResponse)

  routeParse(app, deps, limiter)
  routeTasks(app, deps, limiter)
  routeUsage(app, deps)
  routeAccount(app, deps)
  routeFiles(app, deps)
  routeWebPages(app, deps)
  routeHealth(app, deps, limiter)
  observeService(deps, limiter)
  if (deps.settings.metricsPort === null) routeMetrics(app, deps.metrics, deps.settings.metricsToken)
  routeAdmin(app, deps, tally)
  routeOpenapi(app, deps)
  routeDocling(app, { deps, limiter })
  routeMcp(app, { deps, limiter })
  routeOpenWebui(app, { deps, limiter })
  routeTika(app, { deps, limiter })
  routeUnstructured(app, { deps, limiter })
  return app
}
