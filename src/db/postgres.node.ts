/**
 * The SQL port over PostgreSQL: the same statements as on SQLite, with the same promise that what looks before it adds is
 * alone while it does so. It also brings the database up to date from `.sql` files of its own, since types and triggers differ.
 */
import { join } from 'node:path'
import pg from 'pg'
import { UnavailableError } from '../model/errors.ts'
import { checkHistory, readMigrations } from './migrations.node.ts'
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

export interface PostgresSql extends Sql {
  close(): Promise<void>
}

export interface PostgresOptions {
  readonly maxConnections?: number
  readonly migrationsDir?: string
  /** An idle connection that broke; the next statement makes a new one. */
  onError?(error: unknown): void
}

const defaultConnections = 10
/** For a new connection, or a free one of the pool: both take milliseconds where all is well. */
const connectTimeoutMs = 5000
/** Statements take milliseconds; one that takes so long waits for somebody who is stuck, or for a server that accepts and never answers. */
const answerTimeoutMs = 10_000
/** The server lets go before: of a transaction whose process stands still with everybody's turn in its hands, and of statements that nobody waits for any more. */
const serverTimeoutMs = 8000
/** Numbers of advisory locks that only this program takes: "she" + one for each purpose. */
const migrationLock = 7_562_301
const turnLock = 7_562_302
/** Two that locked the same rows in opposite order: PostgreSQL ends one, which then simply comes after the other. */
const deadlock = '40P01'
const serialization = '40001'
/** A statement that took too long, and a transaction in which nothing happened for too long: the server ended both. */
const serverGaveUp = ['57014', '25P03']
const maxTries = 6
const firstPauseMs = 100

/** Opens the pool and applies the migrations that the database lacks; safe with several processes starting at once. */
export async function openPostgres(
  url: string,
  { maxConnections = defaultConnections, migrationsDir, onError }: PostgresOptions = {},
): Promise<PostgresSql> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
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
  const one = async (sql: string, args: readonly SqlValue[]): Promise<pg.QueryResult<SqlRow>> => {
    const query = bounded(sql, args)
    if (!needsTurn(sql)) return await again(() => pool.query<SqlRow>(query))
    return await again(() => inTurn(pool, (client) => client.query<SqlRow>(query)))
  }
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      // The caller names the columns that its own statement selects.
      return (await one(sql, args)).rows as row[]
    },
    async run(sql, args = []) {
      return (await one(sql, args)).rowCount ?? 0
    },
    async batch(statements: readonly Statement[]) {
      if (statements.length === 0) return
      await again(() =>
        inTurn(pool, async (client) => {
          for (const { sql, args } of statements) await client.query(bounded(sql, args))
        }),
      )
    },
    async close() {
      await pool.end()
    },
  }
}

/** What adds rows may first look whether they are there or how many there are: another must not add in between. */
function needsTurn(sql: string): boolean {
  return /^\s*INSERT\b/i.test(sql)
}

/** One after the other, over all processes, as SQLite has it: the lock is taken before the statement that looks. */
function inTurn<value>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<value>): Promise<value> {
  return withClient(pool, async (client) => {
    await client.query(bounded(takeTurn))
    const value = await work(client)
    await client.query(bounded('COMMIT'))
    return value
  })
}

/** One message, one way there and back. The limits are the transaction's own, since a pooler between us and the server may know none for connections. */
const takeTurn = `BEGIN; SET LOCAL statement_timeout = ${serverTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${serverTimeoutMs};
SELECT pg_advisory_xact_lock(${turnLock})`

/** What the library takes and its types don't know. */
interface BoundedQuery extends pg.QueryConfig {
  readonly query_timeout: number
}

function bounded(sql: string, args: readonly SqlValue[] = []): BoundedQuery {
  const text = translate(sql)
  // Several statements in one message can't have parameters, not even none.
  return { text, ...(args.length === 0 ? {} : { values: args.map(toParameter) }), query_timeout: answerTimeoutMs }
}

/** A connection on which something failed is not used again: that also rolls back. */
async function withClient<value>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  // Errors of a connection in use reach whoever waits for it; without a listener they would also end the process.
  const ignore = (): void => undefined
  client.on('error', ignore)
  try {
    const value = await work(client)
    client.off('error', ignore)
    client.release()
    return value
  } catch (error) {
    // Whoever does not answer would not answer to this either; without its connection the server rolls back by itself.
    if (isUnavailable(error)) client.release(true)
    else
      await client.query(bounded('ROLLBACK')).then(
        () => {
          client.off('error', ignore)
          client.release()
        },
        () => client.release(true),
      )
    throw error
  }
}

/** Repeats what PostgreSQL says it did not do; what else comes of a database that is away is told as that. */
async function again<value>(work: () => Promise<value>): Promise<value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxTries || !mayRepeat(error))
        throw isUnavailable(error) ? new UnavailableError('the database does not answer', { cause: error }) : error
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random())))
    }
  }
}

function mayRepeat(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === deadlock || code === serialization || ['57P03', 'ECONNREFUSED'].includes(code)
}

/** The server says that it is starting, stopping or full; or nobody said anything, because there is no connection. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError) return /^(08...|57P0[123]|53300)$/.test(code) || serverGaveUp.includes(code)
  return /^E[A-Z]+$/.test(code) || awayMessages.test(error.message)
}

/** Of the client's own errors, which have no codes: no connection, no free one in time, no answer in time. */
const awayMessages =
  /^(Connection terminated|timeout exceeded|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/

/** `?1` → `$1`; no statement has a question mark elsewhere. */
function translate(sql: string): string {
  return sql.replace(/\?(\d+)/g, '$$$1')
}

function toParameter(value: SqlValue): string | number | null | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

/** Counts and times come as numbers: all are far below 2^53. */
const numberTypes = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: string) => {
  if (numberTypes.has(oid)) return Number
  if (oid !== pg.types.builtins.BYTEA) return pg.types.getTypeParser(oid, format as 'text')
  const parse = pg.types.getTypeParser(oid, format as 'text')
  return (text: string) => Uint8Array.from(parse(text) as Buffer)
}

/** The first starter applies what is missing; the others wait for its commit and then find nothing to do. */
async function migrate(client: pg.PoolClient, migrationsDir: string): Promise<void> {
  const migrations = readMigrations(migrationsDir)
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
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
