/** `wrangler d1 migrations apply` applies the migrations. Also for wrangler's local D1, on Node. */
import { UnavailableError } from '../model/errors.ts'
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

/** The part of `D1Database` in use: types of Node and Workers exclude each other. */
export interface D1 {
  prepare(sql: string): D1Statement
  batch(statements: D1Statement[]): Promise<{ meta: { changes: number } }[]>
}

interface D1Statement {
  bind(...args: SqlValue[]): D1Statement
  all(): Promise<{ results: Record<string, unknown>[] }>
  run(): Promise<{ meta: { changes: number } }>
}

export function createD1Sql(database: D1): Sql {
  const prepare = ({ sql, args }: Statement): D1Statement => database.prepare(sql).bind(...args)
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      const { results } = await translateErrors(() => prepare({ sql, args }).all())
      return results.map((result) => toRow<row>(result))
    },
    async run(sql, args = []) {
      const { meta } = await translateErrors(() => prepare({ sql, args }).run())
      return meta.changes
    },
    async batch(statements) {
      if (statements.length === 0) return []
      const results = await translateErrors(() => database.batch(statements.map(prepare)))
      return results.map(({ meta }) => meta.changes)
    },
  }
}

/** Temporary errors from D1's list of error messages: network, restart, overload. */
const temporaryErrors =
  /Network connection lost|caused object to be reset|because its code was updated|transient issue|D1 DB is overloaded|client disconnected|internal error/i

async function translateErrors<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    if (!temporaryErrors.test(String(error))) throw error
    throw new UnavailableError('the database does not answer', { cause: error })
  }
}

/** D1 returns a BLOB as an array of numbers. */
function toRow<row extends SqlRow>(result: Record<string, unknown>): row {
  for (const [name, value] of Object.entries(result)) if (Array.isArray(value)) result[name] = Uint8Array.from(value)
  return result as row
}
