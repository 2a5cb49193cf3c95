/**
 * Service and worker processes with one Redis. SQLite and files are in one folder unless the environment names other
 * stores.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeKey, createKey } from '../../src/accounts/api-keys.ts'
import { readConfig } from '../../src/runtime/config.ts'
import { type OpenSql, openBlobs, openDatabase } from '../../src/runtime/open-stores.node.ts'
import type { ApiTarget } from '../contract/http-api.ts'
import { type Started, type StartedWorker, start, startWorker } from './process.node.ts'

export interface Fleet extends ApiTarget {
  readonly services: Started[]
  readonly workers: StartedWorker[]
  readonly sql: OpenSql
  readonly dataDir: string
  addService(more?: Record<string, string>): Promise<Started>
  addWorker(more?: Record<string, string>): Promise<StartedWorker>
  close(): Promise<void>
}

/** Requests go to the services in rotation. */
export async function openFleet({
  services,
  workers,
  environment,
}: {
  services: number
  workers: number
  environment: Record<string, string>
}): Promise<Fleet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-fleet-'))
  const shared = { DATA_DIR: dataDir, MAX_UPLOAD_MB: '3', SPOOL_MAX_MB: '64', TASK_LEASE_MS: '3000', ...environment }
  const config = readConfig(shared, 'node')
  const sql = await openDatabase(config)
  const blobs = await openBlobs(config)
  let requests = 0
  const fleet: Fleet = {
    services: [],
    workers: [],
    sql,
    dataDir,
    maxUploadMb: 3,
    hasQueue: true,
    async addService(more = {}) {
      const service = await start({ ...shared, ...more })
      fleet.services.push(service)
      return service
    },
    async addWorker(more = {}) {
      const worker = await startWorker({ ...shared, ...more })
      fleet.workers.push(worker)
      return worker
    },
    call(path, init) {
      const service = fleet.services[requests++ % fleet.services.length]
      return fetch(new URL(path, service?.url), init)
    },
    createKey: ({ expiresAt, ...quota }) =>
      createKey(sql, { name: 'test', ...quota, expiresAt: expiresAt ?? null, now: Date.now() }),
    async disableKey(id) {
      await changeKey(sql, id, { state: 'disabled' })
    },
    async storedFiles() {
      const stored = (await Array.fromAsync(blobs.list(''))).map(({ blobKey }) => blobKey)
      const spooled = readdirSync(join(dataDir, 'spool'), { recursive: true, withFileTypes: true })
      return [...stored, ...spooled.filter((entry) => entry.isFile()).map((entry) => entry.name)].sort()
    },
    async close() {
      await Promise.all([
        ...fleet.services.map((service) => service.end(['SIGTERM'])),
        ...fleet.workers.map((worker) => worker.end()),
      ])
      await sql.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  for (let count = 0; count < services; count++) await fleet.addService()
  for (let count = 0; count < workers; count++) await fleet.addWorker()
  return fleet
}
