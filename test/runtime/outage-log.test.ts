import { expect, test, vi } from 'vitest'
import type { Blobs } from '../../src/blobs/blobs.ts'
import type { Sql } from '../../src/db/sql.ts'
import { UnavailableError } from '../../src/model/errors.ts'
import { createOutageLog, logBlobOutages, logSqlOutages } from '../../src/runtime/outage-log.ts'
import { silentLog } from '../../src/telemetry/log.ts'

function openLog() {
  const lines: [string, object | undefined][] = []
  let now = 0
  const log = { ...silentLog, warn: (message: string, fields?: object) => void lines.push([message, fields]) }
  const outages = createOutageLog('the database', { log, clock: () => now })
  return {
    lines,
    outages,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('logs the beginning and the end of an outage once', async () => {
  const { lines, outages, pass } = openLog()
  let answer = async (): Promise<number> => 1
  const port: Sql = { all: async () => [], run: () => answer(), batch: async () => [] }
  const sql = logSqlOutages(port, outages)
  expect(await sql.run('')).toBe(1)
  answer = () =>
    Promise.reject(new UnavailableError('the database does not answer', { cause: new Error('connect ECONNREFUSED') }))
  for (let time = 0; time < 3; time++) {
    await expect(sql.run('')).rejects.toThrow('does not answer')
    pass(400)
    // Another connection still works.
    await sql.all('')
  }
  pass(5000)
  answer = async () => 2
  expect(await sql.run('')).toBe(2)
  await sql.batch([])
  expect(lines).toEqual([
    ['the database does not answer', { error: 'connect ECONNREFUSED' }],
    ['the database works again', { outageMs: 6200, failures: 3 }],
  ])
})

test('logs the end of an outage after a single success right after the last failure', async () => {
  const { lines, outages, pass } = openLog()
  outages.failed('the database does not answer', new Error('connect ECONNREFUSED'))
  outages.succeeded()
  expect(lines).toHaveLength(1)
  pass(1000)
  await vi.waitFor(() => expect(lines).toHaveLength(2), 5000)
  expect(lines[1]).toEqual(['the database works again', { outageMs: 1000, failures: 1 }])
})

test('other errors are passed on and not logged', async () => {
  const { lines, outages } = openLog()
  const none = async (): Promise<never> => {
    throw new RangeError('not a key')
  }
  const port: Blobs = { put: none, get: none, head: none, remove: none, async *list() {} }
  const blobs = logBlobOutages(port, outages)
  for (const request of [
    blobs.put('a', new Uint8Array(0), { type: 'a/b' }),
    blobs.get('a'),
    blobs.head('a'),
    blobs.remove('a'),
  ])
    await expect(request).rejects.toThrow('not a key')
  expect(await Array.fromAsync(blobs.list(''))).toEqual([])
  expect(lines).toEqual([])
})
