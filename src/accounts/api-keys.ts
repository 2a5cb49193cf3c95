/**
 * API keys: made, found, listed, switched off. A key's text leaves this file once, when it is made;
 * the database holds only its SHA-256, and nothing here logs or returns it again.
 */

import type { Sql, SqlRow } from '../db/sql.ts'
import { toHex } from '../model/bytes.ts'
import type { Rates } from './rate-limits.ts'

export interface ApiKey {
  readonly id: string
  readonly name: string
  /** First characters of the key's text, for people to tell keys apart. */
  readonly prefix: string
  readonly state: 'active' | 'disabled' | 'expired'
  /** Unix milliseconds from which the key no longer works; `null`: never. */
  readonly expiresAt: number | null
  readonly freePerDay: number
  readonly freePerMonth: number
  /** Paid pages that are neither spent nor reserved. */
  readonly paidBalance: number
  readonly createdAt: number
  /** Documents per second and per window; `null`: the deployment's default. */
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

/** What may be changed of a key; what is left out stays. */
export interface KeyChanges {
  readonly name?: string
  readonly state?: 'active' | 'disabled'
  readonly expiresAt?: number | null
  readonly freePerDay?: number
  readonly freePerMonth?: number
  readonly ratePerSecond?: number | null
  readonly ratePerWindow?: number | null
}

export interface CreatedKey {
  readonly id: string
  /** The key itself: shown once, kept nowhere. */
  readonly apiKey: string
}

/** 256 random bits cannot be guessed, so a fast hash is enough and no salt is needed. */
const keyBytes = 32
/** Digits that hold 256 bits in base 62. */
const keyDigits = 43
/** `sk-` and eight digits: enough to recognize a key, far too few to help guessing the other 35. */
const prefixLength = 11
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyPattern = new RegExp(`^sk-[0-9A-Za-z]{${keyDigits}}$`)

const insertColumns =
  'INSERT INTO api_keys (id, key_hash, prefix, name, expires_at, free_per_day, free_per_month, paid_balance, created_at, rate_per_second, rate_per_window)'
const selectColumns =
  'SELECT id, prefix, name, state, expires_at, free_per_day, free_per_month, paid_balance, created_at, rate_per_second, rate_per_window FROM api_keys'

/** Makes a key. Its text is in the answer and nowhere else. */
export async function createKey(sql: Sql, key: NewKey): Promise<CreatedKey> {
  const { created, args } = await draftKey(key)
  await sql.run(`${insertColumns} VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`, args)
  return created
}

/** Makes the very first key; `null` when there is one already, also when several starters ask at once. */
export async function createFirstKey(sql: Sql, key: NewKey): Promise<CreatedKey | null> {
  const { created, args } = await draftKey(key)
  const rows = await sql.all(
    `${insertColumns} SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 WHERE NOT EXISTS (SELECT 1 FROM api_keys) RETURNING id`,
    args,
  )
  return rows.length === 0 ? null : created
}

/** The key with this text, in whatever state; `null` when no key was ever given out with it. */
export async function findKey(sql: Sql, apiKeyText: string, now: number): Promise<ApiKey | null> {
  // Saves hashing megabytes that somebody sent as a key.
  if (!keyPattern.test(apiKeyText)) return null
  const [row] = await sql.all<KeyRow>(`${selectColumns} WHERE key_hash = ?1`, [await recallHash(apiKeyText)])
  return row === undefined ? null : readKey(row, now)
}

/** The key with this id, in whatever state. */
export async function readKeyById(sql: Sql, id: string, now: number): Promise<ApiKey | null> {
  const [row] = await sql.all<KeyRow>(`${selectColumns} WHERE id = ?1`, [id])
  return row === undefined ? null : readKey(row, now)
}

/** All keys, oldest first. */
export async function listKeys(sql: Sql, now: number): Promise<ApiKey[]> {
  const rows = await sql.all<KeyRow>(`${selectColumns} ORDER BY created_at, id`)
  return rows.map((row) => readKey(row, now))
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

/**
 * Changes what is given, at once for every process; `false` when there is no key of this id. Lower limits count also against what
 * was used already.
 */
export async function changeKey(sql: Sql, id: string, changes: KeyChanges): Promise<boolean> {
  const names = Object.keys(changeableColumns) as (keyof KeyChanges)[]
  const given = names.flatMap((name) => {
    const value = changes[name]
    return value === undefined ? [] : [{ column: changeableColumns[name], value }]
  })
  const set = given.map(({ column }, index) => `${column} = ?${index + 2}`).join(', ')
  const rows = await sql.all(`UPDATE api_keys SET ${set === '' ? 'name = name' : set} WHERE id = ?1 RETURNING id`, [
    id,
    ...given.map(({ value }) => value),
  ])
  return rows.length > 0
}

/** Adds paid pages (or, negative, takes them away, down to none); `null` when there is no key of this id or it has not so many. */
export async function topUpKey(sql: Sql, id: string, pages: number): Promise<number | null> {
  const [row] = await sql.all<{ paid_balance: number }>(
    'UPDATE api_keys SET paid_balance = paid_balance + ?2 WHERE id = ?1 AND paid_balance + ?2 >= 0 RETURNING paid_balance',
    [id, pages],
  )
  return row?.paid_balance ?? null
}

/** The key's own rates where it has some. */
export function ratesOf({ ratePerSecond, ratePerWindow }: ApiKey, defaults: Rates): Rates {
  return {
    perSecond: ratePerSecond ?? defaults.perSecond,
    perWindow: ratePerWindow ?? defaults.perWindow,
    windowMs: defaults.windowMs,
  }
}

interface KeyRow extends SqlRow {
  id: string
  prefix: string
  name: string
  state: 'active' | 'disabled'
  expires_at: number | null
  free_per_day: number
  free_per_month: number
  paid_balance: number
  created_at: number
  rate_per_second: number | null
  rate_per_window: number | null
}

async function draftKey(key: NewKey): Promise<{ created: CreatedKey; args: (string | number | null)[] }> {
  const id = `key_${toHex(crypto.getRandomValues(new Uint8Array(8)))}`
  const apiKey = `sk-${toBase62(crypto.getRandomValues(new Uint8Array(keyBytes)))}`
  const hash = await hashKey(apiKey)
  return {
    created: { id, apiKey },
    args: [
      id,
      hash,
      apiKey.slice(0, prefixLength),
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

function readKey(row: KeyRow, now: number): ApiKey {
  const expired = row.expires_at !== null && row.expires_at <= now
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    state: row.state === 'active' && expired ? 'expired' : row.state,
    expiresAt: row.expires_at,
    freePerDay: row.free_per_day,
    freePerMonth: row.free_per_month,
    paidBalance: row.paid_balance,
    createdAt: row.created_at,
    ratePerSecond: row.rate_per_second,
    ratePerWindow: row.rate_per_window,
  }
}

/**
 * Writes 32 bytes as one number in base 62, padded to 43 digits: every value has its own text, so no randomness
 * is lost (taking each byte modulo 62 would favour some digits).
 */
export function toBase62(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)
  let digits = ''
  while (rest > 0n) {
    digits = base62.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return digits.padStart(keyDigits, '0')
}

async function hashKey(apiKey: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(apiKey))))
}

/** Hashes of keys that were sent before: clients that poll send the same one hundreds of times a second. */
const knownHashes = new Map<string, string>()
const maxKnownHashes = 1000

async function recallHash(apiKey: string): Promise<string> {
  const known = knownHashes.get(apiKey)
  if (known !== undefined) return known
  const hash = await hashKey(apiKey)
  const oldest = knownHashes.size >= maxKnownHashes ? knownHashes.keys().next().value : undefined
  if (oldest !== undefined) knownHashes.delete(oldest)
  knownHashes.set(apiKey, hash)
  return hash
}
