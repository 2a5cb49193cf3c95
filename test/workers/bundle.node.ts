/** The bundled Worker in workerd, with an empty D1 and R2, reached over HTTP. */
import { createTestHarness } from 'wrangler'
import { changeKey, createKey } from '../../src/accounts/api-keys.ts'
import { createD1Sql, type D1 } from '../../src/db/d1.ts'
import type { Sql } from '../../src/db/sql.ts'
import type { ApiTarget } from '../contract/http-api.ts'
import { buildWorkerOnce, root } from './built-worker.node.ts'

interface LocalBucket {
  list(): Promise<{ objects: { key: string }[] }>
}

export interface Bundle extends ApiTarget {
  /** Without a trailing slash. */
  readonly url: string
  /** Number of open quota reservations. */
  openReservations(): Promise<number>
  readonly sql: Sql
  /** Runs the hourly sweep. */
  sweep(): Promise<void>
  /** Runs the sweep of every two minutes, which sends lost messages again. */
  redeliver(): Promise<void>
  /** Ends workerd and starts it again with the same D1, R2 and address. Messages in its queue are lost. */
  restart(): Promise<void>
  readonly logs: () => string[]
  close(): Promise<void>
}

/** `ocrWorker`: with the OCR Worker, bound as `OCR`. */
export async function openBundle(vars: Record<string, string> = {}, { ocrWorker = false } = {}): Promise<Bundle> {
  const maxUploadMb = 3
  const bindings = ocrWorker ? { bindingOverrides: { OCR: 'sheaf-ocr' } } : {}
  const built = await buildWorkerOnce()
  const harness = createTestHarness({
    root,
    workers: [
      {
        configPath: './wrangler.toml',
        vars: { MAX_UPLOAD_MB: String(maxUploadMb), LOG_LEVEL: 'info', ...vars },
        ...bindings,
        ...(built === null ? {} : { prebuiltWorkerDir: built.folder }),
      },
      ...(ocrWorker ? [{ configPath: './src/runtime/ocr-service.toml' }] : []),
    ],
  })
  const { url } = await harness.listen()
  let starts = 0
  const worker = harness.getWorker()
  await worker.applyD1Migrations('DB')
  const environment = await worker.getEnv()
  const bucket: LocalBucket = environment.FILES
  const database: D1 = environment.DB
  const sql = createD1Sql(database)
  return {
    url: url.origin,
    maxUploadMb,
    hasQueue: true,
    sql,
    call: (path, init) => fetch(new URL(path, url), init),
    createKey: ({ expiresAt, ...quota }) =>
      createKey(sql, { name: 'test', ...quota, expiresAt: expiresAt ?? null, now: Date.now() }),
    async disableKey(id) {
      await changeKey(sql, id, { state: 'disabled' })
    },
    async storedFiles() {
      const { objects } = await bucket.list()
      return objects.map(({ key }) => key)
    },
    async openReservations() {
      const count = () => sql.all<{ n: number }>("SELECT count(*) AS n FROM ledger WHERE state = 'reserved'")
      // A connection that was idle while workerd did not respond is closed.
      const [row] = await count().catch(count)
      return row?.n ?? -1
    },
    async sweep() {
      await worker.scheduled({ cron: '17 * * * *' })
    },
    async redeliver() {
      await worker.scheduled({ cron: '*/2 * * * *' })
    },
    async restart() {
      // A changed variable makes wrangler start workerd again.
      const STARTS = String(++starts)
      await harness.update(({ workers, ...rest }) => ({
        ...rest,
        workers: workers.map((each) => ('configPath' in each ? { ...each, vars: { ...each.vars, STARTS } } : each)),
      }))
    },
    logs: () => harness.getLogs().map(({ message }) => message),
    close: () => harness.close(),
  }
}
