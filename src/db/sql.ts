/**
 * The SQL that SQLite, D1 and PostgreSQL share. There is no `transaction(fn)`: D1 has none, so whatever
 * must be atomic is one statement (with triggers) or one batch.
 */

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Record<string, SqlValue>

export interface Statement {
  readonly sql: string
  readonly args: readonly SqlValue[]
}

export interface Sql {
  /** Rows of one statement; placeholders are `?1`, `?2`, … */
  all<row extends SqlRow>(sql: string, args?: readonly SqlValue[]): Promise<row[]>
  /** Runs one statement; the number of rows it changed. */
  run(sql: string, args?: readonly SqlValue[]): Promise<number>
  /** All or nothing, in order. */
  batch(statements: readonly Statement[]): Promise<void>
}
