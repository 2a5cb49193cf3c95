/** A secret is HMAC(server secret, key id); without `SERVER_SECRET`, of a random secret in the database. */
import type { Sql } from '../db/sql.ts'
import { hmacSha256, toHex } from '../model/bytes.ts'

const serverSecretName = 'server'

/** 64 hexadecimal digits. */
export async function callbackSecret(sql: Sql, apiKeyId: string, configured: string | null): Promise<string> {
  return await hmacSha256(configured ?? (await storedSecret(sql)), new TextEncoder().encode(apiKeyId))
}

async function storedSecret(sql: Sql): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const [row] = await sql.all<{ value: string }>('SELECT value FROM secrets WHERE name = ?1', [serverSecretName])
    return row?.value
  }
  const stored = await read()
  if (stored !== undefined) return stored
  const random = toHex(crypto.getRandomValues(new Uint8Array(32)))
  await sql.run('INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING', [
    serverSecretName,
    random,
  ])
  // Another process may have been first.
  return (await read()) ?? random
}
