/** One of several processes that fight over the same keys: opens the database, works through its tasks, prints its counts. */

import { commitReservation, releaseReservation, reserve } from '../../src/accounts/quota.ts'
import { openPostgres } from '../../src/db/postgres.node.ts'
import { openSqlite } from '../../src/db/sqlite.node.ts'

const [path = '', who = '', tasks = '0', ...apiKeyIds] = process.argv.slice(2)
const sql = path.startsWith('postgres:') ? await openPostgres(path) : openSqlite(path)
let accepted = 0
let charged = 0
for (let index = 0; index < Number(tasks); index++) {
  // Every third task has the same id in every process: it must be charged once all together.
  const shared = index % 3 === 0
  const taskId = shared ? `shared-${index}` : `${who}-${index}`
  const apiKeyId = apiKeyIds[index % apiKeyIds.length] ?? ''
  const pages = 1 + (index % 7)
  // Days and months interleave, as around midnight at a month's end.
  const now = index % 2 === 0 ? Date.UTC(2026, 10, 30, 23) : Date.UTC(2026, 11, 1, 1)
  let answer: Awaited<ReturnType<typeof reserve>> | null = null
  try {
    answer = await reserve(sql, { taskId, apiKeyId, pages, now, timezone: 'UTC', ttlMs: 60_000 })
  } catch (error) {
    // The other process already gave this shared task back.
    if (!shared || !String(error).includes('were refunded')) throw error
  }
  if (answer?.ok !== true) continue
  accepted++
  if (index % 5 === 0) await releaseReservation(sql, { taskId, now })
  else charged += await commitReservation(sql, { taskId, pages: index % 6, now })
}
console.log(JSON.stringify({ accepted, charged }))
await sql.close()
