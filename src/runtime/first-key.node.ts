/** The first API key and the sample document, for startup messages. */
import { existsSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFirstKey } from '../accounts/api-keys.ts'
import { callbackSecret } from '../accounts/callback-secrets.ts'
import type { Sql } from '../db/sql.ts'
import type { Config } from './config.ts'
import type { FirstKey } from './startup-message.ts'

const sample = fileURLToPath(new URL('../../test/fixtures/pdf-digital/source.pdf', import.meta.url))

/** Creates a key if the database has none; otherwise returns `null`. */
export async function makeFirstKey(sql: Sql, { service }: Pick<Config, 'service'>): Promise<FirstKey | null> {
  const created = await createFirstKey(sql, { name: 'first', ...service.keyDefaults, now: Date.now() })
  if (created === null) return null
  return { apiKey: created.apiKey, callbackSecret: await callbackSecret(sql, created.id, service.tasks.serverSecret) }
}

/** The sample of the repository, or a placeholder in deployments without it. */
export function samplePath(): string {
  if (!existsSync(sample)) return 'your.pdf'
  const short = relative(process.cwd(), sample)
  return isAbsolute(short) || short.startsWith(`..${sep}`) ? sample : short
}
