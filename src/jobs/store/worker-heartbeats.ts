import type { Sql } from '../../db/sql.ts'

export const HEARTBEAT_INTERVAL_MS = 5000
const GONE_AFTER_MS = 4 * HEARTBEAT_INTERVAL_MS
/** Time for which `lastSeenAt` of crashed workers is known. */
const KEEP_MS = 24 * 3_600_000

interface LiveWorkers {
  readonly alive: number
  readonly lastSeenAt: number | null
}

export async function recordHeartbeat(
  sql: Sql,
  { name, concurrency, now }: { name: string; concurrency: number; now: number },
): Promise<void> {
  await sql.batch(
    [
      {
        sql: `INSERT INTO workers (name, concurrency, started_at, seen_at) VALUES (?1, ?2, ?3, ?3)
              ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`,
        args: [name, concurrency, now],
      },
      { sql: 'DELETE FROM workers WHERE seen_at < ?1', args: [now - KEEP_MS] },
    ],
    { scope: name },
  )
}

export async function unregisterWorker(sql: Sql, name: string): Promise<void> {
  await sql.run('DELETE FROM workers WHERE name = ?1', [name])
}

export async function countLiveWorkers(sql: Sql, now: number): Promise<LiveWorkers> {
  const [row] = await sql.all<{ alive: number; seen_at: number | null }>(
    'SELECT count(CASE WHEN seen_at > ?1 THEN 1 END) AS alive, max(seen_at) AS seen_at FROM workers',
    [now - GONE_AFTER_MS],
  )
  return { alive: row?.alive ?? 0, lastSeenAt: row?.seen_at ?? null }
}
