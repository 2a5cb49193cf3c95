/** The samples of the operations of the API reference: each is valid, and those of each kind of request run. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpointsOf, type OpenApi } from '../../src/web/reference/openapi.ts'
import { requestSample, responseSample, sampleLanguages } from '../../src/web/reference/samples.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { type OpenedApp, openApp } from '../http/open-app.node.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-samples-'))
const adminToken = 'a-secret-of-the-operator'
let app: OpenedApp
let server: ReturnType<typeof serve>
let origin: string
let api: OpenApi
let key: string

beforeAll(async () => {
  app = await openApp({ environment: { ADMIN_TOKEN: adminToken } })
  server = serve({ fetch: app.app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  api = (await (await app.call('/openapi.json')).json()) as OpenApi
  key = (await app.createKey({ freePerDay: 100, freePerMonth: 100, paidPages: 0 })).apiKey
  writeFileSync(join(folder, 'document.pdf'), await fixture('pdf-digital'))
})
afterAll(async () => {
  server.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const endpointOf = (path: string, method: string) => {
  const found = endpointsOf(api).find((endpoint) => endpoint.path === path && endpoint.method === method)
  if (found === undefined) throw new Error(`${method} ${path} is not in the description`)
  return found
}

test('each operation has a request in each language, and TypeScript is valid', async () => {
  for (const endpoint of endpointsOf(api)) {
    for (const language of sampleLanguages) {
      const text = requestSample(language, endpoint, { api, origin })
      expect(text).toContain(origin)
      expect(text).not.toMatch(/undefined|\[object/)
      if (language === 'TypeScript') await transform(text, { loader: 'ts', format: 'esm' })
    }
  }
})

test('responses are JSON with the fields of the schema', () => {
  const parsed = JSON.parse(responseSample(endpointOf('/api/v1/parse/sync', 'post'), api) ?? '')
  expect(parsed).toMatchObject({
    code: 0,
    data: { result: { file_name: 'report.pdf', outputs: { json: { pages: [{}] } } } },
  })
  expect(parsed.data.result.outputs.json.pages[0].blocks[0]).toMatchObject({ type: 'title', content: 'Harvest Report' })
  expect(responseSample(endpointOf('/detect/stream', 'put'), api)).toBeNull()
})

const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0
const kinds = [
  ['/api/v1/parse/sync', 'post', '"code":0'],
  ['/api/v1/usage', 'post', 'remaining_paid_pages'],
  ['/admin/keys', 'get', '"keys"'],
  ['/admin/keys', 'post', 'callback_secret'],
  ['/tika', 'put', 'The Harvest Report'],
] as const

test.each(kinds)('%s %s: the programs run', async (path, method, expected) => {
  const environment = { PATH: process.env.PATH, SHEAF_KEY: key, ADMIN_TOKEN: adminToken }
  const sample = (language: (typeof sampleLanguages)[number]): string =>
    requestSample(language, endpointOf(path, method), { api, origin })
  const options = { cwd: folder, env: environment, timeout: 30_000 }
  writeFileSync(join(folder, 'sample.mts'), sample('TypeScript'))
  const [typescript, curl] = await Promise.all([
    run(process.execPath, ['sample.mts'], options),
    run('sh', ['-c', sample('curl')], options),
  ])
  expect(typescript.stdout).toContain(expected)
  expect(curl.stdout).toContain(expected)
  if (!hasPython) return
  writeFileSync(join(folder, 'sample.py'), sample('Python'))
  expect((await run('python3', ['sample.py'], options)).stdout).toContain(expected)
})
