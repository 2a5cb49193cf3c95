/** Pages are reserved, then charged or released, each by one statement. A trigger updates the counters. */

import type { Sql, SqlRow, Statement } from '../db/sql.ts'
import { camelCaseKeys } from '../model/key-case.ts'
import { type Periods, periodsAt } from './quota-periods.ts'

export interface Reservation {
  readonly taskId: string
  readonly apiKeyId: string
  readonly pages: number
  readonly now: number
  /** IANA time zone in which days and months start. */
  readonly timezone: string
  /** Time until `releaseExpired` may refund an unfinished reservation. */
  readonly ttlMs: number
}

type ReserveResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 1108 | 1123 | 1131; readonly message: string }

/** The smaller number of free pages applies. */
export interface Usage {
  readonly remainingPaidPages: number
  readonly remainingFreePagesToday: number
  readonly remainingFreePagesThisMonth: number
}

const insertReservation = `
INSERT INTO ledger (task_id, api_key_id, day, month, pages, from_free, from_paid, expires_at, created_at, updated_at)
SELECT ?1, id, ?3, ?4, ?5, free, ?5 - free, ?6, ?7, ?7 FROM (
  SELECT k.id, k.paid_balance,
    min(?5, max(0, min(k.free_per_day - coalesce(d.used, 0), k.free_per_month - coalesce(m.used, 0)))) AS free
  FROM api_keys k
  LEFT JOIN usage_period d ON d.api_key_id = k.id AND d.period = ?3
  LEFT JOIN usage_period m ON m.api_key_id = k.id AND m.period = ?4
  WHERE k.id = ?2 AND k.state = 'active' AND (k.expires_at IS NULL OR k.expires_at > ?7)
) balance WHERE ?5 - free <= paid_balance`
const oncePerTask = 'ON CONFLICT (task_id) DO NOTHING'

const selectBalance = `
SELECT k.state, k.expires_at, k.free_per_day, k.free_per_month, k.paid_balance,
  coalesce(d.used, 0) AS used_today, coalesce(m.used, 0) AS used_this_month
FROM api_keys k
LEFT JOIN usage_period d ON d.api_key_id = k.id AND d.period = ?2
LEFT JOIN usage_period m ON m.api_key_id = k.id AND m.period = ?3
WHERE k.id = ?1`

interface Balance {
  readonly state: string
  readonly expiresAt: number | null
  readonly freePerDay: number
  readonly freePerMonth: number
  readonly paidBalance: number
  readonly usedToday: number
  readonly usedThisMonth: number
}

interface ReservationRow extends SqlRow {
  api_key_id: string
  pages: number
  state: string
}

/** Maximum attempts while other processes change the balance. */
const MAX_ATTEMPTS = 5

/**
 * Reserves pages, free ones first. Idempotent per task. Refuses with 1131 (today's free pages), 1108 (key disabled or
 * expired) or 1123.
 */
export async function reserve(sql: Sql, reservation: Reservation): Promise<ReserveResult> {
  const result = await tryReserve(sql, reservation, '')
  if (result === null) throw new Error(`The reservation of task ${reservation.taskId} had no result`)
  return result
}

/** Returns `null` if the task has left QUEUING, so that nothing stays reserved. */
export async function reserveForPlan(sql: Sql, reservation: Reservation): Promise<ReserveResult | null> {
  return await tryReserve(sql, reservation, "AND EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'QUEUING')")
}

async function tryReserve(sql: Sql, reservation: Reservation, condition: string): Promise<ReserveResult | null> {
  const { taskId, apiKeyId, pages, now, timezone } = reservation
  if (!Number.isSafeInteger(pages) || pages < 1)
    throw new RangeError(`A reservation needs a whole number of pages from 1, not ${pages}`)
  const periods = periodsAt(now, timezone)
  const findExisting = async (): Promise<ReserveResult | null> => {
    const [existing] = await sql.all<ReservationRow>('SELECT api_key_id, pages, state FROM ledger WHERE task_id = ?1', [
      taskId,
    ])
    return existing === undefined ? null : checkExisting(existing, reservation)
  }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // Most plan steps find the pages reserved, and an insert would wait for the write lock.
    const earlier = condition === '' ? null : await findExisting()
    if (earlier !== null) return earlier
    const inserted = await sql.run(`${insertReservation} ${condition} ${oncePerTask}`, insertArgs(reservation, periods))
    if (inserted > 0) return { ok: true }
    const existing = await findExisting()
    if (existing !== null) return existing
    if (condition !== '' && (await sql.all(`SELECT 1 AS one WHERE 1 = 1 ${condition}`, [taskId])).length === 0)
      return null
    const refused = explain(await readBalance(sql, apiKeyId, periods), reservation)
    // Pages may have been refunded since the insert, so the insert is repeated.
    if (refused !== null) return refused
  }
  throw new Error(`The balance of key ${apiKeyId} changed during each of ${MAX_ATTEMPTS} attempts to reserve`)
}

/** For the batch that creates the task; without that row it has no effect. */
export function reservationStatement(reservation: Reservation): Statement {
  const sql = `${insertReservation} AND EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1) ${oncePerTask}`
  return { sql, args: insertArgs(reservation, periodsAt(reservation.now, reservation.timezone)) }
}

function insertArgs(
  { taskId, apiKeyId, pages, now, ttlMs }: Reservation,
  { day, month }: Periods,
): (string | number)[] {
  return [taskId, apiKeyId, day, month, pages, now + ttlMs, now]
}

export async function explainRefusal(sql: Sql, reservation: Reservation): Promise<ReserveResult | null> {
  const { apiKeyId, now, timezone } = reservation
  return explain(await readBalance(sql, apiKeyId, periodsAt(now, timezone)), reservation)
}

function checkExisting(existing: ReservationRow, { taskId, apiKeyId, pages }: Reservation): ReserveResult {
  if (existing.api_key_id !== apiKeyId || existing.pages !== pages)
    throw new Error(
      `Task ${taskId} has reserved ${existing.pages} pages of key ${existing.api_key_id}; it cannot reserve ${pages} of key ${apiKeyId} as well`,
    )
  if (existing.state === 'released')
    throw new Error(`The pages of task ${taskId} were refunded; a new attempt needs a new task`)
  return { ok: true }
}

/** Charges parsed pages, at most the reserved ones, and refunds the rest, paid pages first. */
export async function commitReservation(
  sql: Sql,
  { taskId, pages, now }: { taskId: string; pages: number; now: number },
): Promise<number> {
  const [row] = await sql.all<{ charged: number }>(
    "UPDATE ledger SET state = 'settled', charged = max(0, min(?2, pages)), updated_at = ?3 WHERE task_id = ?1 AND state = 'reserved' RETURNING charged",
    [taskId, pages, now],
  )
  return row?.charged ?? 0
}

/** Postpones the expiry of a reservation whose request is still running. */
export async function renewReservation(
  sql: Sql,
  { taskId, expiresAt }: { taskId: string; expiresAt: number },
): Promise<void> {
  await sql.run("UPDATE ledger SET expires_at = ?2 WHERE task_id = ?1 AND state = 'reserved'", [taskId, expiresAt])
}

export async function releaseReservation(sql: Sql, { taskId, now }: { taskId: string; now: number }): Promise<number> {
  const [row] = await sql.all<{ pages: number }>(
    "UPDATE ledger SET state = 'released', charged = 0, updated_at = ?2 WHERE task_id = ?1 AND state = 'reserved' RETURNING pages",
    [taskId, now],
  )
  return row?.pages ?? 0
}

/** Refunds failed tasks, and expired reservations without an unfinished task. Returns their number. */
export async function releaseExpired(sql: Sql, { now }: { now: number }): Promise<number> {
  // The count of `run` may include changes of triggers.
  const rows = await sql.all(
    `UPDATE ledger SET state = 'released', charged = 0, updated_at = ?1 WHERE state = 'reserved' AND (
       (expires_at <= ?1 AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.task_id = ledger.task_id AND t.state IN ('QUEUING', 'PROCESSING', 'JOINING')))
       OR EXISTS (SELECT 1 FROM tasks t WHERE t.task_id = ledger.task_id AND t.state = 'FAILED')) RETURNING task_id`,
    [now],
  )
  return rows.length
}

/** Reserved pages count as used. Throws for an unknown key. */
export async function usage(
  sql: Sql,
  { apiKeyId, now, timezone }: { apiKeyId: string; now: number; timezone: string },
): Promise<Usage> {
  const balance = await readBalance(sql, apiKeyId, periodsAt(now, timezone))
  if (balance === null) throw new Error(`There is no key ${apiKeyId}`)
  return remaining(balance)
}

async function readBalance(sql: Sql, apiKeyId: string, { day, month }: Periods): Promise<Balance | null> {
  const [row] = await sql.all(selectBalance, [apiKeyId, day, month])
  return row === undefined ? null : camelCaseKeys<Balance>(row)
}

function remaining({ paidBalance, freePerDay, usedToday, freePerMonth, usedThisMonth }: Balance): Usage {
  return {
    remainingPaidPages: paidBalance,
    remainingFreePagesToday: Math.max(0, freePerDay - usedToday),
    remainingFreePagesThisMonth: Math.max(0, freePerMonth - usedThisMonth),
  }
}

function explain(balance: Balance | null, { pages, now, timezone }: Reservation): ReserveResult | null {
  if (balance === null || balance.state !== 'active' || (balance.expiresAt !== null && balance.expiresAt <= now))
    return { ok: false, code: 1108, message: 'The API key was disabled or expired. Ask for a new one.' }
  const {
    remainingPaidPages: paid,
    remainingFreePagesToday: today,
    remainingFreePagesThisMonth: thisMonth,
  } = remaining(balance)
  const available = Math.min(today, thisMonth) + paid
  if (available >= pages) return null
  const { freePerDay, freePerMonth } = balance
  const wanted = `This request needs ${pages} page${pages === 1 ? '' : 's'}`
  const left = `left are ${today} of ${freePerDay} free pages today, ${thisMonth} of ${freePerMonth} free pages this month and ${paid} paid pages`
  const remedy = `${available > 0 ? 'ask for fewer pages with page_range, or ' : ''}have paid pages added to the key.`
  if (paid > 0 || thisMonth < pages)
    return { ok: false, code: 1123, message: `${wanted}; ${left}. ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}` }
  const advice =
    pages > freePerDay
      ? `That is more than a whole day allows: ${remedy}`
      : `Try again after 00:00 (${timezone}), ${available > 0 ? '' : 'or '}${remedy}`
  return { ok: false, code: 1131, message: `${wanted}; ${left}. ${advice}` }
}
