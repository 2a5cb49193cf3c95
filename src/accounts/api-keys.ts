/** Only `createKey` returns the text of an API key; the database has its SHA-256. */

import type { Sql, SqlRow } from '../db/sql.ts'
import { sha256, toHex } from '../model/bytes.ts'
import { camelCaseKeys } from '../model/key-case.ts'
import type { Rates } from './rate-limits.ts'

export interface ApiKey {
  readonly id: string
  readonly name: string
  /** First characters of the text, for display. */
  readonly prefix: string
  readonly state: 'active' | 'disabled' | 'expired'
  /** Unix milliseconds; `null` for no expiry. */
  readonly expiresAt: number | null
  readonly freePerDay: number
  readonly freePerMonth: number
  /** Paid pages that are neither used nor reserved. */
  readonly paidBalance: number
  readonly createdAt: number
  /** Documents per second and per window; `null`: the default of the deployment; 0: unlimited. */
  readonly ratePerSecond: number | null
  readonly ratePerWindow: number | null
}

export interface NewKey {
  readonly name: string
  readonly freePerDay: number
  readonly freePerMonth: number
  readonly paidPages: number
  readonly expiresAt?: number | null
  readonly ratePerSecond?: number | null
  readonly ratePerWindow?: number | null
  readonly now: number
}

export interface KeyChanges extends Partial<Omit<NewKey, 'paidPages' | 'now'>> {
  readonly state?: 'active' | 'disabled'
}

interface CreatedKey {
  readonly id: string
  readonly apiKey: string
}

/** Random bytes of a key, enough to hash it without salt and slow function. */
const KEY_BYTES = 32
const KEY_DIGITS = 43
const PREFIX_LENGTH = 11
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyPattern = new RegExp(`^sk-[0-9A-Za-z]{${KEY_DIGITS}}$`)

const insertColumns =
  'INSERT INTO api_keys (id, key_hash, prefix, name, expires_at, free_per_day, free_per_month, paid_balance, created_at, rate_per_second, rate_per_window)'
const insertValues = '?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11'
const selectColumns =
  'SELECT id, prefix, name, state, expires_at, free_per_day, free_per_month, paid_balance, created_at, rate_per_second, rate_per_window FROM api_keys'

export async function createKey(sql: Sql, key: NewKey): Promise<CreatedKey> {
  const { created, args } = await generateKey(key)
  await sql.run(`${insertColumns} VALUES (${insertValues})`, args)
  return created
}

/** Returns `null` if there is a key. Safe with several processes. */
export async function createFirstKey(sql: Sql, key: NewKey): Promise<CreatedKey | null> {
  const { created, args } = await generateKey(key)
  const inserted = await sql.run(
    `${insertColumns} SELECT ${insertValues} WHERE NOT EXISTS (SELECT 1 FROM api_keys)`,
    args,
  )
  return inserted === 0 ? null : created
}

export async function findKey(sql: Sql, apiKeyText: string, now: number): Promise<ApiKey | null> {
  if (!keyPattern.test(apiKeyText)) return null
  const [row] = await sql.all(`${selectColumns} WHERE key_hash = ?1`, [await hashKeyCached(apiKeyText)])
  return row === undefined ? null : toKey(row, now)
}

export async function readKeyById(sql: Sql, id: string, now: number): Promise<ApiKey | null> {
  const [row] = await sql.all(`${selectColumns} WHERE id = ?1`, [id])
  return row === undefined ? null : toKey(row, now)
}

export async function listKeys(sql: Sql, now: number): Promise<ApiKey[]> {
  const rows = await sql.all(`${selectColumns} ORDER BY created_at, id`)
  return rows.map((row) => toKey(row, now))
}

const changeableColumns = {
  name: 'name',
  state: 'state',
  expiresAt: 'expires_at',
  freePerDay: 'free_per_day',
  freePerMonth: 'free_per_month',
  ratePerSecond: 'rate_per_second',
  ratePerWindow: 'rate_per_window',
} as const satisfies Record<keyof KeyChanges, string>

/** Takes effect at once in all processes. `false` for an unknown id. Pages used before count toward new limits. */
export async function changeKey(sql: Sql, id: string, changes: KeyChanges): Promise<boolean> {
  const names = Object.keys(changeableColumns) as (keyof KeyChanges)[]
  const changed = names.flatMap((name) => {
    const value = changes[name]
    return value === undefined ? [] : [{ column: changeableColumns[name], value }]
  })
  const assignments = changed.map(({ column }, index) => `${column} = ?${index + 2}`).join(', ') || 'name = name'
  const args = [id, ...changed.map(({ value }) => value)]
  return (await sql.run(`UPDATE api_keys SET ${assignments} WHERE id = ?1`, args)) > 0
}

/** Replaces the text of a key. Returns `null` for an unknown id. */
export async function rotateKey(sql: Sql, id: string): Promise<string | null> {
  const { apiKey, prefix, hash } = await generateText()
  const changed = await sql.run('UPDATE api_keys SET key_hash = ?2, prefix = ?3 WHERE id = ?1', [id, hash, prefix])
  return changed > 0 ? apiKey : null
}

/** Removes pages if negative. Returns `null` for an unknown id or too few pages. */
export async function topUpKey(sql: Sql, id: string, pages: number): Promise<number | null> {
  const [row] = await sql.all<{ paid_balance: number }>(
    'UPDATE api_keys SET paid_balance = paid_balance + ?2 WHERE id = ?1 AND paid_balance + ?2 >= 0 RETURNING paid_balance',
    [id, pages],
  )
  return row?.paid_balance ?? null
}

export function ratesOf({ ratePerSecond, ratePerWindow }: ApiKey, defaults: Rates): Rates {
  return {
    perSecond: ratePerSecond ?? defaults.perSecond,
    perWindow: ratePerWindow ?? defaults.perWindow,
    windowMs: defaults.windowMs,
  }
}

async function generateKey(key: NewKey): Promise<{ created: CreatedKey; args: (string | number | null)[] }> {
  const id = `key_${toHex(crypto.getRandomValues(new Uint8Array(8)))}`
  const { apiKey, prefix, hash } = await generateText()
  return {
    created: { id, apiKey },
    args: [
      id,
      hash,
      prefix,
      key.name,
      key.expiresAt ?? null,
      key.freePerDay,
      key.freePerMonth,
      key.paidPages,
      key.now,
      key.ratePerSecond ?? null,
      key.ratePerWindow ?? null,
    ],
  }
}

async function generateText(): Promise<{ readonly apiKey: string; readonly prefix: string; readonly hash: string }> {
  const apiKey = `sk-${toBase62(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))}`
  return { apiKey, prefix: apiKey.slice(0, PREFIX_LENGTH), hash: await hashKey(apiKey) }
}

function toKey(row: SqlRow, now: number): ApiKey {
  const key = camelCaseKeys<ApiKey>(row)
  const isExpired = key.expiresAt !== null && key.expiresAt <= now
  return key.state === 'active' && isExpired ? { ...key, state: 'expired' } : key
}

/** One number with 43 digits, because each byte modulo 62 would bias the digits. */
export function toBase62(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
  let digits = ''
  while (rest > 0n) {
    digits = base62.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return digits.padStart(KEY_DIGITS, '0')
}

async function hashKey(apiKey: string): Promise<string> {
  return await sha256(new TextEncoder().encode(apiKey))
}

/** Clients that poll send the same key hundreds of times per second. */
const hashCache = new Map<string, string>()
const MAX_CACHED_HASHES = 1000

async function hashKeyCached(apiKey: string): Promise<string> {
  const cached = hashCache.get(apiKey)
  if (cached !== undefined) return cached
  const hash = await hashKey(apiKey)
  const oldest = hashCache.size >= MAX_CACHED_HASHES ? hashCache.keys().next().value : undefined
  if (oldest !== undefined) hashCache.delete(oldest)
  hashCache.set(apiKey, hash)
  return hash
}
