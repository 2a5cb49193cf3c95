import type { Hono } from 'hono'
import { listDailyUsage } from '../accounts/daily-usage.ts'
import type { Deps } from '../deps.ts'
import { listTasks } from '../jobs/store/task-store.ts'
import { isoTime } from '../model/iso-time.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import { successOf } from './error-responses.ts'
import { readFormWithKey } from './require-key.ts'
import { taskJson } from './task-json.ts'
import { usageJson } from './usage.ts'

/** Thirty days. */
export const LISTED_USAGE_MS = 30 * 86_400_000
const LISTED_TASKS = 100

export function routeAccount(app: Hono<AppEnv>, deps: Deps): void {
  const { sql, clock } = deps
  app.post(`${basePath}/account`, async (c) => {
    const { apiKey } = await readFormWithKey(c, deps)
    addLogFields(c, { code: 0, apiKeyId: apiKey.id })
    const now = clock()
    const { id: apiKeyId, name, prefix, freePerDay, freePerMonth, expiresAt } = apiKey
    const days = await listDailyUsage(sql, { apiKeyId, since: now - LISTED_USAGE_MS })
    const tasks = await listTasks(sql, { apiKeyId, now, limit: LISTED_TASKS })
    const data = {
      name,
      prefix,
      expires_at: isoTime(expiresAt),
      free_per_day: freePerDay,
      free_per_month: freePerMonth,
      ...(await usageJson(apiKeyId, deps)),
      days: days.map(({ day, pages }) => ({ day, pages })),
      tasks: tasks.map(taskJson),
    }
    c.header('Cache-Control', 'no-store')
    return c.json(successOf(data))
  })
}
