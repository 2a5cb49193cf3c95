import type { Hono } from 'hono'
import { usage } from '../accounts/quota.ts'
import type { Deps } from '../deps.ts'
import { snakeCaseKeys } from '../model/key-case.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import type { Envelope } from './error-responses.ts'
import { publicOrigin } from './public-origin.ts'
import { readFormWithKey } from './require-key.ts'

export function routeUsage(app: Hono<AppEnv>, deps: Deps): void {
  const path = `${basePath}/usage`
  app.post(path, async (c) => {
    const { apiKey } = await readFormWithKey(c, deps)
    addLogFields(c, { code: 0, apiKeyId: apiKey.id })
    const envelope: Envelope = {
      code: 0,
      message: '',
      data: {
        ...(await usageJson(apiKey.id, deps)),
        dashboard_url: deps.settings.dashboardUrl ?? `${publicOrigin(c, deps.settings)}/dashboard`,
      },
    }
    return c.json(envelope)
  })
}

export async function usageJson(apiKeyId: string, { sql, clock, settings }: Deps): Promise<object> {
  return snakeCaseKeys(await usage(sql, { apiKeyId, now: clock(), timezone: settings.quotaTimezone }))
}
