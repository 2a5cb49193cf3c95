/**
 * GET /health and the root of the API: answers that need neither a key nor the pool's threads, so that they come at
 * once however busy the service is.
 */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { countLiveWorkers } from '../jobs/store/worker-heartbeats.ts'
import { UnavailableError } from '../model/errors.ts'
import { type AppEnv, basePath } from './app-env.ts'
import { type Envelope, methodNotAllowedResponse } from './error-responses.ts'
import type { UploadLimiter } from './upload-limits.ts'

export function routeHealth(app: Hono<AppEnv>, deps: Deps, gate: UploadLimiter): void {
  const { settings, pool } = deps
  app.get('/health', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({
      status: 'ok',
      version: settings.version,
      pool: pool.load(),
      uploads: { arriving: gate.active, places: settings.maxConcurrentUploads },
      languages: settings.parse.installedLanguages,
      office:
        deps.converter === undefined ? null : { converter: deps.converter.kind, ready: await deps.converter.ready() },
      ...(deps.tasks?.remote === true ? { workers: await workersJson(deps) } : {}),
    })
  })
  app.all('/health', methodNotAllowedResponse('GET, HEAD'))

  // Clients probe with HEAD or GET whether the service is there at all.
  for (const path of ['/', basePath]) {
    app.get(path, (c) => {
      const envelope: Envelope = {
        code: 0,
        message: `Sheaf ${settings.version} is running. Send documents with POST ${basePath}/parse/sync.`,
        data: { version: settings.version },
      }
      return c.json(envelope)
    })
    app.all(path, methodNotAllowedResponse('GET, HEAD'))
  }
}

/** Who does the asynchronous tasks, where that is not this process. */
async function workersJson({ sql, clock, log }: Deps): Promise<object> {
  try {
    const { alive, lastSeenAt } = await countLiveWorkers(sql, clock())
    const message =
      lastSeenAt === null
        ? 'No worker has been seen: asynchronous tasks wait.'
        : 'No worker is there: asynchronous tasks wait.'
    return {
      alive,
      last_seen_at: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
      ...(alive === 0 ? { message } : {}),
    }
  } catch (error) {
    if (!(error instanceof UnavailableError)) log.warn('the workers could not be counted', { error: String(error) })
    return { message: 'The database does not answer.' }
  }
}
