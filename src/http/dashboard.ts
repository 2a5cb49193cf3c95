/** /dashboard: a page with the remaining pages and the tasks of a key, which is sent by a form. It runs no script. */
import type { Context, Hono } from 'hono'
import type { ApiKey } from '../accounts/api-keys.ts'
import { usage } from '../accounts/quota.ts'
import type { Deps } from '../deps.ts'
import { publicState } from '../jobs/api/response.ts'
import { listTasks } from '../jobs/store/task-store.ts'
import { ParseError } from '../model/errors.ts'
import { readForm } from '../uploads/small-form.ts'
import { type DashboardAccount, dashboardPage } from '../web/dashboard-page.ts'
import { type AppEnv, addLogFields } from './app-env.ts'
import { requireKey } from './require-key.ts'

export const dashboardPath = '/dashboard'
const shownTasks = 100

export function routeDashboard(app: Hono<AppEnv>, deps: Deps): void {
  app.get(dashboardPath, (c) => page(c, { account: null, problem: null }))
  app.post(dashboardPath, async (c) => {
    try {
      const apiKey = await requireKey(await readForm(c.get('body'), c.req.raw.headers), deps)
      addLogFields(c, { code: 0, apiKeyId: apiKey.id })
      return page(c, { account: await accountOf(apiKey, deps), problem: null })
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      addLogFields(c, { code: error.code })
      return page(c, { account: null, problem: error.message })
    }
  })
}

function page(c: Context<AppEnv>, view: { account: DashboardAccount | null; problem: string | null }): Response {
  c.header('Cache-Control', 'no-store')
  return c.html(dashboardPage({ nonce: c.get('secureHeadersNonce') ?? '', ...view }))
}

async function accountOf(apiKey: ApiKey, { sql, clock, settings }: Deps): Promise<DashboardAccount> {
  const now = clock()
  const left = await usage(sql, { apiKeyId: apiKey.id, now, timezone: settings.quotaTimezone })
  const tasks = await listTasks(sql, { apiKeyId: apiKey.id, now, limit: shownTasks })
  return {
    keyName: apiKey.name,
    keyPrefix: apiKey.prefix,
    paidPages: left.remainingPaidPages,
    freeToday: left.remainingFreePagesToday,
    freePerDay: apiKey.freePerDay,
    freeThisMonth: left.remainingFreePagesThisMonth,
    freePerMonth: apiKey.freePerMonth,
    tasks: tasks.map((task) => ({
      taskId: task.taskId,
      fileName: task.fileName,
      state: publicState(task),
      pages: task.pagesTotal === null ? '–' : `${task.pagesDone} of ${task.pagesTotal}`,
      error: task.error ?? '',
      createdAt: task.createdAt,
    })),
  }
}
