import type { Context } from 'hono'
import type { ServiceSettings } from '../deps.ts'
import { parseIpv6 } from '../network/private-address.ts'
import type { AppEnv } from './app-env.ts'

/**
 * Address from the closest proxy with `TRUST_PROXY`; else `null`, because clients may share a proxy. Of IPv6 the first
 * half, because a client has a whole network (/64).
 */
export function clientAddress(c: Context<AppEnv>, { trustProxy }: Pick<ServiceSettings, 'trustProxy'>): string | null {
  const address = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  if (address === undefined || address === '') return null
  const network = parseIpv6(address)?.slice(0, 4) ?? []
  // IPv4 addresses within IPv6 have no network there.
  return network.some((word) => word !== 0) ? network.map((word) => word.toString(16)).join(':') : address
}
