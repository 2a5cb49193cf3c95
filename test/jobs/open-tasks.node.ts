/**
 * Tasks in a database whose queue ignores them, because they are due in `future`: the state that a crashed process
 * leaves.
 */
import { expect } from 'vitest'
import { addTask, type NewTask } from '../../src/jobs/store/add-task.ts'
import { defaultOptions } from '../../src/model/options.ts'
import { type OpenedApp, openApp } from '../http/open-app.node.ts'

/** Milliseconds from now. */
export const future = 10 * 365 * 86_400_000

export async function openTasks(opened: OpenedApp[]) {
  const app = await openApp({ environment: { SHARD_PAGES: '2', TASK_CONCURRENCY: '1' } })
  opened.push(app)
  await app.deps.tasks?.queue.send([])
  const { id } = await app.createKey({ freePerDay: 1000, freePerMonth: 1000, paidPages: 0 })
  const now = Date.now()
  let made = 0
  const newTask = (apiKeyId: string, createdAt = now): NewTask => {
    const taskId = (++made).toString(16).padStart(32, '0')
    return {
      taskId,
      apiKeyId,
      fileName: 'a.pdf',
      fileType: '.pdf',
      options: defaultOptions,
      warnings: [],
      filesToken: taskId + taskId.slice(24),
      publicOrigin: 'http://localhost',
      pages: { pageCount: 4, pagesTotal: 4 },
      dedupeHash: taskId,
      dedupe: false,
      callbackUrl: null,
      traceparent: null,
      now: createdAt,
    }
  }
  const add = async (apiKeyId = id, createdAt = now): Promise<string> => {
    const task = newTask(apiKeyId, createdAt)
    const { taskId } = task
    const reservation = { taskId, apiKeyId, pages: 4, now: createdAt, timezone: 'UTC', ttlMs: 1000 }
    expect((await addTask(app.deps.sql, task, { reservation, queueMax: 100 })).isNew).toBe(true)
    return taskId
  }
  return { app, sql: app.deps.sql, id, now, newTask, add }
}
