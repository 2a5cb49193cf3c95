/** The bundled Worker in workerd, with an empty D1 and R2, reached over HTTP. */
import { fileURLToPath } from 'node:url'
import { createTestHarness } from 'wrangler'
import { changeKey, createKey } from '../../src/accounts/api-keys.ts'
import type { Sql } from '../../src/db/sql.ts'
import { createLocalSql, type LocalDatabase } from '../../src/runtime/local-d1.node.ts'
import type { ApiTarget } from '../contract/http-api.ts'

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
  readonly logs: () => string[]
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `ocrWorker`: with the OCR Worker, bound as `OCR`. */
export async function openBundle(vars: Record<string, string> = {}, { ocrWorker = false } = {}): Promise<Bundle> {
  const maxUploadMb = 3
  const bindings = ocrWorker ? { bindingOverrides: { OCR: 'sheaf-ocr' } } : {}
  const harness = createTestHarness({
    root,
    workers: [
      {
        configPath: './wrangler.toml',
        vars: { MAX_UPLOAD_MB: String(maxUploadMb), LOG_LEVEL: 'info', ...vars },
        ...bindings,
      },
      ...(ocrWorker ? [{ configPath: './src/runtime/ocr-service.toml' }] : []),
    ],
  })
  const { url } = await harness.listen()
  const worker = harness.getWorker()
  await worker.applyD1Migrations('DB')
  const environment = await worker.getEnv()
  const bucket: LocalBucket = environment.FILES
  const database: LocalDatabase = environment.DB
  const sql = createLocalSql(database)
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
      const [row] = await sql.all<{ n: number }>("SELECT count(*) AS n FROM ledger WHERE state = 'reserved'")
      return row?.n ?? -1
    },
    async sweep() {
      await worker.scheduled({ cron: '17 * * * *' })
    },
    logs: () => harness.getLogs().map(({ message }) => message),
    close: () => harness.close(),
  }
}
