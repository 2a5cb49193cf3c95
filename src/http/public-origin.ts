import type { Context } from 'hono'
import type { ServiceSettings } from '../deps.ts'
import type { AppEnv } from './app-env.ts'

const hostPattern = /^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](:\d{1,5})?$/

/** `PUBLIC_URL` or the request's origin, without a trailing slash. Forwarded headers need `TRUST_PROXY`. */
export function publicOrigin(c: Context<AppEnv>, { publicUrl, trustProxy }: ServiceSettings): string {
  if (publicUrl !== null) return publicUrl
  const { protocol, host } = new URL(c.req.url)
  const scheme = protocol.slice(0, -1)
  if (!trustProxy) return `${scheme}://${host}`
  const forwardedScheme = firstOf(c.req.header('x-forwarded-proto')).toLowerCase()
  const forwardedHost = firstOf(c.req.header('x-forwarded-host'))
  return `${/^https?$/.test(forwardedScheme) ? forwardedScheme : scheme}://${hostPattern.test(forwardedHost) ? forwardedHost : host}`
}

function firstOf(header = ''): string {
  return header.split(',', 1)[0]?.trim() ?? ''
}
