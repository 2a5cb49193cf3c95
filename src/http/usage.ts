import type { Hono } from 'hono'
import { usage } from '../accounts/quota.ts'
import type { Deps } from '../deps.ts'
import { snakeCaseKeys } from '../model/key-case.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import { successOf } from './error-responses.ts'
import { publicOrigin } from './public-origin.ts'
import { readFormWithKey } from './require-key.ts'

export function routeUsage(app: Hono<AppEnv>, deps: Deps): void {
  app.post(`${basePath}/usage`, async (c) => {
    const { apiKey } = await readFormWithKey(c, deps)
    addLogFields(c, { code: 0, apiKeyId: apiKey.id })
    const dashboardUrl = deps.settings.dashboardUrl ?? `${publicOrigin(c, deps.settings)}/dashboard`
    return c.json(successOf({ ...(await usageJson(apiKey.id, deps)), dashboard_url: dashboardUrl }))
  })
}

export async function usageJson(apiKeyId: string, { sql, clock, settings }: Deps): Promise<object> {
  return snakeCaseKeys(await usage(sql, { apiKeyId, now: clock(), timezone: settings.quotaTimezone }))
}
