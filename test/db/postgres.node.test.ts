/** Contract tests with PostgreSQL, concurrent migrations and reservations, outages. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/accounts/api-keys.ts'
import { reserve } from '../../src/accounts/quota.ts'
import { openPostgres, type PostgresSql } from '../../src/db/postgres.node.ts'
import type { Statement } from '../../src/db/sql.ts'
import { testSql } from '../contract/sql.ts'
import { hasPostgres, openPostgresServer, type PostgresServer } from '../servers/postgres.node.ts'

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let server: PostgresServer
  const opened: PostgresSql[] = []
  const open = async (url: string): Promise<PostgresSql> => {
    const sql = await openPostgres(url)
    opened.push(sql)
    return sql
  }
  beforeAll(async () => {
    server = await openPostgresServer()
  })
  afterAll(async () => {
    for (const sql of opened) await sql.close()
    await server.close()
  })

  testSql(async () => await open(await server.newDatabase()), { bytesType: 'BYTEA' })

  test('concurrent starts on an empty database apply the migrations once', async () => {
    const url = await server.newDatabase()
    const started = await Promise.all([open(url), open(url), open(url), open(url)])
    const rows = await started[3]?.all<{ number: number; digits: number }>(
      'SELECT number, length(checksum) AS digits FROM schema_migrations ORDER BY number',
    )
    expect(rows?.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect(rows?.every(({ digits }) => digits === 64)).toBe(true)
  })

  test('text with U+0000, which PostgreSQL does not have, is no error and equals no other text', async () => {
    const sql = await open(await server.newDatabase())
    await sql.run("INSERT INTO secrets (name, value) VALUES ('a', ?1)", ['x\0y'])
    expect(await sql.all('SELECT value FROM secrets')).toEqual([{ value: 'x\ufffdy' }])
    expect(await sql.all('SELECT value FROM secrets WHERE name = ?1', ['a\0'])).toEqual([])
  })

  test('a read-only database is an UnavailableError, and is written again afterwards', async () => {
    const url = await server.newDatabase()
    const sql = await open(url)
    const insert = "INSERT INTO secrets (name, value) VALUES ('a', 'x')"
    const setReadOnly = async (state: 'on' | 'off'): Promise<void> => {
      await server.setReadOnly(state === 'on')
      await expect.poll(() => sql.writeProblem?.(0)).toBe(state === 'on' ? 'The database is read-only.' : null)
    }
    await setReadOnly('on')
    const refused = { name: 'UnavailableError', message: 'the database is read-only' }
    await expect(sql.run(insert)).rejects.toMatchObject(refused)
    await expect(sql.run("DELETE FROM secrets WHERE name = 'a'")).rejects.toMatchObject(refused)
    await expect(sql.batch([{ sql: insert, args: [] }])).rejects.toMatchObject(refused)
    await setReadOnly('off')
    expect(await sql.run(insert)).toBe(1)
  })

  test('a reservation computed with outdated counters uses the current ones', async () => {
    // `WITH` bypasses the write lock of inserts, and connections use the trigger concurrently.
    const url = await server.newDatabase()
    const sql = await open(url)
    const { id } = await createKey(sql, { name: 'race', freePerDay: 50, freePerMonth: 300, paidPages: 40, now: 0 })
    const statement = `WITH old AS (SELECT pg_sleep(0.05)) INSERT INTO ledger (task_id, api_key_id, day, month, pages, from_free, from_paid, expires_at, created_at, updated_at)
      SELECT ?1, ?2, 'd', 'm', 1, 1, 0, 9, 0, 0 FROM old RETURNING from_free`
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => sql.all(statement, [`t${index}`, id])))
    expect(answers.filter((rows) => rows.length === 1)).toHaveLength(90)
    const [row] = await sql.all("SELECT k.paid_balance, d.used FROM api_keys k, usage_period d WHERE d.period = 'd'")
    expect(row).toEqual({ paid_balance: 0, used: 50 })
  })

  test('two processes with the same keys: the counters match the reservations', async () => {
    const url = await server.newDatabase()
    const sql = await open(url)
    const keys: string[] = []
    for (const [freePerDay, freePerMonth, paidPages] of [
      [200, 300, 100],
      [40, 60, 25],
    ] as const)
      keys.push((await createKey(sql, { name: 'race', freePerDay, freePerMonth, paidPages, now: 0 })).id)
    const paidAtFirst = 125
    const run = (who: string) =>
      promisify(execFile)(process.execPath, [
        join(import.meta.dirname, '../accounts/quota-race.node.ts'),
        url,
        who,
        '400',
        ...keys,
      ])
    const counts = (await Promise.all([run('a'), run('b')])).map(
      ({ stdout }) => JSON.parse(stdout) as { accepted: number; charged: number },
    )
    const number = async (statement: string): Promise<number> => Number((await sql.all<{ n: number }>(statement))[0]?.n)
    const charged = await number("SELECT coalesce(sum(charged), 0) AS n FROM ledger WHERE state = 'settled'")
    expect(counts.reduce((sum, count) => sum + count.charged, 0)).toBe(charged)
    const held = await number("SELECT coalesce(sum(pages), 0) AS n FROM ledger WHERE state = 'reserved'")
    const paidSpent = paidAtFirst - (await number('SELECT sum(paid_balance) AS n FROM api_keys'))
    const freeUsed = await number('SELECT coalesce(sum(used), 0) AS n FROM usage_period WHERE length(period) = 10')
    expect(paidSpent + freeUsed).toBe(charged + held)
    expect(
      await number(
        'SELECT count(*) AS n FROM usage_period p JOIN api_keys k ON k.id = p.api_key_id WHERE length(p.period) = 10 AND p.used > k.free_per_day',
      ),
    ).toBe(0)
    expect(charged).toBeGreaterThan(100)
  })

  test('batches of one scope wait for each other; those of another scope do not wait', async () => {
    const sql = await open(await server.newDatabase())
    await sql.run('CREATE TABLE done (id SERIAL, name TEXT NOT NULL)')
    // The database numbers the batches: clients may receive the responses in another order.
    const run = async (name: string, scope?: string, before: Statement[] = []): Promise<void> => {
      const insert = { sql: 'INSERT INTO done (name) VALUES (?1)', args: [name] }
      await sql.batch([...before, insert], scope === undefined ? {} : { scope })
    }
    const others = 'WHILE (SELECT COUNT(*) FROM done) < 2 LOOP PERFORM pg_sleep(0.01); END LOOP'
    const first = run('first of a', 'a', [{ sql: `DO $$ BEGIN ${others}; END $$`, args: [] }])
    const locks = "SELECT 1 AS one FROM pg_locks WHERE locktype = 'advisory' AND granted"
    const waiting = locks.replace('AND granted', 'AND NOT granted')
    await expect.poll(() => sql.all(locks), { timeout: 10_000 }).toHaveLength(1)
    const second = run('second of a', 'a')
    await expect.poll(() => sql.all(waiting), { timeout: 10_000 }).toHaveLength(1)
    await Promise.all([first, second, run("it's b", "it's b"), run('no scope')])
    const order = (await sql.all<{ name: string }>('SELECT name FROM done ORDER BY id')).map(({ name }) => name)
    expect(order.slice(0, 2).sort()).toEqual(["it's b", 'no scope'])
    expect(order.slice(2)).toEqual(['first of a', 'second of a'])
  })

  // Each has its own server, and most of its time is waiting.
  describe.concurrent('outages', () => {
    test('idle connections are replaced after a restart of the server', async () => {
      const own = await openPostgresServer()
      const sql = await openPostgres(await own.newDatabase())
      const { id } = await createKey(sql, { name: 'k', freePerDay: 5, freePerMonth: 5, paidPages: 0, now: 0 })
      await own.stop()
      const waiting = sql.all('SELECT 1 AS one')
      await own.start()
      await waiting.catch(() => undefined)
      expect(await reserve(sql, { taskId: 't', apiKeyId: id, pages: 2, now: 0, timezone: 'UTC', ttlMs: 1 })).toEqual({
        ok: true,
      })
      await own.stop('SIGQUIT')
      const unavailable = { name: 'UnavailableError', message: 'the database does not answer' }
      // In parallel, because both retry before they fail.
      await Promise.all([
        expect(sql.all('SELECT 1 AS one')).rejects.toMatchObject(unavailable),
        expect(sql.batch([{ sql: 'DELETE FROM secrets', args: [] }])).rejects.toMatchObject(unavailable),
      ])
      await own.start()
      await expect(sql.all('SELECT * FROM nowhere')).rejects.toThrow(/does not exist/)
      await sql.close()
      await own.close()
    })

    test('an unresponsive server fails within seconds and works later; so does a blocked write lock', async () => {
      const own = await openPostgresServer()
      const url = await own.newDatabase()
      const sql = await openPostgres(url)
      const { id } = await createKey(sql, { name: 'k', freePerDay: 5, freePerMonth: 5, paidPages: 0, now: 0 })
      const unavailable = { name: 'UnavailableError', message: 'the database does not answer' }
      own.freeze()
      const startedAt = Date.now()
      // More than connections: some wait for a response, some for a connection.
      const asked = Array.from({ length: 12 }, () =>
        expect(sql.all('SELECT 1 AS one')).rejects.toMatchObject(unavailable),
      )
      const batch = expect(sql.batch([{ sql: 'DELETE FROM secrets', args: [] }])).rejects.toMatchObject(unavailable)
      const starting = expect(openPostgres(url)).rejects.toThrow()
      await Promise.all([...asked, batch, starting])
      expect(Date.now() - startedAt).toBeLessThan(16_500)
      own.thaw()
      const reservation = { apiKeyId: id, pages: 1, now: 0, timezone: 'UTC', ttlMs: 1 }
      expect(await reserve(sql, { ...reservation, taskId: 'a' })).toEqual({ ok: true })

      // A process that is suspended while it has the write lock.
      const stopped = new pg.Client(url)
      stopped.on('error', () => undefined)
      await stopped.connect()
      await stopped.query(
        'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 3000; SELECT pg_advisory_xact_lock(7562302)',
      )
      const waitingSince = Date.now()
      expect(await reserve(sql, { ...reservation, taskId: 'b' })).toEqual({ ok: true })
      expect(Date.now() - waitingSince).toBeGreaterThan(2000)
      // A lock that is never released: waiting statements fail and leave the queue of the server.
      const stuck = new pg.Client(url)
      await stuck.connect()
      await stuck.query('BEGIN; SELECT pg_advisory_xact_lock(7562302)')
      await expect(reserve(sql, { ...reservation, taskId: 'c' })).rejects.toMatchObject(unavailable)
      const { rows } = await stuck.query(
        "SELECT count(*) AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
      )
      expect(Number(rows[0].waiting)).toBe(0)
      await stuck.end()
      expect(await reserve(sql, { ...reservation, taskId: 'd' })).toEqual({ ok: true })
      await sql.close()
      await own.close()
    }, 60_000)
  })
})
