/** Converts the names of columns (`snake_case`) to names of properties (`camelCase`). */
import type { SqlRow } from './sql.ts'

/** The caller names the type of the object, as for `Sql.all`. */
export function camelCaseKeys<value extends object>(row: SqlRow): value {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as value
}
