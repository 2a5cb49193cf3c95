/** POST /usage: what a key has left. Takes small forms of both kinds; an empty request is told that it has no key. */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { readForm } from '../intake/form.ts'
import { usage } from '../ledger/quota.ts'
import { type AppEnv, basePath } from './env.ts'
import { answerMethodNotAllowed, type Envelope } from './errors.ts'
import { requireKey } from './keys.ts'
import { publicOrigin } from './origin.ts'

export function routeUsage(app: Hono<AppEnv>, deps: Deps): void {
  const path = `${basePath}/usage`
  app.post(path, async (c) => {
    const apiKey = await requireKey(await readForm(c.get('body'), c.req.raw.headers), deps)
    const left = await usage(deps.sql, { apiKeyId: apiKey.id, now: deps.clock(), timezone: deps.settings.quotaTimezone })
    c.set('facts', { code: 0, apiKeyId: apiKey.id })
    const envelope: Envelope = {
      code: 0,
      message: '',
      data: {
        remaining_paid_pages: left.remainingPaidPages,
        remaining_free_pages_today: left.remainingFreePagesToday,
        remaining_free_pages_this_month: left.remainingFreePagesThisMonth,
        dashboard_url: deps.settings.dashboardUrl ?? `${publicOrigin(c, deps.settings)}/dashboard`,
      },
    }
    return c.json(envelope)
  })
  app.all(path, answerMethodNotAllowed('POST'))
}
