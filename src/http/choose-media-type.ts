import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** Returns the offered type that the header `Accept` prefers, the first one for any type, `null` if it accepts none. */
export function chooseMediaType(c: Context, offers: readonly string[]): string | null {
  const [first = null] = offers
  if ((c.req.header('accept') ?? '').trim() === '') return first
  const prefer = (supports: readonly string[]): string =>
    accepts(c, { header: 'Accept', supports: [...supports], default: '' })
  return prefer(offers) || (prefer(['*/*']) === '' ? null : first)
}
