import type { Context } from 'hono'
import type { ServiceSettings } from '../deps.ts'
import type { AppEnv } from './app-env.ts'

/** Address from the closest proxy with `TRUST_PROXY`; else `null`, because clients may share a proxy. */
export function clientAddress(c: Context<AppEnv>, { trustProxy }: Pick<ServiceSettings, 'trustProxy'>): string | null {
  const address = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return address === undefined || address === '' ? null : address
}
