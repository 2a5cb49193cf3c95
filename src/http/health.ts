/**
 * GET /health, /livez, /ready and the root need no key and no thread. `/ready` is for load balancers, not for restarts.
 */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkReadiness, type Readiness } from '../jobs/api/readiness.ts'
import { countLiveWorkers } from '../jobs/store/worker-heartbeats.ts'
import { UnavailableError } from '../model/errors.ts'
import { isoTime } from '../model/iso-time.ts'
import { type AppEnv, basePath } from './app-env.ts'
import { successOf } from './error-responses.ts'
import type { UploadLimiter } from './upload-limiter.ts'

export function routeHealth(app: Hono<AppEnv>, deps: Deps, limiter: UploadLimiter): void {
  const { settings, pool } = deps
  app.get('/health', async (c) => {
    c.header('Cache-Control', 'no-store')
    const { status, parts } = await checkReadiness(deps)
    const problems = problemsOf(parts)
    return c.json({
      status,
      ...(problems.length > 0 ? { problems } : {}),
      version: settings.version,
      pool: pool.load(),
      uploads: { arriving: limiter.active, places: settings.maxConcurrentUploads },
      languages: settings.parse.installedLanguages,
      office:
        deps.converter === undefined ? null : { converter: deps.converter.kind, ready: await deps.converter.ready() },
      ...(deps.tasks?.remote === true ? { workers: await workersJson(deps) } : {}),
    })
  })

  routeProbes(app, deps)
  const { version } = settings
  const greeting = `Sheaf ${version} is running. Send documents with POST ${basePath}/parse/sync.`
  for (const path of ['/', basePath]) app.get(path, (c) => c.json(successOf({ version }, greeting)))
}

export function routeProbes(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/livez', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ status: 'ok' })
  })

  for (const path of ['/ready', '/readyz'])
    app.get(path, async (c) => {
      c.header('Cache-Control', 'no-store')
      const { status, parts } = await checkReadiness(deps)
      if (status !== 'failed') return c.json({ status, parts })
      return c.json({ status, detail: problemsOf(parts).join(' '), parts }, 503)
    })
}

/** A database that does not answer is the reason of two parts. */
function problemsOf(parts: Readiness['parts']): string[] {
  return [...new Set(Object.values(parts).flatMap(({ reason }) => reason ?? []))]
}

async function workersJson({ sql, clock, log }: Deps): Promise<object> {
  try {
    const { alive, lastSeenAt } = await countLiveWorkers(sql, clock())
    const message =
      lastSeenAt === null
        ? 'No worker has been seen: asynchronous tasks wait.'
        : 'No worker is running: asynchronous tasks wait.'
    return {
      alive,
      last_seen_at: isoTime(lastSeenAt),
      ...(alive === 0 ? { message } : {}),
    }
  } catch (error) {
    if (!(error instanceof UnavailableError)) log.warn('the workers could not be counted', { error: String(error) })
    return { message: 'The database does not answer.' }
  }
}
