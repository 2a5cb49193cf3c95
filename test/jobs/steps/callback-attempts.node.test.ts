/** Which calls count as attempts. */
import { describe, expect, test, vi } from 'vitest'
import { sendCallback } from '../../../src/jobs/steps/callback.ts'
import { createDocumentCache } from '../../../src/jobs/steps/document-cache.ts'
import { claimCallback, setCallbackUrl } from '../../../src/jobs/store/callback-store.ts'
import { UnavailableError } from '../../../src/model/errors.ts'
import type { OpenedApp } from '../../http/open-app.node.ts'
import { listen, start, until } from './open-callbacks.node.ts'

/** In Unix milliseconds. */
const later = Date.now() + 86_400_000

describe('an attempt', () => {
  const readRow = async ({ sql }: OpenedApp) =>
    (
      await sql.all<{
        task_id: string
        callback_state: string
        callback_attempts: number
        callback_at: number
        lease_owner: string | null
      }>('SELECT * FROM tasks')
    )[0]!

  /** A task whose callback is not due. */
  async function finished(url: string) {
    const { app, submit } = await start({ CALLBACK_ALLOW_PRIVATE: 'on' })
    await submit('')
    await until(async () => (await app.sql.all('SELECT state FROM tasks'))[0]?.state === 'SUCCESS')
    await app.sql.run("UPDATE tasks SET callback_url = ?1, callback_state = 'pending', callback_at = ?2", [url, later])
    return { app, taskId: (await readRow(app)).task_id, due: () => app.sql.run('UPDATE tasks SET callback_at = 0') }
  }

  test('of a process that stops is not started', async () => {
    const { app, taskId } = await finished('http://127.0.0.1:1/')
    const { deps } = app
    const context = { deps: { ...deps, clock: () => later }, tasks: deps.tasks!, documents: createDocumentCache(deps) }
    await sendCallback(taskId, { ...context, stop: AbortSignal.abort() })
    expect(await readRow(app)).toMatchObject({ callback_attempts: 0, callback_at: later })
  })

  test('of a process that ended after the claim does not count', async () => {
    const { url, calls } = await listen()
    const { app, taskId, due } = await finished(url)
    const lease = { taskId, owner: 'crashed#1' }
    expect(await claimCallback(app.sql, lease, { now: later, leaseMs: 60_000 })).not.toBeNull()
    await due()
    await until(async () => (await readRow(app)).callback_state === 'done')
    expect(calls).toHaveLength(1)
    expect(await readRow(app)).toMatchObject({ callback_attempts: 1 })
  })

  test('that ends its process again and again is given up, and can be requested again', async () => {
    const { url, calls } = await listen()
    const { app, taskId, due } = await finished(url)
    for (let crash = 0; crash < 10; crash++) {
      const lease = { taskId, owner: `crashed#${crash}` }
      await app.sql.run('UPDATE tasks SET callback_at = ?1', [later])
      expect(await claimCallback(app.sql, lease, { now: later, leaseMs: 60_000 })).toMatchObject({ crashes: crash })
    }
    await due()
    await until(async () => (await readRow(app)).callback_state === 'failed')
    expect(calls).toEqual([])
    expect(app.logged.find(({ message }) => message === 'a callback failed')?.fields).toMatchObject({
      reason: 'its process ended unexpectedly 10 times',
      again: false,
    })
    await setCallbackUrl(app.sql, taskId, { url, now: 0 })
    await until(async () => (await readRow(app)).callback_state === 'done')
    expect(calls).toHaveLength(1)
  })

  test('without a body is a failed one, and does not count while a store is unavailable', async () => {
    const { url, calls } = await listen()
    const { app, due } = await finished(url)
    const get = vi.spyOn(app.deps.blobs, 'get').mockRejectedValueOnce(new UnavailableError('the store does not answer'))
    await due()
    await until(() => get.mock.calls.length === 1)
    // An expired lease would count as a crash.
    await until(async () => (await readRow(app)).lease_owner === null)
    expect(await readRow(app)).toMatchObject({ callback_attempts: 0 })
    get.mockRejectedValue(new Error('the blob is damaged'))
    for (let attempt = 1; attempt <= 6; attempt++) {
      await due()
      await until(async () => (await readRow(app)).callback_attempts === attempt)
    }
    expect(await readRow(app)).toMatchObject({ callback_state: 'failed' })
    expect(calls).toEqual([])
    const failures = app.logged.filter(({ message }) => message === 'a callback failed').map(({ fields }) => fields)
    expect(failures[0]).toMatchObject({ attempt: 1, reason: expect.stringContaining('damaged'), again: true })
    expect(failures.at(-1)).toMatchObject({ attempt: 6, again: false })
  })
})
