/**
 * The SQL port over a Cloudflare D1 binding.
 * It applies no migrations: `wrangler d1 migrations apply` does that with the same files.
 */
import { UnavailableError } from '../model/errors.ts'
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

export function createD1Sql(database: D1Database): Sql {
  const prepare = ({ sql, args }: Statement): D1PreparedStatement => database.prepare(sql).bind(...args)
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      const { results } = await explained(() => prepare({ sql, args }).all<Record<string, unknown>>())
      return results.map((result) => readRow<row>(result))
    },
    async run(sql, args = []) {
      const { meta } = await explained(() => prepare({ sql, args }).run())
      return meta.changes
    },
    async batch(statements) {
      // D1 refuses an empty batch; for the port it is nothing to do.
      if (statements.length > 0) await explained(() => database.batch(statements.map(prepare)))
    },
  }
}

/** What passes, of the messages in D1's table of errors: the network, a database that starts anew, one that has too much to do. Not what a query of ours may cause each time. */
const passing =
  /Network connection lost|caused object to be reset|because its code was updated|transient issue|D1 DB is overloaded|client disconnected|internal error/i

async function explained<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    throw passing.test(String(error)) ? new UnavailableError('the database does not answer', { cause: error }) : error
  }
}

/** D1 hands a BLOB back as an array of numbers. */
function readRow<row extends SqlRow>(result: Record<string, unknown>): row {
  for (const [name, value] of Object.entries(result)) if (Array.isArray(value)) result[name] = Uint8Array.from(value)
  return result as row
}
