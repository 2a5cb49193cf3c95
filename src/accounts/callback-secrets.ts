/**
 * Secrets that are derived instead of stored: the one that signs a key's callbacks is HMAC(server secret, key id). The
 * server secret is the operator's, or random and made once in the database by the first process that needs it.
 */

import type { Sql } from '../db/sql.ts'
import { toHex } from '../model/bytes.ts'

const serverSecretName = 'server'

/** 64 hexadecimal digits; the same for a key as long as the server secret is. */
export async function callbackSecret(sql: Sql, apiKeyId: string, chosen: string | null): Promise<string> {
  const encoder = new TextEncoder()
  const server = chosen ?? (await storedSecret(sql))
  const key = await crypto.subtle.importKey('raw', encoder.encode(server), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(apiKeyId))))
}

async function storedSecret(sql: Sql): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const [row] = await sql.all<{ value: string }>('SELECT value FROM secrets WHERE name = ?1', [serverSecretName])
    return row?.value
  }
  const known = await read()
  if (known !== undefined) return known
  const fresh = toHex(crypto.getRandomValues(new Uint8Array(32)))
  await sql.run('INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING', [
    serverSecretName,
    fresh,
  ])
  // Another process may have been first.
  return (await read()) ?? fresh
}
