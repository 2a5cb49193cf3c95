/**
 * Contract tests of the SQL port, and of keys and quotas on it, for SQLite and PostgreSQL on Node and D1 in workerd.
 * The database must have all migrations and no keys.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { changeKey, createFirstKey, createKey, findKey, listKeys } from '../../src/accounts/api-keys.ts'
import {
  commitReservation,
  releaseExpired,
  releaseReservation,
  renewReservation,
  reserve,
  reserveForPlan,
  usage,
} from '../../src/accounts/quota.ts'
import type { Sql } from '../../src/db/sql.ts'

const now = Date.UTC(2026, 10, 30, 12)
const timezone = 'UTC'
const ttlMs = 60_000

/** `bytesType`: SQL type of a column of bytes. */
export function testSql(open: () => Promise<Sql>, { bytesType = 'BLOB' }: { bytesType?: string } = {}): void {
  describe('SQL port', () => {
    let sql: Sql
    beforeAll(async () => {
      sql = await open()
      await sql.run(`CREATE TABLE port_test (id INTEGER PRIMARY KEY, name TEXT UNIQUE, amount REAL, data ${bytesType})`)
    })

    test('stores and returns all types; numbered placeholders may have any order', async () => {
      await sql.run('INSERT INTO port_test (id, name, amount, data) VALUES (?2, ?1, ?3, ?4)', [
        'a',
        1,
        1.5,
        Uint8Array.of(0, 255, 7),
      ])
      const rows = await sql.all('SELECT id, name, amount, data FROM port_test WHERE name = ?1 OR name = ?1', ['a'])
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { id: 1, name: 'a', amount: 1.5, data: Uint8Array.of(0, 255, 7) },
      ])
      await sql.run('INSERT INTO port_test (id, name) VALUES (?1, ?2)', [2, null])
      expect((await sql.all<{ name: string | null }>('SELECT name FROM port_test WHERE id = 2'))[0]?.name).toBeNull()
    })

    test('run returns the number of changed rows', async () => {
      expect(await sql.run('UPDATE port_test SET amount = 2 WHERE id IN (1, 2)')).toBe(2)
      expect(await sql.run('UPDATE port_test SET amount = 2 WHERE id = 99')).toBe(0)
    })

    test('all returns the rows of RETURNING', async () => {
      expect(
        (
          await sql.all<{ id: number }>(
            'UPDATE port_test SET amount = amount + 1 WHERE id = 1 AND amount = 2 RETURNING id',
          )
        ).length,
      ).toBe(1)
      expect(
        (
          await sql.all<{ id: number }>(
            'UPDATE port_test SET amount = amount + 1 WHERE id = 1 AND amount = 2 RETURNING id',
          )
        ).length,
      ).toBe(0)
    })

    test('a batch is atomic and in order', async () => {
      const counts = await sql.batch([
        { sql: 'INSERT INTO port_test (id, name) VALUES (?1, ?2)', args: [10, 'ten'] },
        { sql: 'UPDATE port_test SET amount = ?1 WHERE id = 99', args: [10] },
        { sql: 'UPDATE port_test SET amount = ?1 WHERE id = 10', args: [10] },
      ])
      expect(counts).toEqual([1, 0, 1])
      await expect(
        sql.batch([
          { sql: 'UPDATE port_test SET amount = ?1 WHERE id = 10', args: [11] },
          { sql: 'INSERT INTO port_test (id, name) VALUES (?1, ?2)', args: [11, 'ten'] },
        ]),
      ).rejects.toThrow()
      expect((await sql.all('SELECT amount FROM port_test WHERE id = 10'))[0]?.amount).toBe(10)
      expect(await sql.batch([])).toEqual([])
    })

    test('an invalid statement rejects', async () => {
      await expect(sql.all('SELECT nothing FROM nowhere')).rejects.toThrow()
      expect((await sql.all('SELECT 1 AS one'))[0]?.one).toBe(1)
    })
  })

  describe('keys', () => {
    let sql: Sql
    beforeAll(async () => {
      sql = await open()
    })
    const limits = { freePerDay: 500, freePerMonth: 2000, paidPages: 0, now }

    test('the first key is created once, even concurrently', async () => {
      const results = await Promise.all(
        Array.from({ length: 4 }, () => createFirstKey(sql, { name: 'first', ...limits })),
      )
      expect(results.filter((result) => result !== null)).toHaveLength(1)
    })

    test('is found only by its text and stored only as a hash', async () => {
      const { id, apiKey } = await createKey(sql, { name: 'Ünïcode', ...limits })
      expect(apiKey).toMatch(/^sk-[0-9A-Za-z]{43}$/)
      expect(await findKey(sql, apiKey, now)).toEqual({
        id,
        name: 'Ünïcode',
        prefix: apiKey.slice(0, 11),
        state: 'active',
        expiresAt: null,
        freePerDay: 500,
        freePerMonth: 2000,
        paidBalance: 0,
        createdAt: now,
        ratePerSecond: null,
        ratePerWindow: null,
      })
      const stored = JSON.stringify(await sql.all('SELECT * FROM api_keys'))
      expect(stored).not.toContain(apiKey)
      expect(stored).not.toContain(apiKey.slice(11))
      for (const other of ['', 'sk-', apiKey.slice(0, -1), `${apiKey}0`, apiKey.toLowerCase(), id, `${apiKey}\n`])
        expect(await findKey(sql, other, now)).toBeNull()
    })

    test('reports disabled and expired keys', async () => {
      const { id, apiKey } = await createKey(sql, { name: 'short', ...limits, expiresAt: now + 1000 })
      expect((await findKey(sql, apiKey, now + 999))?.state).toBe('active')
      expect((await findKey(sql, apiKey, now + 1000))?.state).toBe('expired')
      expect(await changeKey(sql, id, { state: 'disabled' })).toBe(true)
      expect((await findKey(sql, apiKey, now + 999))?.state).toBe('disabled')
      expect(await changeKey(sql, 'key_unknown', { state: 'disabled' })).toBe(false)
      expect((await listKeys(sql, now)).map((key) => key.name).sort()).toEqual(['first', 'short', 'Ünïcode'].sort())
    })
  })

  describe('quota', () => {
    let sql: Sql
    let nextTask = 0
    beforeAll(async () => {
      sql = await open()
    })
    const newKey = async (freePerDay: number, freePerMonth: number, paidPages: number): Promise<string> =>
      (await createKey(sql, { name: 'quota', freePerDay, freePerMonth, paidPages, now })).id
    const ask = async (apiKeyId: string, pages: number, at = now) => {
      const taskId = `task-${nextTask++}`
      return { taskId, answer: await reserve(sql, { taskId, apiKeyId, pages, now: at, timezone, ttlMs }) }
    }
    const left = async (apiKeyId: string, at = now) => {
      const { remainingFreePagesToday, remainingFreePagesThisMonth, remainingPaidPages } = await usage(sql, {
        apiKeyId,
        now: at,
        timezone,
      })
      return [remainingFreePagesToday, remainingFreePagesThisMonth, remainingPaidPages]
    }

    test('reserves free pages first and refunds paid pages first', async () => {
      const key = await newKey(10, 100, 10)
      const { taskId, answer } = await ask(key, 15)
      expect(answer).toEqual({ ok: true })
      expect(await left(key)).toEqual([0, 90, 5])
      expect(await commitReservation(sql, { taskId, pages: 7, now })).toBe(7)
      expect(await left(key)).toEqual([3, 93, 10])
    })

    test('a task is charged once, even if steps are repeated', async () => {
      const key = await newKey(10, 100, 0)
      const { taskId } = await ask(key, 4)
      expect(await reserve(sql, { taskId, apiKeyId: key, pages: 4, now, timezone, ttlMs })).toEqual({ ok: true })
      expect(await left(key)).toEqual([6, 96, 0])
      expect(await commitReservation(sql, { taskId, pages: 9, now })).toBe(4)
      expect(await commitReservation(sql, { taskId, pages: 4, now })).toBe(0)
      expect(await releaseReservation(sql, { taskId, now })).toBe(0)
      expect(await reserve(sql, { taskId, apiKeyId: key, pages: 4, now, timezone, ttlMs })).toEqual({ ok: true })
      expect(await left(key)).toEqual([6, 96, 0])
    })

    test('a task cannot change its key or pages, nor reserve again after a release', async () => {
      const key = await newKey(10, 100, 0)
      const other = await newKey(10, 100, 0)
      const { taskId } = await ask(key, 4)
      await expect(reserve(sql, { taskId, apiKeyId: other, pages: 4, now, timezone, ttlMs })).rejects.toThrow(
        /has reserved 4 pages/,
      )
      await expect(reserve(sql, { taskId, apiKeyId: key, pages: 5, now, timezone, ttlMs })).rejects.toThrow(
        /has reserved 4 pages/,
      )
      expect(await releaseReservation(sql, { taskId, now })).toBe(4)
      await expect(reserve(sql, { taskId, apiKeyId: key, pages: 4, now, timezone, ttlMs })).rejects.toThrow(
        /were refunded/,
      )
      expect(await left(key)).toEqual([10, 100, 0])
      expect(await left(other)).toEqual([10, 100, 0])
    })

    test('1131 if only today is short and there are no paid pages, otherwise 1123; nothing is reserved', async () => {
      const daily = await newKey(3, 100, 0)
      const { answer } = await ask(daily, 4)
      expect(answer).toMatchObject({ ok: false, code: 1131 })
      expect(answer.ok ? '' : answer.message).toMatch(
        /needs 4 pages; left are 3 of 3 free pages today, 100 of 100 free pages this month and 0 paid/,
      )
      expect(await left(daily)).toEqual([3, 100, 0])
      expect((await ask(await newKey(50, 3, 0), 4)).answer).toMatchObject({ code: 1123 })
      expect((await ask(await newKey(3, 100, 1), 5)).answer).toMatchObject({ code: 1123 })
      expect((await ask(await newKey(3, 100, 1), 4)).answer).toEqual({ ok: true })
      expect((await ask(await newKey(0, 0, 4), 4)).answer).toEqual({ ok: true })
    })

    test('a disabled or expired key reserves nothing', async () => {
      const key = await newKey(10, 100, 10)
      await changeKey(sql, key, { state: 'disabled' })
      expect((await ask(key, 1)).answer).toMatchObject({ ok: false, code: 1108 })
      const { id } = await createKey(sql, {
        name: 'short',
        freePerDay: 9,
        freePerMonth: 9,
        paidPages: 9,
        expiresAt: now,
        now,
      })
      expect((await ask(id, 1)).answer).toMatchObject({ ok: false, code: 1108 })
      expect((await ask('key_unknown', 1)).answer).toMatchObject({ ok: false, code: 1108 })
    })

    test('pages are refunded to the day and month of the reservation', async () => {
      const key = await newKey(10, 12, 0)
      const before = Date.UTC(2026, 10, 30, 23, 59, 59)
      const after = before + 2000
      const { taskId } = await ask(key, 10, before)
      expect(await left(key, before)).toEqual([0, 2, 0])
      expect(await left(key, after)).toEqual([10, 12, 0])
      expect((await ask(key, 6, after)).answer).toEqual({ ok: true })
      await releaseReservation(sql, { taskId, now: after })
      expect(await left(key, before)).toEqual([10, 12, 0])
      expect(await left(key, after)).toEqual([4, 6, 0])
    })

    test('reservations of a crashed process are refunded when they expire', async () => {
      const key = await newKey(10, 100, 5)
      const { taskId } = await ask(key, 12)
      await renewReservation(sql, { taskId, expiresAt: now + ttlMs + 5 })
      await releaseExpired(sql, { now: now + ttlMs + 4 })
      expect(await left(key)).toEqual([0, 90, 3])
      expect(await releaseExpired(sql, { now: now + ttlMs + 5 })).toBeGreaterThanOrEqual(1)
      expect(await left(key)).toEqual([10, 100, 5])
      expect(await commitReservation(sql, { taskId, pages: 12, now })).toBe(0)
      expect(await left(key)).toEqual([10, 100, 5])
    })

    test('reserveForPlan reserves only for tasks in QUEUING', async () => {
      const key = await newKey(10, 100, 0)
      const add = async (state: string): Promise<string> => {
        const taskId = crypto.randomUUID()
        await sql.run(
          `INSERT INTO tasks (task_id, api_key_id, file_name, file_type, options, warnings, files_token, public_origin, dedupe_hash, created_at, updated_at, state)
           VALUES (?1, ?2, 'a.pdf', '.pdf', '{}', '[]', 't', 'http://x', 'h', ?3, ?3, ?4)`,
          [taskId, key, now, state],
        )
        return taskId
      }
      const plan = async (taskId: string) =>
        await reserveForPlan(sql, { taskId, apiKeyId: key, pages: 4, now, timezone: 'UTC', ttlMs })
      expect(await plan(crypto.randomUUID())).toBeNull()
      expect(await plan(await add('FAILED'))).toBeNull()
      expect(await left(key)).toEqual([10, 100, 0])
      const waiting = await add('QUEUING')
      expect(await plan(waiting)).toEqual({ ok: true })
      // Idempotent.
      expect(await plan(waiting)).toEqual({ ok: true })
      expect(await left(key)).toEqual([6, 96, 0])
      await plan(await add('QUEUING'))
      expect(await plan(await add('QUEUING'))).toMatchObject({ ok: false, code: 1131 })
      // Reservations of failed tasks are refunded by the next sweep.
      await sql.run("UPDATE tasks SET state = 'FAILED' WHERE api_key_id = ?1", [key])
      expect(await releaseExpired(sql, { now })).toBeGreaterThanOrEqual(2)
      expect(await left(key)).toEqual([10, 100, 0])
    })

    test('concurrent reservations never exceed the balance', async () => {
      const key = await newKey(20, 100, 10)
      const results = await Promise.all(Array.from({ length: 25 }, () => ask(key, 2)))
      expect(results.filter(({ answer }) => answer.ok)).toHaveLength(15)
      expect(await left(key)).toEqual([0, 80, 0])
    })

    test('a finished reservation never changes', async () => {
      const { taskId } = await ask(await newKey(10, 100, 0), 1)
      await commitReservation(sql, { taskId, pages: 1, now })
      await expect(
        sql.run("UPDATE ledger SET state = 'reserved', charged = NULL WHERE task_id = ?1", [taskId]),
      ).rejects.toThrow(/never changes/)
    })

    test('refuses invalid page counts', async () => {
      const key = await newKey(10, 100, 0)
      for (const pages of [0, -1, 1.5, Number.NaN]) await expect(ask(key, pages)).rejects.toThrow(RangeError)
    })
  })
}
