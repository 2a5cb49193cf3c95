/** SQL port over wrangler's local D1 binding. Types of Node and Workers exclude each other. */
import type { Sql, SqlRow, SqlValue } from '../db/sql.ts'

export interface LocalDatabase {
  prepare(sql: string): LocalStatement
  batch(statements: LocalStatement[]): Promise<{ meta: { changes: number } }[]>
}

interface LocalStatement {
  bind(...args: SqlValue[]): LocalStatement
  all(): Promise<{ results: SqlRow[] }>
  run(): Promise<{ meta: { changes: number } }>
}

export function createLocalSql(database: LocalDatabase): Sql {
  const prepare = (sql: string, args: readonly SqlValue[] = []): LocalStatement => database.prepare(sql).bind(...args)
  return {
    async all<row extends SqlRow>(sql: string, args?: readonly SqlValue[]) {
      const { results } = await prepare(sql, args).all()
      return results as row[]
    },
    async run(sql, args) {
      const { meta } = await prepare(sql, args).run()
      return meta.changes
    },
    async batch(statements) {
      const results = await database.batch(statements.map(({ sql, args }) => prepare(sql, args)))
      return results.map(({ meta }) => meta.changes)
    },
  }
}
