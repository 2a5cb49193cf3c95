/** GET /openapi.json: the OpenAPI document of this deployment. */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { AppEnv } from './app-env.ts'
import { publicOrigin } from './public-origin.ts'

export function routeOpenapi(app: Hono<AppEnv>, { settings }: Pick<Deps, 'settings'>): void {
  app.get('/openapi.json', async (c) => {
    // Loaded with the first request: the schema library takes 60 ms and 12 MB.
    const { openApiDocument } = await import('./openapi/document.ts')
    return c.json(openApiDocument(settings, publicOrigin(c, settings)))
  })
}
