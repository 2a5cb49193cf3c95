/**
 * The SQL port over `node:sqlite`: one file, write-ahead log, every commit on disk before it is answered.
 * It also brings the database up to date from the numbered `.sql` files; it refuses a database whose history differs from them.
 */
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { UnavailableError } from '../model/errors.ts'
import { checkHistory, readMigrations } from './migrations.node.ts'
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

export interface SqliteSql extends Sql {
  close(): void
}

/** How long a statement waits for another process's write before it fails. Writes take milliseconds; this is for a stalled disk. */
const busyTimeoutMs = 10_000
/** Prepared statements kept; the program has some dozens. */
const maxStatements = 200

/** Opens (or creates) the database and applies the migrations that it lacks. Safe with several processes starting at once. */
export function openSqlite(path: string, options: { migrationsDir?: string } = {}): SqliteSql {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    useWriteAheadLog(database)
    // FULL: what was answered survives a power cut. NORMAL would be 30 times faster and may forget the last commits: not for money.
    database.exec('PRAGMA synchronous = FULL')
    migrate(database, options.migrationsDir ?? join(import.meta.dirname, 'migrations'))
  } catch (error) {
    database.close()
    throw error
  }
  return createSqliteSql(database)
}

function createSqliteSql(database: DatabaseSync): SqliteSql {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const prepared = database.prepare(sql)
    const oldest = statements.size >= maxStatements ? statements.keys().next().value : undefined
    if (oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      return explained(() => prepare(sql).all(...args) as row[])
    },
    async run(sql, args = []) {
      return explained(() => Number(prepare(sql).run(...args).changes))
    },
    async batch(batched: readonly Statement[]) {
      explained(() =>
        inTransaction(database, () => {
          for (const { sql, args } of batched) prepare(sql).run(...args)
        }),
      )
    },
    close() {
      statements.clear()
      if (database.isOpen) database.close()
    },
  }
}

/** SQLite's numbers, without what it adds to tell kinds of them apart, for what passes without anybody's doing, or with more room: BUSY and FULL. */
const passing: ReadonlyMap<number, string> = new Map([
  [5, 'the database is being written to for longer than it should take'],
  [13, 'the disk that the database is kept on is full'],
])

/** The part of a number that says BUSY, whatever of it. */
const primary = 0xff

function explained<value>(work: () => value): value {
  try {
    return work()
  } catch (error) {
    const reason =
      error instanceof Error && 'errcode' in error ? passing.get(Number(error.errcode) & primary) : undefined
    throw reason === undefined ? error : new UnavailableError(reason, { cause: error })
  }
}

/** IMMEDIATE takes the write lock at the start, so that nobody finds out at COMMIT that somebody else was first. */
function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** SQLite does not wait for the lock on this one switch, so starters that collide on a new file try again. */
function useWriteAheadLog(database: DatabaseSync): void {
  const giveUpAt = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      const busy = error instanceof Error && 'errcode' in error && error.errcode === 5
      if (!busy || Date.now() > giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

/** The first starter applies what is missing; the others wait for its commit and then find nothing to do. */
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
    for (const migration of migrations.slice(applied.length)) {
      database.exec(migration.sql)
      record.run(migration.number, migration.name, migration.checksum, Date.now())
    }
  })
}
