import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

export function acceptsGzip(c: Context): boolean {
  return accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip'
}
