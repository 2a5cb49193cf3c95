/**
 * The SQL port over a Cloudflare D1 binding.
 * It applies no migrations: `wrangler d1 migrations apply` does that with the same files.
 */
import type { Sql, SqlRow, SqlValue, Statement } from './sql.ts'

export function createD1Sql(database: D1Database): Sql {
  const prepare = ({ sql, args }: Statement): D1PreparedStatement => database.prepare(sql).bind(...args)
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []): Promise<row[]> {
      const { results } = await prepare({ sql, args }).all<Record<string, unknown>>()
      return results.map((result) => readRow<row>(result))
    },
    async run(sql, args = []) {
      const { meta } = await prepare({ sql, args }).run()
      return meta.changes
    },
    async batch(statements) {
      // D1 refuses an empty batch; for the port it is nothing to do.
      if (statements.length > 0) await database.batch(statements.map(prepare))
    },
  }
}

/** D1 hands a BLOB back as an array of numbers. */
function readRow<row extends SqlRow>(result: Record<string, unknown>): row {
  for (const [name, value] of Object.entries(result)) if (Array.isArray(value)) result[name] = Uint8Array.from(value)
  return result as row
}
