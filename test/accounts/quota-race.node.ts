/** One of several processes that reserve pages of the same keys. Prints its counts. */

import { commitReservation, releaseReservation, reserve } from '../../src/accounts/quota.ts'
import { openPostgres } from '../../src/db/postgres.node.ts'
import { openSqlite } from '../../src/db/sqlite.node.ts'

const [path = '', name = '', tasks = '0', ...apiKeyIds] = process.argv.slice(2)
const sql = path.startsWith('postgres:') ? await openPostgres(path) : openSqlite(path)
let accepted = 0
let charged = 0
for (let index = 0; index < Number(tasks); index++) {
  // Every third task has the same id in all processes and must be charged once.
  const shared = index % 3 === 0
  const taskId = shared ? `shared-${index}` : `${name}-${index}`
  const apiKeyId = apiKeyIds[index % apiKeyIds.length] ?? ''
  const pages = 1 + (index % 7)
  // Two days of different months alternate.
  const now = index % 2 === 0 ? Date.UTC(2026, 10, 30, 23) : Date.UTC(2026, 11, 1, 1)
  let answer: Awaited<ReturnType<typeof reserve>> | null = null
  try {
    answer = await reserve(sql, { taskId, apiKeyId, pages, now, timezone: 'UTC', ttlMs: 60_000 })
  } catch (error) {
    // The other process has released this shared task.
    if (!shared || !String(error).includes('were refunded')) throw error
  }
  if (answer?.ok !== true) continue
  accepted++
  if (index % 5 === 0) await releaseReservation(sql, { taskId, now })
  else charged += await commitReservation(sql, { taskId, pages: index % 6, now })
}
console.log(JSON.stringify({ accepted, charged }))
await sql.close()
