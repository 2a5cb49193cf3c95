/** GET /files/<token>/<name>: images and zips of results. The random token is the permission. */
import type { Hono } from 'hono'
import type { BlobInfo } from '../blobs/blobs.ts'
import type { Deps } from '../deps.ts'
import { filesPrefix, storedZipName } from '../jobs/store/result-files.ts'
import type { AppEnv } from './app-env.ts'
import { routeErrorResponse } from './error-responses.ts'

const HOUR_MS = 3_600_000
const inlineTypes = ['image/png', 'image/jpeg']

export function routeFiles(app: Hono<AppEnv>, deps: Deps): void {
  const path = '/files/:token/:name'
  app.get(path, async (c) => {
    const { token, name } = c.req.param()
    const blobKey = findBlobKey(token, name)
    const ttlMs = deps.settings.resultTtlHours * HOUR_MS
    const found = blobKey === null ? null : await findFile(blobKey, deps, c.req.method === 'HEAD')
    if (found === null || deps.clock() - found.modifiedAt >= ttlMs) {
      await found?.body?.cancel()
      const message = `The file does not exist or has expired: files of a result are kept for ${deps.settings.resultTtlHours} hours. Parse the document again.`
      return routeErrorResponse(c, message, 404)
    }
    const secondsLeft = Math.floor((found.modifiedAt + ttlMs - deps.clock()) / 1000)
    c.header('Content-Type', found.type)
    c.header('Content-Length', String(found.size))
    c.header('Cache-Control', `public, max-age=${secondsLeft}, immutable`)
    c.header(
      'Content-Disposition',
      inlineTypes.includes(found.type) ? 'inline' : `attachment; ${fileNameParameters(name)}`,
    )
    return found.body === null ? c.body(null) : c.body(found.body)
  })
}

/** HEAD reads no body, because that would start a download on R2. */
async function findFile(
  blobKey: string,
  { blobs }: Deps,
  headOnly: boolean,
): Promise<(BlobInfo & { readonly body: ReadableStream<Uint8Array> | null }) | null> {
  if (!headOnly) return blobs.get(blobKey)
  const info = await blobs.head(blobKey)
  return info === null ? null : { ...info, body: null }
}

/** Returns `null` for names that no result has, so that crafted paths never reach the store. */
function findBlobKey(token: string, name: string): string | null {
  if (!/^[0-9a-f]{32,64}$/.test(token)) return null
  if (/\.zip$/i.test(name)) return filesPrefix(token) + storedZipName
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,100}$/.test(name) ? filesPrefix(token) + name : null
}

/** RFC 6266 requires an ASCII name for old clients, and the real one in UTF-8. */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
