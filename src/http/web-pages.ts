/** The web pages, for clients that ask for HTML. */
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { secureHeaders } from 'hono/secure-headers'
import type { Deps } from '../deps.ts'
import { acceptsGzip } from './accepts-gzip.ts'
import type { AppEnv } from './app-env.ts'
import { routeErrorResponse } from './error-responses.ts'

const pages = { '/': 'playground.html', '/dashboard': 'dashboard.html', '/docs': 'reference.html' } as const
const assetsPath = '/assets/:name'

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

const none = ["'none'"]
const self = ["'self'"]
const pageHeaders = secureHeaders({
  crossOriginResourcePolicy: 'same-origin',
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    defaultSrc: none,
    scriptSrc: self,
    styleSrc: self,
    fontSrc: self,
    // Figures can be data URIs; chosen image files are shown from memory.
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: self,
    formAction: none,
    baseUri: none,
    frameAncestors: none,
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['dompurify'],
  },
})

export function webHeaders(rest: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (c.req.path in pages || c.req.path.startsWith('/assets/') ? pageHeaders(c, next) : rest(c, next))
}

export function routeWebPages(app: Hono<AppEnv>, deps: Deps): void {
  for (const [path, name] of Object.entries(pages))
    app.get(path, async (c, next) => {
      if (path === '/' && !wantsHtml(c)) return await next()
      c.header('Vary', 'Accept')
      c.header('Cache-Control', 'no-cache')
      const page = await respond(c, name, deps)
      if (page !== null) return page
      if (path === '/') return await next()
      return routeErrorResponse(c, 'The web pages are not built: run "npm run build:web".', 404)
    })

  app.get(assetsPath, async (c) => {
    const name = c.req.param('name')
    const isHashed = /-[A-Z0-9]{8}\./.test(name)
    const found = /^[a-zA-Z0-9_-]+(\.[a-z0-9]+)+$/.test(name) ? await respond(c, name, deps) : null
    if (found === null) return routeErrorResponse(c, `There is no file ${c.req.path.slice(0, 200)}.`, 404)
    found.headers.set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    return found
  })
}

function wantsHtml(c: Context): boolean {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/html'],
    default: 'application/json',
  })
  return type === 'text/html'
}

async function respond(c: Context<AppEnv>, name: string, { readWebFile }: Deps): Promise<Response | null> {
  const gzip = acceptsGzip(c)
  const file = await readWebFile?.(name, { gzip })
  if (file === undefined || file === null) return null
  c.header('Content-Type', types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
  if (file.gzip) c.header('Content-Encoding', 'gzip')
  if (gzip) c.header('Vary', 'Accept, Accept-Encoding')
  return c.body(file.body)
}
