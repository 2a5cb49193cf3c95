/** Each example against a running service. Those whose tool is not installed are skipped. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../http/open-app.node.ts'

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../../examples')
const document = join(import.meta.dirname, '../fixtures/pdf-ruled-table/source.pdf')
/** Go compiles from the standard library alone, and leaves nothing behind. */
const goCache = mkdtempSync(join(tmpdir(), 'sheaf-go-'))
const goOptions = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOCACHE: goCache }
const opened = await openApp()
const server = serve({ fetch: opened.app.fetch, port: 0, hostname: '127.0.0.1' })
let environment: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { apiKey } = await opened.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })
  environment = { ...process.env, ...goOptions, SHEAF_URL: `http://127.0.0.1:${port}`, SHEAF_KEY: apiKey }
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await opened.close()
  rmSync(goCache, { recursive: true, force: true })
})

const isInstalled = (tool: string, flag: string): boolean => spawnSync(tool, [flag]).status === 0

test.for([
  ['parse.sh', 'sh', [], isInstalled('curl', '--version')],
  ['parse.ts', 'node', [], true],
  ['parse.py', 'python3', [], isInstalled('python3', '--version')],
  ['parse.go', 'go', ['run'], isInstalled('go', 'version')],
] as const)('%s', { timeout: 120_000 }, async ([name, tool, args, installed], { skip }) => {
  if (!installed) skip(`${tool} is not installed`)
  const command = [...args, join(folder, name)]
  const { stdout } = await run(tool, [...command, document], { env: environment })
  expect(stdout).toContain('Yield by field')
  const refused = run(tool, [...command, document], { env: { ...environment, SHEAF_KEY: 'sk-wrong' } })
  // curl prints the response and succeeds, because errors have HTTP status 200.
  if (name === 'parse.sh') expect((await refused).stdout).toContain('"code":1107')
  else await expect(refused).rejects.toThrow('1107')
})
