/**
 * The quota book: pages are reserved before they are parsed, then settled (what was parsed is charged) or released.
 * Each step is one statement whose trigger moves the counters, so that neither a crash nor a second process can
 * charge a page twice or promise one that is not there.
 */

import type { Sql, SqlRow, Statement } from '../db/sql.ts'
import { periodsAt } from './quota-periods.ts'

export interface Reservation {
  readonly taskId: string
  readonly apiKeyId: string
  readonly pages: number
  readonly now: number
  /** IANA name; a day begins at its midnight, a month on its 1st. */
  readonly timezone: string
  /** After this long an unfinished reservation may be given back by `releaseExpired`. */
  readonly ttlMs: number
}

export type ReserveResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 1108 | 1123 | 1131; readonly message: string }

/** Pages that can still be asked for, each counter by itself: a request may take the smaller of the two free ones. */
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

interface BalanceRow extends SqlRow {
  state: string
  expires_at: number | null
  free_per_day: number
  free_per_month: number
  paid_balance: number
  used_today: number
  used_this_month: number
}

interface HeldRow extends SqlRow {
  api_key_id: string
  pages: number
  state: string
}

/** Reservations of one key that lose a race this often in a row do not happen with a database that works. */
const maxAttempts = 5

/**
 * Holds pages for a task, free ones first. Asking again for the same task answers the same and holds nothing more.
 * Refuses with 1131 when only today's free pages are short and there are no paid ones, otherwise with 1123;
 * with 1108 when the key was switched off or ran out meanwhile.
 */
export async function reserve(sql: Sql, reservation: Reservation): Promise<ReserveResult> {
  const answer = await hold(sql, reservation, '')
  if (answer === null) throw new Error(`Nothing was asked of task ${reservation.taskId} but its pages`)
  return answer
}

/**
 * `reserve` for a task that waits to be planned; `null` when it has ended meanwhile, for example by being cancelled:
 * then nothing is held, since nobody would come to give it back.
 */
export async function reserveForPlan(sql: Sql, reservation: Reservation): Promise<ReserveResult | null> {
  return await hold(sql, reservation, "AND EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'QUEUING')")
}

async function hold(sql: Sql, reservation: Reservation, onlyIf: string): Promise<ReserveResult | null> {
  const { taskId, apiKeyId, pages, now, timezone, ttlMs } = reservation
  if (!Number.isSafeInteger(pages) || pages < 1)
    throw new RangeError(`A reservation needs a whole number of pages from 1, not ${pages}`)
  const periods = periodsAt(now, timezone)
  for (let attempt = 1; ; attempt++) {
    const inserted = await sql.all(`${insertReservation} ${onlyIf} ${oncePerTask} RETURNING task_id`, [
      taskId,
      apiKeyId,
      periods.day,
      periods.month,
      pages,
      now + ttlMs,
      now,
    ])
    if (inserted.length > 0) return { ok: true }
    // Nothing inserted: either this task has its pages already, or there are not enough.
    const [held] = await sql.all<HeldRow>('SELECT api_key_id, pages, state FROM ledger WHERE task_id = ?1', [taskId])
    if (held !== undefined) return checkHeld(held, reservation)
    if (onlyIf !== '' && (await sql.all(`SELECT 1 AS yes WHERE 1 = 1 ${onlyIf}`, [taskId])).length === 0) return null
    const refused = refusal(await readBalance(sql, apiKeyId, periods), reservation)
    // Pages may have come back between the two statements: then the balance would suffice, and asking again is honest.
    if (refused !== null) return refused
    if (attempt === maxAttempts)
      throw new Error(`The balance of key ${apiKeyId} changed under each of ${maxAttempts} attempts to reserve`)
  }
}

/** The reservation as part of a batch that makes the task's row before it: without that row nothing is held. */
export function reservationStatement({ taskId, apiKeyId, pages, now, timezone, ttlMs }: Reservation): Statement {
  const { day, month } = periodsAt(now, timezone)
  const sql = `${insertReservation} AND EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1) ${oncePerTask}`
  return { sql, args: [taskId, apiKeyId, day, month, pages, now + ttlMs, now] }
}

/** Why a reservation was refused a moment ago; `null` when now it would not be. */
export async function explainRefusal(sql: Sql, reservation: Reservation): Promise<ReserveResult | null> {
  return refusal(
    await readBalance(sql, reservation.apiKeyId, periodsAt(reservation.now, reservation.timezone)),
    reservation,
  )
}

function checkHeld(held: HeldRow, { taskId, apiKeyId, pages }: Reservation): ReserveResult {
  if (held.api_key_id !== apiKeyId || held.pages !== pages)
    throw new Error(
      `Task ${taskId} holds ${held.pages} pages of key ${held.api_key_id}; it cannot ask for ${pages} of key ${apiKeyId} as well`,
    )
  if (held.state === 'released') throw new Error(`Task ${taskId} gave its pages back; a new attempt needs a new task`)
  return { ok: true }
}

/**
 * Charges what was parsed (at most what was held) and gives the rest back, paid pages first, to the day and month they
 * came from. The pages charged now; 0 when the task holds nothing (any more).
 */
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

/** Gives all pages of a task back: it failed or was refused. The pages given back; 0 when it holds nothing (any more). */
export async function releaseReservation(sql: Sql, { taskId, now }: { taskId: string; now: number }): Promise<number> {
  const [row] = await sql.all<{ pages: number }>(
    "UPDATE ledger SET state = 'released', charged = 0, updated_at = ?2 WHERE task_id = ?1 AND state = 'reserved' RETURNING pages",
    [taskId, now],
  )
  return row?.pages ?? 0
}

/**
 * Gives back what killed processes left held: reservations past their time, unless an asynchronous task still lives on
 * them, and at once those of tasks that have failed. The number of tasks.
 */
export async function releaseExpired(sql: Sql, { now }: { now: number }): Promise<number> {
  const rows = await sql.all(
    `UPDATE ledger SET state = 'released', charged = 0, updated_at = ?1 WHERE state = 'reserved' AND (
       (expires_at <= ?1 AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.task_id = ledger.task_id AND t.state IN ('QUEUING', 'PROCESSING', 'JOINING')))
       OR EXISTS (SELECT 1 FROM tasks t WHERE t.task_id = ledger.task_id AND t.state = 'FAILED')) RETURNING task_id`,
    [now],
  )
  return rows.length
}

/** What is left now, exact while tasks run: pages held for them count as used. Throws for an unknown key id. */
export async function usage(
  sql: Sql,
  { apiKeyId, now, timezone }: { apiKeyId: string; now: number; timezone: string },
): Promise<Usage> {
  const balance = await readBalance(sql, apiKeyId, periodsAt(now, timezone))
  if (balance === null) throw new Error(`There is no key ${apiKeyId}`)
  return remaining(balance)
}

async function readBalance(
  sql: Sql,
  apiKeyId: string,
  { day, month }: { day: string; month: string },
): Promise<BalanceRow | null> {
  const [row] = await sql.all<BalanceRow>(selectBalance, [apiKeyId, day, month])
  return row ?? null
}

function remaining(balance: BalanceRow): Usage {
  return {
    remainingPaidPages: balance.paid_balance,
    remainingFreePagesToday: Math.max(0, balance.free_per_day - balance.used_today),
    remainingFreePagesThisMonth: Math.max(0, balance.free_per_month - balance.used_this_month),
  }
}

/** Why the pages cannot be had; `null` when they can. */
function refusal(balance: BalanceRow | null, { pages, now, timezone }: Reservation): ReserveResult | null {
  if (balance === null || balance.state !== 'active' || (balance.expires_at !== null && balance.expires_at <= now))
    return { ok: false, code: 1108, message: 'The API key was disabled or expired. Ask for a new one.' }
  const {
    remainingPaidPages: paid,
    remainingFreePagesToday: today,
    remainingFreePagesThisMonth: thisMonth,
  } = remaining(balance)
  if (Math.min(today, thisMonth) + paid >= pages) return null
  const wanted = `This request needs ${pages} page${pages === 1 ? '' : 's'}`
  const left = `left are ${today} of ${balance.free_per_day} free pages today, ${thisMonth} of ${balance.free_per_month} free pages this month and ${paid} paid pages`
  if (paid > 0 || thisMonth < pages)
    return {
      ok: false,
      code: 1123,
      message: `${wanted}; ${left}. Ask for fewer pages with page_range, or have paid pages added to the key.`,
    }
  const advice =
    pages > balance.free_per_day
      ? 'That is more than a whole day allows: ask for fewer pages with page_range, or have paid pages added to the key.'
      : `Try again after 00:00 (${timezone}), ask for fewer pages with page_range, or have paid pages added to the key.`
  return { ok: false, code: 1131, message: `${wanted}; ${left}. ${advice}` }
}
