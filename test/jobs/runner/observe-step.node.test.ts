/** Log lines of steps, from which an operator sees what happened to a task. */
import { afterAll, expect, test } from 'vitest'
import { observeStep } from '../../../src/jobs/runner/observe-step.ts'
import { createTaskHandler } from '../../../src/jobs/runner/task-handler.ts'
import { UnavailableError } from '../../../src/model/errors.ts'
import type { OpenedApp } from '../../http/open-app.node.ts'
import { openTasks } from '../open-tasks.node.ts'

const opened: OpenedApp[] = []
afterAll(() => Promise.all(opened.map((app) => app.close())))

test('a step whose process ended is started again with a warning', async () => {
  const { app, sql, add, now } = await openTasks(opened)
  const taskId = await add()
  await sql.run("UPDATE tasks SET lease_owner = 'ended', lease_until = ?2 WHERE task_id = ?1", [taskId, now - 1])
  await createTaskHandler(app.deps)({ kind: 'plan', taskId }, new AbortController().signal)
  const fields = { taskId, step: 'plan', crashes: 1 }
  expect(app.logged).toContainEqual(expect.objectContaining({ level: 'warn', fields }))
})

test('a step that an outage ends has its reason in the log', async () => {
  const { app } = await openTasks(opened)
  const task = { taskId: 'a', traceparent: null }
  const outage = new UnavailableError('the queue does not answer')
  const ended = observeStep({ step: 'shard', task, attempt: 1, crashes: 0 }, app, () => Promise.reject(outage))
  await expect(ended).rejects.toBe(outage)
  expect(app.logged).toContainEqual(
    expect.objectContaining({
      message: 'step',
      fields: expect.objectContaining({ outcome: 'error', error: expect.stringContaining('does not answer') }),
    }),
  )
})
