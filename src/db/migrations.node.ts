import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    if (number !== index + 1)
      throw new Error(
        `Migration "${name}" should be number ${String(index + 1).padStart(4, '0')}: numbers are four digits, without gaps`,
      )
    // The checksum must not depend on line endings.
    const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n')
    return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Throws unless the applied migrations are the first of `migrations`. */
export function checkHistory(applied: readonly Record<string, unknown>[], migrations: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index]
    if (migration === undefined)
      throw new Error(
        `The database was made by a newer version of this program: it has migration "${row.name}", which this version does not know`,
      )
    if (row.checksum !== migration.checksum)
      throw new Error(
        `Migration "${migration.name}" was changed after it was applied to the database; add a new migration instead of editing one`,
      )
  }
}
