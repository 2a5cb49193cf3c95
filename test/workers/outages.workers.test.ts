/** Outages of D1 and R2 with the platform's errors: requests get error 1124, tasks wait without using up attempts. */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { createR2Blobs } from '../../src/blobs/r2.workers.ts'
import { createD1Sql } from '../../src/db/d1.ts'
import type { TaskMessage } from '../../src/queue/queue.ts'
import worker, { type Env } from '../../src/runtime/workers.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { formInit } from '../http/form.ts'
import { newKey } from './worker.workers.ts'

let apiKey = ''
beforeAll(async () => {
  apiKey = await newKey()
})

/** Errors that calls of a binding throw during an outage. */
const outage: { DB: Error | null; FILES: Error | null } = { DB: null, FILES: null }
const sent: { message: TaskMessage; delaySeconds: number }[] = []

/** A binding whose methods, and those of its statements, fail during an outage. */
function breakable<binding extends object>(real: binding, name: 'DB' | 'FILES'): binding {
  return new Proxy(real, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const given = args.map((arg) => (Array.isArray(arg) ? arg.map(unwrap) : arg))
        // Statements are created without a request.
        if (property === 'prepare' || property === 'bind')
          return remember(breakable(value.apply(target, given), name), value.apply(target, given))
        return outage[name] === null ? value.apply(target, given) : Promise.reject(outage[name])
      }
    },
  })
}
const originals = new WeakMap<object, object>()
const remember = <statement extends object>(proxy: statement, original: object): statement => {
  originals.set(proxy, original)
  return proxy
}
const unwrap = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (originals.get(value) ?? value) : value

const broken: Env = {
  ...env,
  DB: breakable(env.DB, 'DB'),
  FILES: breakable(env.FILES, 'FILES'),
  TASKS: {
    async sendBatch(messages, { delaySeconds = 0 } = {}) {
      for (const { body } of messages) sent.push({ message: body, delaySeconds })
    },
  },
}

async function ask(path: string, init: RequestInit) {
  const context = {
    waitUntil: () => undefined,
    passThroughOnException: () => undefined,
    props: {},
  } as unknown as ExecutionContext
  const response = await worker.fetch(
    new Request(`http://sheaf.test/api/v1/parse/${path}`, init) as Parameters<typeof worker.fetch>[0],
    broken,
    context,
  )
  return await response.json<{
    code: number
    message: string
    data: { task_id: string; status: string; error: string | null }
  }>()
}

/** Delivers the messages that were sent. */
async function deliver(queue = 'sheaf-tasks'): Promise<{ acked: number; retried: number }> {
  const counts = { acked: 0, retried: 0 }
  const messages = sent.splice(0).map(({ message }) => ({
    body: message,
    attempts: 1,
    ack: () => counts.acked++,
    retry: () => counts.retried++,
  }))
  await worker.queue({ queue, messages } as unknown as Parameters<typeof worker.queue>[0], broken)
  return counts
}

const submit = async () =>
  await ask(
    'async',
    formInit([
      { name: 'api_key', value: apiKey },
      { name: 'file', fileName: 'a.pdf', value: await fixture('pdf-digital') },
    ]),
  )
const check = async (taskId: string) =>
  await ask('async_check', { method: 'POST', body: new URLSearchParams({ api_key: apiKey, task_id: taskId }) })

const outages: ['DB' | 'FILES', string][] = [
  ['DB', 'D1_ERROR: Network connection lost.'],
  ['DB', 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'],
  ['DB', 'D1_ERROR: Internal error in D1 DB storage caused object to be reset.'],
  ['DB', 'D1_ERROR: D1 DB reset because its code was updated.'],
  ['FILES', 'put: We encountered an internal error. Please try again. (10001)'],
  ['FILES', 'get: Service is temporarily unavailable. (10043)'],
  ['FILES', 'Network connection lost.'],
]

test.each(outages)('outage of %s (%s): 1124, and tasks continue afterwards', async (name, message) => {
  const { data } = await submit()
  outage[name] = new Error(message)
  expect(await submit()).toMatchObject({
    code: 1124,
    message: expect.stringContaining('does not answer. Try again later.'),
  })
  for (let time = 0; time < 8; time++) {
    // A dead letter during an outage does not fail its task.
    expect(await deliver(name === 'DB' && time % 2 === 1 ? 'sheaf-tasks-dead' : 'sheaf-tasks')).toEqual({
      acked: 1,
      retried: 0,
    })
    expect(sent).toHaveLength(1)
    // Skips the delay before the retry.
    if (name === 'FILES')
      await env.DB.batch(['tasks', 'shards'].map((table) => env.DB.prepare(`UPDATE ${table} SET not_before = 0`)))
  }
  const statement = `SELECT t.state, max(t.attempts, coalesce(s.attempts, 0)) AS attempts, max(t.lost, coalesce(s.lost, 0)) AS lost
    FROM tasks t LEFT JOIN shards s ON s.task_id = t.task_id WHERE t.task_id = ?1`
  const row = await env.DB.prepare(statement).bind(data.task_id).first()
  expect(row).toEqual({ state: name === 'DB' ? 'QUEUING' : 'PROCESSING', attempts: 0, lost: 0 })
  outage[name] = null
  for (let round = 0; round < 10 && sent.length > 0; round++) await deliver()
  expect((await check(data.task_id)).data).toMatchObject({ status: 'SUCCESS', error: null })
})

test('other errors are not reported as outages', async () => {
  const sql = createD1Sql(env.DB)
  await expect(sql.all('SELECT nothing FROM nowhere')).rejects.toMatchObject({ name: 'Error' })
  await expect(sql.run('INSERT INTO shards (task_id, first, last) VALUES (NULL, 0, 0)')).rejects.toMatchObject({
    name: 'Error',
  })
  const blobs = createR2Blobs(env.FILES)
  await blobs.put('a', new Uint8Array(1), { type: 'a/b' })
  await expect(blobs.get('a', { first: 5, last: 6 })).rejects.not.toMatchObject({ name: 'UnavailableError' })
})
