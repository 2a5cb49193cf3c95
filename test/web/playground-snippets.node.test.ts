/** The programs that the playground shows for a request: each runs and prints the result. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SnippetLanguage, snippetLanguages, snippetOf } from '../../src/web/playground/snippets.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { type OpenedApp, openApp } from '../http/open-app.node.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-snippets-'))
/** A name that each language quotes in its own way. */
const fileName = `It's "50%" of Jürgen's report 📄.pdf`
const fields = [
  ['output_formats', 'markdown'],
  ['page_range', '1'],
  ['feature_config', '{"enable_title_level_recognition":true}'],
  ['password', `a'b"c\\d$e`],
] as const
let app: OpenedApp
let server: ReturnType<typeof serve>
let origin: string
let key: string

beforeAll(async () => {
  app = await openApp()
  server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  key = (await app.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })).apiKey
  writeFileSync(join(folder, fileName), await fixture('pdf-digital'))
})
afterAll(async () => {
  server.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const programs: Readonly<Record<SnippetLanguage, { file: string; command: readonly [string, ...string[]] }>> = {
  curl: { file: 'snippet.sh', command: ['sh'] },
  Python: { file: 'snippet.py', command: ['python3'] },
  TypeScript: { file: 'snippet.mts', command: [process.execPath] },
}
const checks: Readonly<Record<SnippetLanguage, readonly [string, ...string[]]>> = {
  curl: ['jq', '--version'],
  Python: ['python3', '-c', 'import requests'],
  TypeScript: [process.execPath, '--version'],
}

test.for(snippetLanguages.flatMap((language) => [false, true].map((isAsync) => ({ language, isAsync }))))(
  '$language, asynchronous: $isAsync',
  { timeout: 60_000 },
  async ({ language, isAsync }, { skip }) => {
    const [tool, ...flags] = checks[language]
    if (spawnSync(tool, flags).status !== 0) skip(`${tool} ${flags.join(' ')} fails`)
    const { file, command } = programs[language]
    const [program, ...args] = command
    writeFileSync(join(folder, file), snippetOf(language, { origin, fileName, fields, isAsync }))
    const start = (apiKey: string) =>
      run(program, [...args, file], {
        cwd: folder,
        env: { PATH: process.env.PATH, SHEAF_KEY: apiKey },
        timeout: 30_000,
      })
    expect((await start(key)).stdout).toContain('# The Harvest Report')
    if (language !== 'curl') await expect(start('sk-wrong')).rejects.toThrow('Invalid API key')
  },
)
