import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFirstKey } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import type { Sql } from '../db/sql.ts'
import type { Config } from './config.ts'
import type { FirstKey } from './startup-message.ts'

const sample = fileURLToPath(new URL('../../test/fixtures/pdf-digital/source.pdf', import.meta.url))

/** Returns `null` if the database has a key. */
export async function makeFirstKey(sql: Sql, { service }: Pick<Config, 'service'>): Promise<FirstKey | null> {
  const created = await createFirstKey(sql, { name: 'first', ...service.keyDefaults, now: Date.now() })
  if (created === null) return null
  return { apiKey: created.apiKey, callbackSecret: await callbackSecret(sql, created.id, service.tasks.serverSecret) }
}

/** Writes a file that only its owner can read, because output may be logged. Returns the path. */
export function writeKeyFile({ apiKey, callbackSecret }: FirstKey, dataDir: string): string {
  const path = join(resolve(dataDir), 'first-key.txt')
  rmSync(path, { force: true })
  writeFileSync(path, `${apiKey}\nIts callbacks are signed with ${callbackSecret}\n`, { mode: 0o600, flag: 'wx' })
  return path
}

export function samplePath(): string {
  if (!existsSync(sample)) return 'your.pdf'
  const short = relative(process.cwd(), sample)
  return isAbsolute(short) || short.startsWith(`..${sep}`) ? sample : short
}
