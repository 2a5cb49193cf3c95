/**
 * Where this service is reached from outside: `PUBLIC_URL`, else the request's own origin. What a proxy says of it
 * counts only when the operator trusts that proxy, since anybody can send such headers.
 */
import type { Context } from 'hono'
import type { ServiceSettings } from '../deps.ts'
import type { AppEnv } from './app-env.ts'

const hostPattern = /^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](:\d{1,5})?$/

/** Without a trailing slash. */
export function publicOrigin(c: Context<AppEnv>, { publicUrl, trustProxy }: ServiceSettings): string {
  if (publicUrl !== null) return publicUrl
  const { protocol, host } = new URL(c.req.url)
  const scheme = protocol.slice(0, -1)
  if (!trustProxy) return `${scheme}://${host}`
  const forwardedScheme = firstOf(c.req.header('x-forwarded-proto'))?.toLowerCase()
  const forwardedHost = firstOf(c.req.header('x-forwarded-host'))
  return `${forwardedScheme === 'http' || forwardedScheme === 'https' ? forwardedScheme : scheme}://${forwardedHost !== undefined && hostPattern.test(forwardedHost) ? forwardedHost : host}`
}

/** Each proxy of a chain appends its own; the first stands nearest to the client. */
function firstOf(header: string | undefined): string | undefined {
  return header?.split(',', 1)[0]?.trim()
}
