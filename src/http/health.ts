/**
 * GET /health and the root of the API: answers that need neither a key nor the pool's threads, so that they come at
 * once however busy the service is.
 */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { type AppEnv, basePath } from './env.ts'
import { answerMethodNotAllowed, type Envelope } from './errors.ts'
import type { UploadGate } from './limits.ts'

export function routeHealth(app: Hono<AppEnv>, { settings, pool }: Deps, gate: UploadGate): void {
  app.get('/health', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({
      status: 'ok',
      version: settings.version,
      pool: pool.load(),
      uploads: { arriving: gate.taken, places: settings.maxConcurrentUploads },
      languages: settings.parse.installedLanguages,
    })
  })
  app.all('/health', answerMethodNotAllowed('GET, HEAD'))

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
    app.all(path, answerMethodNotAllowed('GET, HEAD'))
  }
}
