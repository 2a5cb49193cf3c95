import type { Sql } from '../db/sql.ts'
import { camelCaseKeys } from '../model/key-case.ts'

interface DailyUsage {
  readonly apiKeyId: string
  /** A date such as `2026-11-30` in the time zone of the quota. */
  readonly day: string
  readonly pages: number
}

/** Oldest day first; `null` means all keys. */
export async function listDailyUsage(
  sql: Sql,
  { apiKeyId, since }: { readonly apiKeyId: string | null; readonly since: number },
): Promise<DailyUsage[]> {
  const rows = await sql.all(
    `SELECT api_key_id, day, sum(charged) AS pages FROM ledger
     WHERE created_at >= ?1 AND state = 'settled' AND charged > 0 ${apiKeyId === null ? '' : 'AND api_key_id = ?2'}
     GROUP BY api_key_id, day ORDER BY day, api_key_id`,
    apiKeyId === null ? [since] : [since, apiKeyId],
  )
  return rows.map((row) => camelCaseKeys<DailyUsage>(row))
}
