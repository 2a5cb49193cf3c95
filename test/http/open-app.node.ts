/** The app on Node without a socket: SQLite, files, spool and the in-process pool in a temporary folder. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeKey, createKey } from '../../src/accounts/api-keys.ts'
import { createRateLimiter } from '../../src/accounts/rate-limits.ts'
import { createFsBlobs } from '../../src/blobs/fs.node.ts'
import { openSqlite, type SqliteSql } from '../../src/db/sqlite.node.ts'
import type { Deps, ServiceSettings } from '../../src/deps.ts'
import { createApp } from '../../src/http/app.ts'
import { createInProcessPool } from '../../src/pool/in-process-pool.ts'
import { createNodeDelivery } from '../../src/queue/callback-delivery.node.ts'
import { createTaskEvents } from '../../src/queue/task-events.ts'
import { readConfig, serviceSettings } from '../../src/runtime/config.ts'
import { embedTaskQueue } from '../../src/runtime/embedded-queue.node.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import type { Log } from '../../src/telemetry/log.ts'
import type { TraceContext } from '../../src/telemetry/trace-context.ts'
import { createTracer } from '../../src/telemetry/tracer.ts'
import { createProcessId } from '../../src/uploads/process-id.node.ts'
import { createNodeSpool } from '../../src/uploads/spool.node.ts'
import { createNodeOpenUrl } from '../../src/uploads/url-source.node.ts'
import type { ApiTarget } from '../contract/http-api.ts'

export interface OpenedApp extends ApiTarget {
  readonly app: ReturnType<typeof createApp>
  readonly deps: Deps
  readonly sql: SqliteSql
  /** Log lines, oldest first. */
  readonly logged: { level: string; message: string; fields: Record<string, unknown> }[]
  close(): Promise<void>
}

export interface OpenOptions {
  readonly environment?: Record<string, string>
  /** Replaces dependencies, to inject errors. */
  readonly replace?: (deps: Deps) => Partial<Deps>
}

export async function openApp({ environment = {}, replace = () => ({}) }: OpenOptions = {}): Promise<OpenedApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-http-'))
  const variables = { MAX_UPLOAD_MB: '3', SPOOL_MAX_MB: '64', ...environment }
  const config = readConfig(variables, 'node')
  const settings: ServiceSettings = serviceSettings(config, {
    version: '0.0.0-test',
    installedLanguages: ['chi_sim', 'eng'],
  })
  const sql = openSqlite(join(dataDir, 'sheaf.sqlite'))
  const spool = createNodeSpool({ dir: join(dataDir, 'spool'), maxTotalBytes: config.spoolMaxBytes })
  const pool = createInProcessPool(createParseDeps(variables), {
    parseTimeoutMs: settings.parseTimeoutMs,
    maxWaiting: config.syncQueueMax,
    readSource: async (source) => (source.kind === 'bytes' ? source.bytes : new Uint8Array(readFileSync(source.path))),
  })
  const logged: OpenedApp['logged'] = []
  const at =
    (level: string) =>
    (message: string, fields: Record<string, unknown> = {}): void => {
      logged.push({ level, message, fields })
    }
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  const base = {
    settings,
    pool,
    spool,
    blobs: createFsBlobs(join(dataDir, 'blobs')),
    sql,
    rates: createRateLimiter(),
    openUrl: createNodeOpenUrl({ allowPrivate: settings.compat.urlAllowPrivate }),
    log,
    clock: Date.now,
    tracer: createTracer(new AsyncLocalStorage<TraceContext>()),
  }
  const events = createTaskEvents()
  const parts = {
    events,
    owner: createProcessId(),
    deliver: createNodeDelivery({ allowPrivate: settings.tasks.callbackAllowPrivate }),
  }
  const { deps, queue } = embedTaskQueue({ ...base, ...replace({ ...base, tasks: null }) }, parts, { concurrency: 2 })
  const app = createApp(deps)
  queue.start()
  return {
    app,
    deps,
    sql,
    logged,
    maxUploadMb: settings.maxUploadMb,
    hasQueue: true,
    call: async (path, init) => app.request(path, init),
    createKey: ({ expiresAt, ...quota }) =>
      createKey(sql, { name: 'test', ...quota, expiresAt: expiresAt ?? null, now: Date.now() }),
    disableKey: async (id) => {
      await changeKey(sql, id, { state: 'disabled' })
    },
    storedFiles: async () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('sheaf.sqlite'))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort(),
    async close() {
      events.close()
      await queue.stop({ timeoutMs: 0 })
      await pool.close()
      await spool.close()
      sql.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
