/** Expired results are removed by task, on real files with modified times. */
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createKey } from '../../../src/accounts/api-keys.ts'
import { reserve, usage } from '../../../src/accounts/quota.ts'
import { createFsBlobs } from '../../../src/blobs/fs.node.ts'
import { openSqlite } from '../../../src/db/sqlite.node.ts'
import { sweepReservations, sweepResults } from '../../../src/jobs/runner/sweeper.ts'
import { filesPrefix } from '../../../src/jobs/store/result-files.ts'
import { readConfig, serviceSettings } from '../../../src/runtime/config.ts'
import { silentLog } from '../../../src/telemetry/log.ts'

const dir = mkdtempSync(join(tmpdir(), 'sheaf-sweep-'))
afterAll(() => rmSync(dir, { recursive: true }))
const settings = serviceSettings(readConfig({ RESULT_TTL_HOURS: '2' }, 'node'), {
  version: '0',
  installedLanguages: [],
})

test('the files of a task are removed together, when the newest one has expired', async () => {
  const root = join(dir, 'blobs')
  const blobs = createFsBlobs(root)
  const now = Date.now()
  const put = async (blobKey: string, ageHours: number): Promise<void> => {
    await blobs.put(blobKey, new Uint8Array(1), { type: 'image/png' })
    const at = now / 1000 - ageHours * 3600
    utimesSync(join(root, `${blobKey}~image%2Fpng`), at, at)
  }
  await put(`${filesPrefix('old')}a.png`, 2.1)
  await put(`${filesPrefix('old')}b.png`, 3)
  await put(`${filesPrefix('mixed')}a.png`, 50)
  await put(`${filesPrefix('mixed')}b.png`, 1.9)
  await put(`${filesPrefix('young')}a.png`, 0)
  await put('other/old.png', 99)
  expect(await sweepResults({ blobs, settings, clock: () => now, log: silentLog })).toBe(1)
  const left = (await Array.fromAsync(blobs.list(''))).map(({ blobKey }) => blobKey)
  expect(left).toEqual([
    `${filesPrefix('mixed')}a.png`,
    `${filesPrefix('mixed')}b.png`,
    `${filesPrefix('young')}a.png`,
    'other/old.png',
  ])
  expect(readdirSync(join(root, 'files')).sort()).toEqual(['mixed', 'young'])
  expect(await sweepResults({ blobs, settings, clock: () => now, log: silentLog })).toBe(0)
})

test('reserved pages of a crashed process are refunded when they expire', async () => {
  const sql = openSqlite(join(dir, 'sheaf.sqlite'))
  const { id } = await createKey(sql, { name: '', freePerDay: 10, freePerMonth: 10, paidPages: 0, now: 0 })
  await reserve(sql, { taskId: 't', apiKeyId: id, pages: 4, now: 0, timezone: 'UTC', ttlMs: 1000 })
  expect(await sweepReservations({ sql, clock: () => 999, log: silentLog })).toBe(0)
  expect(await sweepReservations({ sql, clock: () => 1000, log: silentLog })).toBe(1)
  expect((await usage(sql, { apiKeyId: id, now: 1000, timezone: 'UTC' })).remainingFreePagesToday).toBe(10)
  sql.close()
})
