/**
 * Port for the SQL that SQLite, D1 and PostgreSQL share. D1 has no interactive transactions: a change is one statement
 * or one batch.
 */

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Record<string, SqlValue>

export interface Statement {
  readonly sql: string
  readonly args: readonly SqlValue[]
}

export interface Sql {
  /** Statements have placeholders `?1`, `?2`, …. The caller names the type of its columns. */
  all<row extends SqlRow>(sql: string, args?: readonly SqlValue[]): Promise<row[]>
  run(sql: string, args?: readonly SqlValue[]): Promise<number>
  /**
   * Runs all statements in order, or none, and returns how many rows each changed. Batches of different scopes may run
   * at the same time.
   */
  batch(statements: readonly Statement[], options?: { readonly scope?: string }): Promise<readonly number[]>
  /** Why nothing can be written, as a sentence, or `null`. Waits `ms` for the lock of another process. */
  writeProblem?(ms: number): Promise<string | null>
}
