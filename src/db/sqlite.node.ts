import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { UnavailableError } from '../model/errors.ts'
import { checkHistory, readMigrations } from './migrations.node.ts'
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

export interface SqliteSql extends Sql {
  close(): void
}

/** Maximum wait for another process's write. */
const BUSY_TIMEOUT_MS = 10_000
const BUSY_RETRY_MS = 20
/** Time between two checks for a lock. */
const LOCK_CHECK_MS = 100
const MAX_STATEMENTS = 200
/** Primary result codes in the low byte (sqlite.org/rescode.html). */
const BUSY = 5
const READONLY = 8
const IO_ERROR = 10
const FULL = 13
const CANNOT_OPEN = 14
const PRIMARY_MASK = 0xff

/** Creates the database and applies missing migrations. Safe with several processes. */
export function openSqlite(path: string, options: { migrationsDir?: string } = {}): SqliteSql {
  createPrivateFile(path)
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    enableWriteAheadLog(database)
    // Commits survive a power failure; NORMAL can lose the last ones.
    database.exec('PRAGMA synchronous = FULL')
    migrate(database, options.migrationsDir ?? join(import.meta.dirname, 'migrations'))
  } catch (error) {
    database.close()
    throw error
  }
  return createSqliteSql(database)
}

/** The database has secrets and passwords. SQLite gives its other files the same mode. */
function createPrivateFile(path: string): void {
  if (path === ':memory:') return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists, or SQLite reports why it cannot be created.
  }
}

function createSqliteSql(database: DatabaseSync): SqliteSql {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const existing = statements.get(sql)
    if (existing !== undefined) return existing
    const prepared = database.prepare(sql)
    const oldest = statements.size >= MAX_STATEMENTS ? statements.keys().next().value : undefined
    if (oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      return translateErrors(() => prepare(sql).all(...args) as row[])
    },
    async run(sql, args = []) {
      return translateErrors(() => Number(prepare(sql).run(...args).changes))
    },
    async batch(batched: readonly Statement[]) {
      return translateErrors(() =>
        inTransaction(database, () => batched.map(({ sql, args }) => Number(prepare(sql).run(...args).changes))),
      )
    },
    async writeProblem(ms) {
      const until = Date.now() + ms
      for (;;) {
        const code = writeErrorCode(database)
        if (code === null) return null
        if (code !== BUSY) return `Nothing can be written: ${unavailableReasons.get(code)}.`
        if (Date.now() >= until) return 'Another process keeps the database locked.'
        await setTimeout(LOCK_CHECK_MS)
      }
    },
    close() {
      statements.clear()
      if (database.isOpen) database.close()
    },
  }
}

/** An operator can solve these problems, after which clients and steps retry. */
const unavailableReasons: ReadonlyMap<number | null, string> = new Map([
  [BUSY, 'the database is being written to for longer than it should take'],
  [READONLY, 'the file of the database, its folder or its disk is read-only'],
  [IO_ERROR, 'the disk that the database is kept on cannot be read or written'],
  [FULL, 'the disk that the database is kept on is full'],
  [CANNOT_OPEN, 'the file of the database or its folder cannot be opened'],
])

function translateErrors<value>(work: () => value): value {
  try {
    return work()
  } catch (error) {
    const reason = unavailableReasons.get(primaryCode(error))
    throw reason === undefined ? error : new UnavailableError(reason, { cause: error })
  }
}

function primaryCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY_MASK : null
}

/** Writes nothing. Does not wait for the lock, which would block the thread. */
function writeErrorCode(database: DatabaseSync): number | null {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    inTransaction(database, () => database.exec('DELETE FROM schema_migrations WHERE 0'))
    return null
  } catch (error) {
    const code = primaryCode(error)
    if (unavailableReasons.has(code)) return code
    throw error
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }
}

/** IMMEDIATE takes the write lock first: COMMIT cannot fail because of another writer. */
function inTransaction<value>(database: DatabaseSync, work: () => value): value {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** SQLite does not wait for the lock here. */
function enableWriteAheadLog(database: DatabaseSync): void {
  const until = Date.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (primaryCode(error) !== BUSY || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS)
    }
  }
}

/** The first process applies the migrations; others wait for its commit. */
function migrate(database: DatabaseSync, migrationsDir: string): void {
  const migrations = readMigrations(migrationsDir)
  inTransaction(database, () => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL)',
    )
    const applied = database.prepare('SELECT number, name, checksum FROM schema_migrations ORDER BY number').all()
    checkHistory(applied, migrations)
    const record = database.prepare(
      'INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES (?1, ?2, ?3, ?4)',
    )
    for (const { number, name, sql, checksum } of migrations.slice(applied.length)) {
      database.exec(sql)
      record.run(number, name, checksum, Date.now())
    }
  })
}
