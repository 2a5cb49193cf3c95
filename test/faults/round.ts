/**
 * Shared by all fault scenarios: a service that can be killed and restarted on the same data, and the check of the
 * balances.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Started, start } from '../runtime/process.node.ts'

export interface Scenario {
  readonly name: string
  /** One round. Throws if anything is lost, charged incorrectly or different. The result is printed. */
  run(round: number): Promise<string>
  /** Called after all rounds. */
  close?(): Promise<void>
}

export interface Check {
  readonly code: number
  readonly message: string
  readonly data: {
    readonly task_id: string
    readonly status: 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED'
    readonly error: string | null
    readonly error_code: number | null
    readonly metadata: { readonly pages_billed?: number }
    readonly progress: { readonly pages_done: number }
    readonly result: object | null
  }
}

export function assert(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A service whose data folder is kept between its processes. */
export class Machine {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'sheaf-faults-'))
  readonly environment: Record<string, string>
  apiKey = ''
  #process: Started | null = null

  constructor(environment: Record<string, string> = {}) {
    this.environment = {
      DATA_DIR: this.dataDir,
      SHARD_PAGES: '2',
      FREE_PAGES_PER_DAY: '1000000',
      FREE_PAGES_PER_MONTH: '1000000',
      LOG_LEVEL: 'error',
      ...environment,
    }
  }

  async up(): Promise<void> {
    this.#process = await start(this.environment)
    this.apiKey ||= this.#process.apiKey
  }

  async kill(): Promise<void> {
    await this.#process?.end(['SIGKILL'])
    this.#process = null
  }

  async stop(): Promise<void> {
    await this.#process?.end(['SIGTERM'])
    this.#process = null
  }

  get url(): string {
    return this.#process?.url ?? ''
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  async post<answer = Check>(path: string, fields: Record<string, string | Blob>): Promise<answer> {
    const form = new FormData()
    form.append('api_key', this.apiKey)
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, 'book.pdf')
    }
    return (await (await fetch(`${this.url}/api/v1${path}`, { method: 'POST', body: form })).json()) as answer
  }

  async submit(bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): Promise<string> {
    const answer = await this.post('/parse/async', { ...fields, file: new Blob([bytes]) })
    assert(answer.code === 0, `a submit was refused: ${answer.message}`)
    return answer.data.task_id
  }

  async finish(taskId: string, limitMs = 60_000): Promise<Check> {
    for (const until = Date.now() + limitMs; Date.now() < until; ) {
      const answer = await this.post('/parse/async_check', { task_id: taskId })
      assert(answer.code === 0, `task ${taskId} is lost: ${answer.message}`)
      if (answer.data.status === 'SUCCESS' || answer.data.status === 'FAILED') return answer
    }
    throw new Error(`task ${taskId} did not end`)
  }

  /** Reads the database directly. */
  rows(sql: string, ...args: (string | number)[]): Record<string, unknown>[] {
    const database = new DatabaseSync(join(this.dataDir, 'sheaf.sqlite'), { readOnly: true, timeout: 5000 })
    try {
      return database.prepare(sql).all(...args)
    } finally {
      database.close()
    }
  }

  checkBalances(): void {
    checkBalances(this.rows(balanceQuery))
  }
}

/** Counters and reservations of each key. */
export const balanceQuery = `
SELECT k.id, k.paid_balance, k.free_per_day,
  coalesce((SELECT sum(used) FROM usage_period u WHERE u.api_key_id = k.id AND length(period) = 10), 0) AS free_days,
  coalesce((SELECT sum(used) FROM usage_period u WHERE u.api_key_id = k.id AND length(period) = 7), 0) AS free_months,
  coalesce((SELECT max(used) FROM usage_period u WHERE u.api_key_id = k.id AND length(period) = 10), 0) AS worst_day,
  coalesce((SELECT sum(charged) FROM ledger l WHERE l.api_key_id = k.id AND l.state = 'settled'), 0) AS charged,
  coalesce((SELECT sum(min(from_free, charged)) FROM ledger l WHERE l.api_key_id = k.id AND l.state = 'settled'), 0) AS charged_free,
  (SELECT count(*) FROM ledger l WHERE l.api_key_id = k.id AND l.state = 'reserved') AS held
FROM api_keys k`

/** Without running tasks: paid used + free used = Σ charged, and nothing is reserved. */
export function checkBalances(
  rows: readonly Record<string, unknown>[],
  paidAtFirst: ReadonlyMap<unknown, number> = new Map(),
): void {
  for (const row of rows) {
    const paidSpent = (paidAtFirst.get(row.id) ?? 0) - Number(row.paid_balance)
    assert(Number(row.held) === 0, `key ${row.id} has ${row.held} open reservations without running tasks`)
    assert(
      paidSpent + Number(row.free_days) === Number(row.charged),
      `key ${row.id}: paid ${paidSpent} + free ${row.free_days} ≠ charged ${row.charged}`,
    )
    assert(row.free_days === row.free_months, `key ${row.id}: days ${row.free_days} ≠ months ${row.free_months}`)
    assert(Number(row.worst_day) <= Number(row.free_per_day), `key ${row.id}: more free pages than a day has`)
  }
}
