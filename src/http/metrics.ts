/** GET /metrics for Prometheus, and the counting of requests. */
import { Hono, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Deps } from '../deps.ts'
import { checkReadiness } from '../jobs/api/readiness.ts'
import { countUnfinished } from '../jobs/store/due-work.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { AppEnv } from './app-env.ts'
import type { UploadLimiter } from './upload-limiter.ts'

const partValues = { ok: 1, degraded: 0.5, failed: 0 } as const

/** Routes are counted by their pattern, unknown paths together. */
export function countRequests({ metrics, clock }: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = clock()
    await next()
    const pattern = routePath(c, -1)
    const code = c.get('logFields')?.code
    metrics?.countRequest({
      route: pattern === '*' || pattern === '/*' ? 'unknown' : pattern,
      code: typeof code === 'number' ? code : c.res.status === 200 ? 0 : c.res.status,
      seconds: (clock() - startedAt) / 1000,
    })
  }
}

/** Registers the values that belong to one scrape. */
export function observeService(deps: Deps, limiter: UploadLimiter): void {
  const { metrics, pool, sql, clock, host } = deps
  metrics?.addGauge({
    name: 'sheaf_pool_threads',
    help: 'Threads for parsing.',
    labelNames: ['state'],
    read() {
      const { running, size } = pool.load()
      return [
        { labels: { state: 'busy' }, value: running },
        { labels: { state: 'free' }, value: size - running },
      ]
    },
  })
  metrics?.addGauge({
    name: 'sheaf_pool_waiting',
    help: 'Documents that wait for a thread.',
    read: () => [{ value: pool.load().waiting }],
  })
  metrics?.addGauge({
    name: 'sheaf_uploads_active',
    help: 'Files that are arriving.',
    read: () => [{ value: limiter.active }],
  })
  const unfinished = () => countUnfinished(sql)
  metrics?.addGauge({
    name: 'sheaf_tasks',
    help: 'Unfinished asynchronous tasks by state.',
    labelNames: ['state'],
    read: async () => (await unfinished()).map(({ state, count }) => ({ labels: { state }, value: count })),
  })
  metrics?.addGauge({
    name: 'sheaf_task_oldest_age_seconds',
    help: 'Age of the oldest unfinished task by state.',
    labelNames: ['state'],
    read: async () =>
      (await unfinished()).map(({ state, oldest }) => ({ labels: { state }, value: (clock() - oldest) / 1000 })),
  })
  metrics?.addGauge({
    name: 'sheaf_part_status',
    help: 'Parts of /ready: 1 ok, 0.5 degraded, 0 failed.',
    labelNames: ['part'],
    read: async () =>
      Object.entries((await checkReadiness(deps)).parts).map(([part, { status }]) => ({
        labels: { part },
        value: partValues[status],
      })),
  })
  if (host !== undefined)
    metrics?.addGauge({
      name: 'sheaf_disk_free_bytes',
      help: 'Free space for the data folder.',
      read: async () => [{ value: await host.freeDiskBytes() }],
    })
}

/** With a token, requests need it: `Authorization: Bearer …`. */
export function routeMetrics(app: Hono<AppEnv>, metrics: Metrics, token: string | null): void {
  app.get('/metrics', async (c) => {
    if (token !== null && !(await timingSafeEqual(c.req.header('authorization') ?? '', `Bearer ${token}`)))
      return c.text('Send the token: "Authorization: Bearer <METRICS_TOKEN>".\n', 401, { 'WWW-Authenticate': 'Bearer' })
    const { contentType, text } = await metrics.scrape()
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
}

/** For a port of their own. */
export function createMetricsApp(metrics: Metrics, token: string | null): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  routeMetrics(app, metrics, token)
  return app
}
