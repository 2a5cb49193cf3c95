import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { acceptsGzip } from './accepts-gzip.ts'
import type { AppEnv } from './app-env.ts'
import { publicOrigin } from './public-origin.ts'

export function routeOpenapi(app: Hono<AppEnv>, { settings, gzip }: Pick<Deps, 'settings' | 'gzip'>): void {
  /** The last document, because most requests have the same origin. */
  let last: { readonly origin: string; readonly text: string; compressed?: Promise<Uint8Array<ArrayBuffer>> } | null =
    null
  app.get('/openapi.json', async (c) => {
    const origin = publicOrigin(c, settings)
    if (last?.origin !== origin) {
      // The schema library takes time and memory, so it is loaded with the first request.
      const { openApiDocument } = await import('./openapi/document.ts')
      last = { origin, text: JSON.stringify(openApiDocument(settings, origin)) }
    }
    c.header('Content-Type', 'application/json')
    if (gzip === undefined) return c.body(last.text)
    c.header('Vary', 'Accept-Encoding')
    if (!acceptsGzip(c)) return c.body(last.text)
    c.header('Content-Encoding', 'gzip')
    last.compressed ??= gzip(new TextEncoder().encode(last.text))
    return c.body(await last.compressed)
  })
}
