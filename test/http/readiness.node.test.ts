import { afterEach, expect, test } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { UnavailableError } from '../../src/model/errors.ts'
import { type OpenedApp, type OpenOptions, openApp } from './open-app.node.ts'

const opened: OpenedApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

const mebibyte = 1_048_576
const host = {
  freeDiskBytes: async () => 1000 * mebibyte,
  memory: () => ({ usedBytes: 1, limitBytes: 100 * mebibyte }),
  isStopping: () => false,
}

async function readiness(replace: NonNullable<OpenOptions['replace']>) {
  const app = await openApp({ replace })
  opened.push(app)
  const ready = await app.call('/ready')
  const health = await app.call('/health')
  const { parts } = (await ready.json()) as { parts: Record<string, { status: string; reason?: string }> }
  return { status: ready.status, parts, healthStatus: health.status, health: await health.json() }
}

test('a full disk: not ready, and /health says why', async () => {
  const { status, parts, healthStatus, health } = await readiness(() => ({
    host: { ...host, freeDiskBytes: async () => 3 * mebibyte },
  }))
  expect(status).toBe(503)
  expect(parts.disk).toEqual({ status: 'failed', reason: expect.stringContaining('3 MB are free') })
  expect(healthStatus).toBe(200)
  expect(health).toMatchObject({ status: 'failed', problems: [expect.stringContaining('disk is full')] })
})

test('memory near its limit, and a service that is stopping', async () => {
  const { parts } = await readiness(() => ({
    host: { ...host, memory: () => ({ usedBytes: 99, limitBytes: 100 }), isStopping: () => true },
  }))
  expect([parts.memory?.status, parts.process?.status, parts.disk?.status]).toEqual(['failed', 'failed', 'ok'])
})

test('a database that does not answer: not ready', async () => {
  const { status, parts } = await readiness(({ sql }) => ({
    sql: { ...sql, all: () => Promise.reject(new UnavailableError('away')) },
  }))
  expect(status).toBe(503)
  expect(parts.database).toEqual({ status: 'failed', reason: 'The database does not answer.' })
})

test('a database that does not answer is named once, although the workers are counted in it', async () => {
  const app = await openApp()
  opened.push(app)
  const { sql, tasks } = app.deps
  if (tasks === null) throw new Error('no tasks')
  const service = createApp({
    ...app.deps,
    sql: { ...sql, all: () => Promise.reject(new UnavailableError('away')) },
    tasks: { ...tasks, remote: true },
  })
  expect(await (await service.request('/ready')).json()).toMatchObject({
    detail: 'The database does not answer.',
    parts: { workers: { reason: 'The database does not answer.' } },
  })
})

test('a database that cannot be written: not ready, with its reason', async () => {
  const { status, parts } = await readiness(({ sql }) => ({
    sql: { ...sql, writeProblem: async () => 'The database is read-only.' },
  }))
  expect(status).toBe(503)
  expect(parts.database).toEqual({ status: 'failed', reason: 'The database is read-only.' })
})

test('a folder of results that cannot be written: not ready', async () => {
  const reason = 'The folder for documents and results cannot be written.'
  const { status, parts } = await readiness(({ blobs }) => ({ blobs: { ...blobs, writeProblem: async () => reason } }))
  expect(status).toBe(503)
  expect(parts.blobs).toEqual({ status: 'failed', reason })
})

test('a converter that does not answer: degraded, but ready', async () => {
  const { status, parts } = await readiness(() => ({
    converter: { kind: 'remote', ready: async () => false, convert: () => Promise.reject(new Error('away')) } as never,
  }))
  expect(status).toBe(200)
  expect(parts.converter?.status).toBe('degraded')
})
