/** Selects steps of the embedded queue: round robin over API keys, then the oldest task. */
import { createFairScheduler, type Grant } from '../../concurrency/fair-scheduler.ts'
import type { Sql } from '../../db/sql.ts'
import { type DueWork, listDueCallbacks, listDueSteps, listKeysWithDueSteps } from '../store/due-work.ts'

interface TaskSelectorOptions {
  readonly concurrency: number
  isSlow(apiKeyId: string): boolean
}

/** Each queue needs its own selector, which keeps state. It takes the running messages as JSON. */
export function createTaskSelector(
  sql: Sql,
  clock: () => number,
  { concurrency, isSlow }: TaskSelectorOptions,
): (running: ReadonlySet<string>) => Promise<DueWork | null> {
  const servedAt = new Map<string, number>()
  const fairness = createFairScheduler({ isSlow })
  const grants = new Map<string, Grant>()
  let turn = 0
  return async (running) => {
    const now = clock()
    for (const [name, grant] of grants) {
      if (running.has(name)) continue
      grant.release(now)
      grants.delete(name)
    }
    const keys = (await listKeysWithDueSteps(sql, now))
      .map((tenant) => ({ tenant }))
      .sort((a, b) => (servedAt.get(a.tenant) ?? 0) - (servedAt.get(b.tenant) ?? 0))
    if (keys.length === 0) servedAt.clear()
    for (const { tenant } of keys) fairness.recordRequest(tenant, now)
    for (const { tenant } of fairness.orderByLeastUsage(keys, { free: concurrency - running.size, now })) {
      const steps = await listDueSteps(sql, tenant, { now, limit: running.size + 1 })
      const next = steps.find(({ message }) => !running.has(JSON.stringify(message)))
      if (next === undefined) continue
      servedAt.set(tenant, ++turn)
      grants.set(JSON.stringify(next.message), fairness.acquire(tenant, now))
      return next
    }
    return null
  }
}

export async function selectCallback(sql: Sql, now: number, running: ReadonlySet<string>): Promise<DueWork | null> {
  const callbacks = await listDueCallbacks(sql, { now, limit: running.size + 1 })
  const message = callbacks.find((candidate) => !running.has(JSON.stringify(candidate)))
  return message === undefined ? null : { message, exclusive: false }
}
