/** The balance equation, `paid used + free used = Σ charged + Σ reserved`, with random work and with two processes. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createKey } from '../../src/accounts/api-keys.ts'
import { commitReservation, releaseExpired, releaseReservation, reserve, usage } from '../../src/accounts/quota.ts'
import { periodsAt } from '../../src/accounts/quota-periods.ts'
import { openSqlite } from '../../src/db/sqlite.node.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheaf-quota-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** A second implementation of the quota rules, in memory. */
interface Model {
  paid: number
  readonly used: Map<string, number>
  readonly held: Map<string, { pages: number; free: number; day: string; month: string; expiresAt: number }>
  charged: number
}

test.each([1, 2, 3, 4])('random work: the database matches the model (seed %i)', async (seed) => {
  const random = randomOf(seed)
  const timezone = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'][seed % 4] ?? 'UTC'
  const freePerDay = 5 + random(20)
  const freePerMonth = freePerDay + random(60)
  const paidPages = random(40)
  const ttlMs = 3_600_000
  const sql = openSqlite(join(dir, `${seed}.sqlite`))
  let now = Date.UTC(2026, 9, 29, 12)
  const { id } = await createKey(sql, { name: 'model', freePerDay, freePerMonth, paidPages, now })
  const model: Model = { paid: paidPages, used: new Map(), held: new Map(), charged: 0 }
  const usedIn = (period: string): number => model.used.get(period) ?? 0
  const refund = (taskId: string, parsed: number): void => {
    const held = model.held.get(taskId)
    if (held === undefined) return
    model.held.delete(taskId)
    const charged = Math.min(parsed, held.pages)
    const back = held.pages - charged
    const paidBack = Math.min(back, held.pages - held.free)
    model.paid += paidBack
    for (const period of [held.day, held.month]) model.used.set(period, usedIn(period) - (back - paidBack))
    model.charged += charged
  }
  const seen = { ok: 0, 1108: 0, 1123: 0, 1131: 0 }

  for (let step = 0; step < 250; step++) {
    now += random(4_000_000)
    const { day, month } = periodsAt(now, timezone)
    const open = [...model.held.keys()]
    const some = open[random(Math.max(1, open.length))]
    const action = random(10)
    if (action < 5 || some === undefined) {
      const pages = 1 + random(12)
      const today = freePerDay - usedIn(day)
      const thisMonth = freePerMonth - usedIn(month)
      const free = Math.min(today, thisMonth)
      const expected = free + model.paid >= pages ? 'ok' : model.paid === 0 && thisMonth >= pages ? 1131 : 1123
      const answer = await reserve(sql, { taskId: `t${step}`, apiKeyId: id, pages, now, timezone, ttlMs })
      expect(answer.ok ? 'ok' : answer.code).toBe(expected)
      seen[expected]++
      if (expected === 'ok') {
        const fromFree = Math.min(pages, free)
        model.paid -= pages - fromFree
        for (const period of [day, month]) model.used.set(period, usedIn(period) + fromFree)
        model.held.set(`t${step}`, { pages, free: fromFree, day, month, expiresAt: now + ttlMs })
      }
    } else if (action < 8) {
      const parsed = random(14)
      await commitReservation(sql, { taskId: some, pages: parsed, now })
      refund(some, parsed)
      await commitReservation(sql, { taskId: some, pages: parsed, now })
    } else if (action < 9) {
      await releaseReservation(sql, { taskId: some, now })
      refund(some, 0)
    } else {
      await releaseExpired(sql, { now })
      for (const [taskId, held] of model.held) if (held.expiresAt <= now) refund(taskId, 0)
    }
    expect(await usage(sql, { apiKeyId: id, now, timezone })).toEqual({
      remainingPaidPages: model.paid,
      remainingFreePagesToday: freePerDay - usedIn(day),
      remainingFreePagesThisMonth: freePerMonth - usedIn(month),
    })
    const heldPages = [...model.held.values()].reduce((sum, { pages }) => sum + pages, 0)
    const freeUsed = [...model.used].filter(([period]) => period.length === 10).reduce((sum, [, used]) => sum + used, 0)
    expect(paidPages - model.paid + freeUsed).toBe(model.charged + heldPages)
  }
  expect(seen.ok).toBeGreaterThan(10)
  expect(seen[1123] + seen[1131]).toBeGreaterThan(10)
  sql.close()
})

test('two processes: no page is reserved twice or lost', async () => {
  const path = join(dir, 'race.sqlite')
  const sql = openSqlite(path)
  const now = Date.UTC(2026, 10, 30)
  // Many pages, few pages, only paid pages.
  const keys = await Promise.all(
    [
      { freePerDay: 5000, freePerMonth: 9000, paidPages: 5000 },
      { freePerDay: 20, freePerMonth: 30, paidPages: 25 },
      { freePerDay: 0, freePerMonth: 0, paidPages: 40 },
    ].map(async (limits) => ({ ...limits, ...(await createKey(sql, { name: 'race', ...limits, now })) })),
  )
  const run = promisify(execFile)
  const script = join(import.meta.dirname, 'quota-race.node.ts')
  const results = await Promise.all(
    ['a', 'b'].map((who) => run(process.execPath, [script, path, who, '240', ...keys.map(({ id }) => id)])),
  )
  const counts = results.map(({ stdout }) => JSON.parse(stdout) as { accepted: number; charged: number })
  expect(counts.every(({ accepted }) => accepted > 50)).toBe(true)

  const [book] = await sql.all<{ charged: number; open: number }>(
    "SELECT sum(charged) AS charged, sum(state = 'reserved') AS open FROM ledger",
  )
  expect(book).toMatchObject({ charged: counts.reduce((sum, { charged }) => sum + charged, 0), open: 0 })
  for (const key of keys) {
    const [row] = await sql.all<{ paid: number; charged: number; free: number; worst: number; months: number }>(
      `SELECT paid_balance AS paid, (SELECT coalesce(sum(charged), 0) FROM ledger WHERE api_key_id = ?1) AS charged,
        (SELECT coalesce(sum(used), 0) FROM usage_period WHERE api_key_id = ?1 AND length(period) = 10) AS free,
        (SELECT coalesce(max(used), 0) FROM usage_period WHERE api_key_id = ?1 AND length(period) = 10) AS worst,
        (SELECT coalesce(max(used), 0) FROM usage_period WHERE api_key_id = ?1 AND length(period) = 7) AS months
       FROM api_keys WHERE id = ?1`,
      [key.id],
    )
    if (row === undefined) throw new Error('the key is gone')
    expect(key.paidPages - row.paid + row.free).toBe(row.charged)
    expect(row.worst).toBeLessThanOrEqual(key.freePerDay)
    expect(row.months).toBeLessThanOrEqual(key.freePerMonth)
    expect(row.paid).toBeGreaterThanOrEqual(0)
  }
  sql.close()
})

test('several processes can start in an empty folder', async () => {
  const path = join(dir, 'starters.sqlite')
  const run = promisify(execFile)
  const script = join(import.meta.dirname, 'quota-race.node.ts')
  await Promise.all(Array.from({ length: 4 }, (_, index) => run(process.execPath, [script, path, `s${index}`, '0'])))
  const sql = openSqlite(path)
  const numbers = (await sql.all<{ number: number }>('SELECT number FROM schema_migrations ORDER BY number')).map(
    ({ number }) => number,
  )
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  sql.close()
})

test('the remedy names fewer pages only if some are left', async () => {
  const sql = openSqlite(join(dir, 'remedy.sqlite'))
  const now = Date.UTC(2026, 9, 29, 12)
  const { id: apiKeyId } = await createKey(sql, { name: '', freePerDay: 2, freePerMonth: 9, paidPages: 0, now })
  const ask = (taskId: string, pages: number) =>
    reserve(sql, { apiKeyId, taskId, pages, now, timezone: 'UTC', ttlMs: 60_000 })
  const remedyOf = (result: object): string =>
    'message' in result ? (String(result.message).split('. ').at(-1) ?? '') : ''
  expect(remedyOf(await ask('a', 3))).toContain('ask for fewer pages with page_range, or have paid pages')
  expect(await ask('b', 2)).toMatchObject({ ok: true })
  expect(remedyOf(await ask('c', 1))).toBe('Try again after 00:00 (UTC), or have paid pages added to the key.')
  sql.close()
})
