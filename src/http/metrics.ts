import { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Deps } from '../deps.ts'
import { checkReadiness } from '../jobs/api/readiness.ts'
import { countUnfinished } from '../jobs/store/due-work.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { AppEnv } from './app-env.ts'
import { routeProbes } from './health.ts'
import type { UploadLimiter } from './upload-limiter.ts'

const partValues = { ok: 1, degraded: 0.5, failed: 0 } as const

/** Numbers of tasks come from the database, so worker processes do not report them again. */
export function observeService(deps: Deps, limiter: UploadLimiter): void {
  const { metrics, sql, clock } = deps
  observeProcess(deps)
  metrics?.addGauge('uploadsActive', () => [{ value: limiter.active }])
  const unfinished = () => countUnfinished(sql)
  metrics?.addGauge('tasks', async () =>
    (await unfinished()).map(({ state, count }) => ({ labels: { state }, value: count })),
  )
  metrics?.addGauge('oldestTask', async () =>
    (await unfinished()).map(({ state, oldest }) => ({ labels: { state }, value: (clock() - oldest) / 1000 })),
  )
}

export function observeProcess(deps: Deps): void {
  const { metrics, pool, host } = deps
  metrics?.addGauge('poolThreads', () => {
    const { running, size } = pool.load()
    return [
      { labels: { state: 'busy' }, value: running },
      { labels: { state: 'free' }, value: size - running },
    ]
  })
  metrics?.addGauge('poolWaiting', () => [{ value: pool.load().waiting }])
  const { threadStarts } = pool
  if (threadStarts !== undefined) metrics?.addGauge('threadStarts', () => [{ value: threadStarts() }])
  metrics?.addGauge('partStatus', async () =>
    Object.entries((await checkReadiness(deps)).parts).map(([part, { status }]) => ({
      labels: { part },
      value: partValues[status],
    })),
  )
  if (host === undefined) return
  metrics?.addGauge('diskFree', async () => [{ value: await host.freeDiskBytes() }])
  metrics?.addGauge('memoryLimit', () => [{ value: host.memory().limitBytes }])
}

/** A configured token must be in `Authorization: Bearer …`. */
export function routeMetrics(app: Hono<AppEnv>, metrics: Metrics | undefined, token: string | null): void {
  const scrape = metrics?.scrape
  if (scrape === undefined) return
  app.get('/metrics', async (c) => {
    if (token !== null && !(await timingSafeEqual(c.req.header('authorization') ?? '', `Bearer ${token}`)))
      return c.text('Send the token: "Authorization: Bearer <METRICS_TOKEN>".\n', 401, { 'WWW-Authenticate': 'Bearer' })
    const { contentType, text } = await scrape()
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
}

/** Serves metrics and probes at `METRICS_PORT`, also of worker processes. */
export function createMonitoringApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  routeMetrics(app, deps.metrics, deps.settings.metricsToken)
  routeProbes(app, deps)
  return app
}
