/** Inserts may check a condition first, so advisory locks serialize them, as SQLite's write lock does. */
import { join } from 'node:path'
import pg from 'pg'
import { UnavailableError } from '../model/errors.ts'
import { retry } from '../model/retry.ts'
import { checkHistory, readMigrations } from './migrations.node.ts'
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

export interface PostgresSql extends Sql {
  close(): Promise<void>
}

interface PostgresOptions {
  readonly maxConnections?: number
  readonly migrationsDir?: string
  onError?(error: unknown): void
}

const DEFAULT_CONNECTIONS = 10
/** Maximum time for a new connection or a free one of the pool. */
const CONNECT_TIMEOUT_MS = 5000
/** Maximum time of a statement if a process or the server is blocked. */
const QUERY_TIMEOUT_MS = 10_000
/** Shorter limit, so that the server ends abandoned statements and transactions. */
const SERVER_TIMEOUT_MS = 8000
const MIGRATION_LOCK = 7_562_301
const WRITE_LOCK = 7_562_302
const SCOPE_LOCK = 7_562_303
/** SQLSTATE codes of work that was not done: deadlock, serialization failure, server starting up. */
const retryableCodes = new Set(['40P01', '40001', '57P03', 'ECONNREFUSED'])
/** SQLSTATE codes: connection, shutdown or startup, disk, memory, timeouts, read-only. */
const unavailableCodes = /^(08...|57P0[123]|53[123]00|57014|25P03|25006)$/
const READ_ONLY = '25006'
const DISK_FULL = '53100'
/** Client errors without codes: no connection, no free connection, no response. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/
const MAX_ATTEMPTS = 6

/** Applies missing migrations. Safe with several processes. */
export async function openPostgres(
  url: string,
  { maxConnections = DEFAULT_CONNECTIONS, migrationsDir, onError }: PostgresOptions = {},
): Promise<PostgresSql> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
  })
  pool.on('error', (error) => onError?.(error))
  try {
    await withClient(pool, (client) =>
      migrate(client, migrationsDir ?? join(import.meta.dirname, 'migrations-postgres')),
    )
  } catch (error) {
    await pool.end()
    throw error
  }
  return createPostgresSql(pool)
}

function createPostgresSql(pool: pg.Pool): PostgresSql {
  const query = async (sql: string, args: readonly SqlValue[]): Promise<pg.QueryResult<SqlRow>> => {
    const config = queryConfig(sql, args)
    const isInsert = /^\s*INSERT\b/i.test(sql)
    return await repeat(() =>
      isInsert ? underWriteLock(pool, (client) => client.query<SqlRow>(config)) : pool.query<SqlRow>(config),
    )
  }
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      return (await query(sql, args)).rows as row[]
    },
    async run(sql, args = []) {
      return (await query(sql, args)).rowCount ?? 0
    },
    async batch(statements: readonly Statement[], { scope } = {}) {
      if (statements.length === 0) return []
      const work = async (client: pg.PoolClient): Promise<number[]> => {
        const counts: number[] = []
        for (const { sql, args } of statements) counts.push((await client.query(queryConfig(sql, args))).rowCount ?? 0)
        return counts
      }
      return await repeat(() => underWriteLock(pool, work, scope))
    },
    async writeProblem() {
      const [row] = (await query('SHOW transaction_read_only', [])).rows
      return row?.transaction_read_only === 'on' ? 'The database is read-only.' : null
    },
    async close() {
      await pool.end()
    },
  }
}

/** One message needs one round trip. Limits per transaction, because a connection pooler may ignore others. */
const beginUnderLock = `BEGIN; SET LOCAL statement_timeout = ${SERVER_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${SERVER_TIMEOUT_MS};
SELECT pg_advisory_xact_lock`

/** One transaction of a scope runs at a time in all processes. The lock precedes the first read. */
function underWriteLock<value>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<value>,
  scope?: string,
): Promise<value> {
  const lock = scope === undefined ? WRITE_LOCK : `${SCOPE_LOCK}, hashtext(${pg.escapeLiteral(scope)})`
  return withClient(pool, async (client) => {
    await client.query(queryConfig(`${beginUnderLock}(${lock})`))
    const value = await work(client)
    await client.query(queryConfig('COMMIT'))
    return value
  })
}

interface TimedQuery extends pg.QueryConfig {
  readonly query_timeout: number
}

function queryConfig(sql: string, args: readonly SqlValue[] = []): TimedQuery {
  // `?1` becomes `$1`; statements have no other question marks.
  const text = sql.replace(/\?(\d+)/g, '$$$1')
  // Several statements in one message cannot have parameters, even an empty list.
  return { text, ...(args.length === 0 ? {} : { values: args.map(toParameter) }), query_timeout: QUERY_TIMEOUT_MS }
}

/** Closing an unresponsive connection also rolls back. */
async function withClient<value>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  // Without a listener, connection errors end the process; queries report them, too.
  const ignore = (): void => undefined
  client.on('error', ignore)
  const release = (): void => {
    client.off('error', ignore)
    client.release()
  }
  try {
    const value = await work(client)
    release()
    return value
  } catch (error) {
    if (isUnavailable(error)) client.release(true)
    else await client.query(queryConfig('ROLLBACK')).then(release, () => client.release(true))
    throw error
  }
}

/** Repeats work that was not done. Other errors of availability become `UnavailableError`. */
async function repeat<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await retry(work, { attempts: MAX_ATTEMPTS, mayRetry: (error) => retryableCodes.has(codeOf(error)) })
  } catch (error) {
    throw isUnavailable(error) ? new UnavailableError(reasonOf(error), { cause: error }) : error
  }
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === READ_ONLY) return 'the database is read-only'
  return codeOf(error) === DISK_FULL ? 'the disk of the database is full' : 'the database does not answer'
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return unavailableCodes.test(codeOf(error))
  return /^E[A-Z]+$/.test(codeOf(error)) || unavailableMessages.test(error.message)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function toParameter(value: SqlValue): string | number | null | Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  // PostgreSQL refuses text with U+0000, which clients may send.
  return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value
}

/** Types that are returned as numbers; counts and times are far below 2^53. */
const numberTypes = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: string) => {
  if (numberTypes.has(oid)) return Number
  const parse = pg.types.getTypeParser(oid, format as 'text')
  return oid === pg.types.builtins.BYTEA ? (text: string) => Uint8Array.from(parse(text) as Buffer) : parse
}

/** The first process applies the migrations; others wait for its commit. */
async function migrate(client: pg.PoolClient, migrationsDir: string): Promise<void> {
  const migrations = readMigrations(migrationsDir)
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
  )
  const { rows: applied } = await client.query<SqlRow>(
    'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  )
  checkHistory(applied, migrations)
  for (const { number, name, sql, checksum } of migrations.slice(applied.length)) {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
      number,
      name,
      checksum,
      Date.now(),
    ])
  }
  await client.query('COMMIT')
}
