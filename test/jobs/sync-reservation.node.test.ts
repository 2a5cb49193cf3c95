import { afterAll, expect, test, vi } from 'vitest'
import { createKey } from '../../src/accounts/api-keys.ts'
import { parseSync } from '../../src/jobs/api/sync.ts'
import type { Pool } from '../../src/pool/pool.ts'
import { sampleOf } from '../../src/uploads/sampler.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { openApp } from '../http/open-app.node.ts'

const app = await openApp()
afterAll(() => app.close())

/** Time until the pages of a killed process must be back, without the interval of the sweeps. */
const EXPIRY_MS = 100_000

test('the reservation of a running request expires soon, and is renewed while it runs', async () => {
  const { sql } = app
  const started = Promise.withResolvers<void>()
  const release = Promise.withResolvers<never>()
  const parsePages: Pool['parsePages'] = () => {
    started.resolve()
    return release.promise
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const clock = (): number => Date.now()
  const { id } = await createKey(sql, { name: 'a', freePerDay: 9, freePerMonth: 9, paidPages: 0, now: clock() })
  const bytes = await fixture('pdf-digital')
  const request = parseSync(
    {
      apiKeyId: id,
      fields: new Map(),
      file: { fileName: 'a.pdf', source: { kind: 'bytes', bytes }, ...sampleOf(bytes) },
      publicOrigin: 'http://localhost',
    },
    { ...app.deps, clock, pool: { ...app.deps.pool, parsePages } },
    new AbortController().signal,
  )
  const left = async (): Promise<number> => {
    const [row] = await sql.all<{ expires_at: number }>("SELECT expires_at FROM ledger WHERE state = 'reserved'", [])
    return (row?.expires_at ?? 0) - clock()
  }
  await started.promise
  expect(await left()).toBeLessThanOrEqual(EXPIRY_MS)
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await left()).toBeGreaterThan(30_000)
  }
  release.reject(new Error('stopped'))
  await expect(request).rejects.toThrow('stopped')
  expect(await sql.all("SELECT 1 AS one FROM ledger WHERE state = 'reserved'", [])).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
