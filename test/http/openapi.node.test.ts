/** `/openapi.json`: valid by a linter, and complete. The contract tests check responses against it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, expect, test } from 'vitest'
import { errorTable } from '../../src/model/errors.ts'
import { openApp } from './open-app.node.ts'

const opened = await openApp({ environment: { ADMIN_TOKEN: 'a-secret-of-the-operator' } })
afterAll(() => opened.close())

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: object; readonly examples: Readonly<Record<string, { value: object }>> }
}

async function read(app = opened.app): Promise<OpenApi> {
  return (await (await app.request('http://sheaf.test/openapi.json')).json()) as OpenApi
}

async function lint(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Errors of the API have HTTP status 200, unless the operator wants their own.
      'operation-4xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

test('the linter finds nothing, with either kind of HTTP status', async () => {
  expect(await lint(await read())).toEqual([])
  const semantic = await openApp({ environment: { ERROR_HTTP_STATUS: 'semantic' } })
  try {
    const document = await read(semantic.app)
    expect(await lint(document)).toEqual([])
    expect(Object.keys(document.paths)).not.toContain('/admin/keys')
    expect(JSON.stringify(document.paths['/api/v1/parse/sync'])).toContain('"415"')
  } finally {
    await semantic.close()
  }
}, 60_000)

test('the linter finds a wrong document', async () => {
  const document = await read()
  const broken = JSON.parse(
    JSON.stringify(document).replaceAll('#/components/schemas/Page"', '#/components/schemas/None"'),
  )
  broken.components.examples.Error_1133.value.code = 'no number'
  broken.paths['/health'].get.operationId = 'parse'
  const problems = (await lint(broken)).join('\n')
  for (const rule of ['no-unresolved-refs', 'no-invalid-media-type-examples', 'operation-operationId-unique'])
    expect(problems).toContain(rule)
})

test('all routes of the service are in it', async () => {
  const { paths } = await read()
  const missing = opened.app.routes
    .filter(({ method }) => method !== 'ALL')
    .filter(({ path }) => !/^\/(?:api\/v1\/extract\/|assets\/|dashboard|docs|$)/.test(path))
    .map(({ method, path }) => ({ method: method.toLowerCase(), path: path.replace(/:(\w+)/g, '{$1}') }))
    .filter(({ method, path }) => paths[path]?.[method] === undefined)
  expect(missing).toEqual([])
})

test('each error code has an example, and a row in docs/errors.md with its status', async () => {
  const { components } = await read()
  const codes = Object.keys(errorTable)
  for (const code of codes)
    expect(components.examples[`ParseError_${code}`]?.value).toMatchObject({ code: Number(code) })
  const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (\d{4}) \| (\d{3})[^|]*\| \S.*\| \S.*\|$/gm)].map(([, code, status]) => [
    code,
    status,
  ])
  expect(rows).toEqual(Object.entries(errorTable).map(([code, { status }]) => [code, String(status)]))
})

test('an API that is switched off is not in it', async () => {
  const without = await openApp({ environment: { DOCLING_API: 'off', TIKA_API: 'off' } })
  try {
    const { paths, components } = await read(without.app)
    expect(Object.keys(paths)).not.toContain('/v1/convert/file')
    expect(Object.keys(paths)).not.toContain('/tika')
    expect(Object.keys(paths)).toContain('/general/v0/general')
    expect(Object.keys(components.schemas)).not.toContain('DoclingResult')
  } finally {
    await without.close()
  }
})
