/** Races within one process: duplicate messages, concurrent joins, the last pages of a key, midnight. */
import { createTaskHandler } from '../../src/jobs/runner/task-handler.ts'
import { formInit } from '../http/form.ts'
import { type OpenedApp, type OpenOptions, openApp } from '../http/open-app.node.ts'
import { illustratedPdf, plainPdf } from '../jobs/documents.ts'
import { assert, balanceQuery, type Check, checkBalances, pause, type Scenario } from './round.ts'

const pages = 6
const document = illustratedPdf(pages)
const formFields = { element_formats: '{"image":"base64"}' }

async function post<answer = Check>(
  app: OpenedApp,
  path: string,
  fields: Record<string, string>,
  file?: Uint8Array,
): Promise<answer> {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  const init = formInit(file === undefined ? parts : [...parts, { name: 'file', fileName: 'book.pdf', value: file }])
  return (await (await app.call(`/api/v1${path}`, init)).json()) as answer
}

async function finish(app: OpenedApp, apiKey: string, taskId: string): Promise<Check> {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const answer = await post(app, '/parse/async_check', { api_key: apiKey, task_id: taskId })
    assert(answer.code === 0, `task ${taskId} is lost: ${answer.message}`)
    if (answer.data.status === 'SUCCESS' || answer.data.status === 'FAILED') return answer
  }
  throw new Error(`task ${taskId} did not end`)
}

const environment = { SHARD_PAGES: '2', ASYNC_CHECK_WAIT_MS: '500', QUEUE_MAX: '100000' }
const plenty = { freePerDay: 1_000_000, freePerMonth: 1_000_000, paidPages: 0 }

/** An app, a key and the expected result, created in the first round. */
function prepared(options: OpenOptions = {}) {
  let made: Promise<{ app: OpenedApp; apiKey: string; expected: string }> | null = null
  const make = async () => {
    const app = await openApp({ ...options, environment: { ...environment, ...options.environment } })
    const { apiKey } = await app.createKey(plenty)
    const { data } = await post(app, '/parse/async', { ...formFields, api_key: apiKey }, document)
    const expected = JSON.stringify((await finish(app, apiKey, data.task_id)).data.result)
    return { app, apiKey, expected }
  }
  return {
    open: () => (made ??= make()),
    close: async () => {
      await (await made)?.app.close()
    },
  }
}

async function assertExpected(app: OpenedApp, { data }: Check, expected: string): Promise<void> {
  assert(data.status === 'SUCCESS', `the task failed: ${data.error}`)
  assert(JSON.stringify(data.result) === expected, 'the result differs from the expected one')
  checkBalances(await app.sql.all(balanceQuery))
}

function duplicateMessages(): Scenario {
  const { open, close } = prepared()
  return {
    name: 'every message delivered three times concurrently',
    async run() {
      const { app, apiKey, expected } = await open()
      const handle = createTaskHandler(app.deps)
      const stop = new AbortController().signal
      const { data } = await post(app, '/parse/async', { ...formFields, api_key: apiKey }, document)
      const taskId = data.task_id
      let done = false
      const ended = finish(app, apiKey, taskId).finally(() => {
        done = true
      })
      // Awaited below; no unhandled rejection before.
      ended.catch(() => undefined)
      let delivered = 0
      while (!done) {
        const shards = (
          await app.sql.all<{ first: number }>('SELECT first FROM shards WHERE task_id = ?1', [taskId])
        ).map(({ first }) => ({
          kind: 'shard' as const,
          taskId,
          first,
        }))
        const messages = [{ kind: 'plan' as const, taskId }, ...shards, { kind: 'join' as const, taskId }]
        delivered += 2 * messages.length
        await Promise.all([...messages, ...messages].map((message) => handle(message, stop)))
        await pause(5)
      }
      await assertExpected(app, await ended, expected)
      return `${delivered} additional messages`
    },
    close,
  }
}

function stolenLeases(kind: 'shards' | 'tasks'): Scenario {
  const { open, close } = prepared({ environment: { MAX_ATTEMPTS: '20' } })
  return {
    name: kind === 'shards' ? 'a shard parsed twice concurrently' : 'two concurrent joins',
    async run() {
      const { app, apiKey, expected } = await open()
      const handle = createTaskHandler(app.deps)
      const stop = new AbortController().signal
      const { data } = await post(app, '/parse/async', { ...formFields, api_key: apiKey }, document)
      const taskId = data.task_id
      let stolen = 0
      let done = false
      const ended = finish(app, apiKey, taskId).finally(() => {
        done = true
      })
      // Awaited below; no unhandled rejection before.
      ended.catch(() => undefined)
      // Expire the lease during the work, and start the same work again.
      while (!done && stolen < 2) {
        const [row] =
          kind === 'shards'
            ? await app.sql.all<{ first: number }>(
                "UPDATE shards SET lease_until = 0 WHERE task_id = ?1 AND state = 'leased' RETURNING first",
                [taskId],
              )
            : await app.sql.all<{ first: number }>(
                "UPDATE tasks SET lease_until = 0 WHERE task_id = ?1 AND state = 'JOINING' AND lease_owner IS NOT NULL RETURNING 0 AS first",
                [taskId],
              )
        if (row !== undefined) {
          stolen++
          await handle(kind === 'shards' ? { kind: 'shard', taskId, first: row.first } : { kind: 'join', taskId }, stop)
        }
        await pause(1)
      }
      await assertExpected(app, await ended, expected)
      return `${stolen} leases stolen`
    },
    close,
  }
}

function racingQuotas(): Scenario {
  let opened: OpenedApp | null = null
  return {
    name: '200 tasks of 3 keys compete for the last pages',
    async run() {
      opened ??= await openApp({ environment: { ...environment, MAX_CONCURRENT_UPLOADS: '500' } })
      const app = opened
      const quotas = [
        { freePerDay: 60, freePerMonth: 1000, paidPages: 0 },
        { freePerDay: 20, freePerMonth: 30, paidPages: 40 },
        { freePerDay: 0, freePerMonth: 0, paidPages: 50 },
      ]
      const keys = await Promise.all(quotas.map(async (quota) => ({ quota, ...(await app.createKey(quota)) })))
      const paidAtFirst = new Map<unknown, number>(keys.map(({ id, quota }) => [id, quota.paidPages]))
      const files = [1, 2, 3].map((count) => plainPdf(count))
      const answers = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const key = keys[index % 3]
          const wanted = 1 + (index % 7 === 0 ? 2 : index % 2)
          const answer = await post(app, '/parse/async', { api_key: key?.apiKey ?? '' }, files[wanted - 1])
          return { key, wanted, answer }
        }),
      )
      let accepted = 0
      let late = 0
      for (const { key, wanted, answer } of answers) {
        if (answer.code !== 0) {
          assert(answer.code === 1123 || answer.code === 1131, `refused with ${answer.code}: ${answer.message}`)
          continue
        }
        const { data } = await finish(app, key?.apiKey ?? '', answer.data.task_id)
        if (data.status === 'FAILED') {
          // If no thread was free to count in time, the plan step refuses the task.
          assert(
            data.error_code === 1123 || data.error_code === 1131,
            `an accepted task failed with ${data.error_code}: ${data.error}`,
          )
          late++
          continue
        }
        accepted++
        assert(data.metadata.pages_billed === wanted, `billed ${data.metadata.pages_billed} of ${wanted} pages`)
      }
      const rows = (await app.sql.all(balanceQuery)).filter(({ id }) => paidAtFirst.has(id))
      checkBalances(rows, paidAtFirst)
      const charged = keys.map(({ id }) => Number(rows.find((row) => row.id === id)?.charged))
      const most = keys.map(({ quota }) => Math.min(quota.freePerDay, quota.freePerMonth) + quota.paidPages)
      assert(
        charged.every((pages, index) => pages <= (most[index] ?? 0)),
        `charged ${charged} of at most ${most}`,
      )
      return `${accepted} parsed, ${late} refused late, charged ${charged.join('+')} of ${most.join('+')}`
    },
    close: async () => opened?.close(),
  }
}

function midnight(): Scenario {
  let offset = 0
  let opened: OpenedApp | null = null
  return {
    name: 'midnight and the end of the month during a task',
    async run(round) {
      opened ??= await openApp({ environment, replace: () => ({ clock: () => Date.now() + offset }) })
      const app = opened
      const { id, apiKey } = await app.createKey({ freePerDay: 10, freePerMonth: 10, paidPages: 3 })
      const last = Date.UTC(2030, round, 1) - 5_000
      offset = last - Date.now()
      const [day, month] = [new Date(last).toISOString().slice(0, 10), new Date(last).toISOString().slice(0, 7)]
      const kept = await post(app, '/parse/async', { api_key: apiKey }, plainPdf(4))
      const dropped = await post(app, '/parse/async', { api_key: apiKey }, illustratedPdf(8))
      offset += 60_000
      await post(app, '/parse/async_cancel', { api_key: apiKey, task_id: dropped.data.task_id })
      const [a, b] = [await finish(app, apiKey, kept.data.task_id), await finish(app, apiKey, dropped.data.task_id)]
      assert(
        a.data.status === 'SUCCESS' && b.data.status !== 'PROCESSING',
        `ended as ${a.data.status} and ${b.data.status}`,
      )
      await pause(50)
      const used = await app.sql.all<{ period: string; used: number }>(
        'SELECT period, used FROM usage_period WHERE api_key_id = ?1',
        [id],
      )
      const [row] = await app.sql.all<{ charged: number; paid: number }>(
        'SELECT coalesce(sum(l.charged), 0) AS charged, (SELECT paid_balance FROM api_keys WHERE id = ?1) AS paid FROM ledger l WHERE l.api_key_id = ?1',
        [id],
      )
      const oldDay = used.find(({ period }) => period === day)?.used ?? 0
      const inOldMonth = used.find(({ period }) => period === month)?.used ?? 0
      assert(oldDay === inOldMonth, `day ${oldDay} ≠ month ${inOldMonth}`)
      assert(
        used.every(({ period, used: count }) => period === day || period === month || count === 0),
        `pages of other periods: ${JSON.stringify(used)}`,
      )
      assert(
        3 - Number(row?.paid) + oldDay === Number(row?.charged),
        `paid ${3 - Number(row?.paid)} + free ${oldDay} ≠ charged ${row?.charged}`,
      )
      return `charged ${row?.charged}`
    },
    close: async () => opened?.close(),
  }
}

export const races = (): Scenario[] => [
  duplicateMessages(),
  stolenLeases('shards'),
  stolenLeases('tasks'),
  racingQuotas(),
  midnight(),
]
