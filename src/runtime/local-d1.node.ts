/**
 * The SQL port over a D1 binding as wrangler lends it to Node: for making keys in a local database.
 * The Worker's own adapter is `ledger/d1.workers.ts`; this one names the binding's calls itself, because
 * the types of Workers and of Node can't be in one program.
 */
import type { Sql, SqlRow, SqlValue } from '../db/sql.ts'

export interface LocalDatabase {
  prepare(sql: string): LocalStatement
  batch(statements: LocalStatement[]): Promise<unknown>
}

interface LocalStatement {
  bind(...args: SqlValue[]): LocalStatement
  all(): Promise<{ results: SqlRow[] }>
  run(): Promise<{ meta: { changes: number } }>
}

export function createLocalSql(database: LocalDatabase): Sql {
  return {
    async all<row extends SqlRow>(sql: string, args: readonly SqlValue[] = []) {
      const { results } = await database
        .prepare(sql)
        .bind(...args)
        .all()
      // The caller names the columns that its own statement selects.
      return results as row[]
    },
    async run(sql, args = []) {
      const { meta } = await database
        .prepare(sql)
        .bind(...args)
        .run()
      return meta.changes
    },
    async batch(statements) {
      await database.batch(statements.map(({ sql, args }) => database.prepare(sql).bind(...args)))
    },
  }
}
