import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { AppEnv } from './app-env.ts'
import { publicOrigin } from './public-origin.ts'

export function routeOpenapi(app: Hono<AppEnv>, { settings }: Pick<Deps, 'settings'>): void {
  app.get('/openapi.json', async (c) => {
    // The schema library takes time and memory, so it is loaded with the first request.
    const { openApiDocument } = await import('./openapi/document.ts')
    return c.json(openApiDocument(settings, publicOrigin(c, settings)))
  })
}
