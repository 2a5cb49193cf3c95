/** The package as a user gets it: `npm pack`, and `npm install` of the tarball in an empty folder, then each entry. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'sheaf-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** Bytes; most of them are OCR models. */
const MAX_PACKAGE_BYTES = 7_000_000

const library = `
import { openPool, type ParsedResult, parse } from 'sheaf'
import { createClient, KeyError } from 'sheaf/client'
const result: ParsedResult = await parse('report.pdf', { chunk: 'size', output_formats: ['markdown', 'json', 'html'] })
await using pool = openPool({ threads: 1 })
const onThread = await pool.parse('report.pdf', { chunk: 'size', output_formats: ['markdown', 'json', 'html'] })
// @ts-expect-error: an unknown value
const refused = await parse('report.pdf', { ocr: 'maybe' }).catch(({ code }) => code)
console.log(JSON.stringify({
  pages: result.metadata.page_num,
  same: JSON.stringify(onThread) === JSON.stringify(result),
  chunks: result.json?.chunks?.length,
  html: result.html?.length,
  refused,
  client: typeof createClient({ url: 'http://127.0.0.1', apiKey: 'k' }).parse + KeyError.name,
}))
`
const loaders = `
import { parse } from 'sheaf'
import { SheafLoader } from 'sheaf/langchain'
import { SheafReader } from 'sheaf/llamaindex'
const [first] = await new SheafLoader('report.pdf', { parse }).load()
const [document] = await new SheafReader({ parse }).loadData('report.pdf')
console.log(JSON.stringify({ page: first?.metadata.page, same: document?.text === first?.pageContent }))
`
const worker = `
import { parse } from 'sheaf'
export default { fetch: async (request: Request) => new Response((await parse(request.body!)).markdown) }
`

function run(command: string, args: readonly string[], cwd = folder): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  expect([command, status, status === 0 ? '' : stdout + stderr]).toEqual([command, 0, ''])
  return stdout
}

test('the tarball works in an empty folder', { timeout: 300_000 }, async ({ skip }) => {
  // As `prepack`, without building the web pages again.
  run('node', ['packaging/build.ts'], root)
  const packed = join(folder, 'packed')
  for (const path of ['dist', 'README.md', 'LICENSE', 'package.json', 'packaging/package-file.ts'])
    cpSync(join(root, path), join(packed, path), { recursive: true })
  run('node', ['packaging/package-file.ts', 'write'], packed)
  run('npm', ['pack', '--silent', '--pack-destination', folder], packed)
  run('node', ['packaging/package-file.ts', 'restore'], packed)
  expect(readFileSync(join(packed, 'package.json'))).toEqual(readFileSync(join(root, 'package.json')))
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  expect(statSync(join(folder, tarball)).size).toBeLessThan(MAX_PACKAGE_BYTES)

  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', ['install', ...flags, `./${tarball}`], { cwd: folder, encoding: 'utf8' })
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(stderr)) skip('no registry')
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  const installed = readdirSync(join(folder, 'node_modules'))
  for (const name of ['typescript', 'vitest', 'wrangler', '@langchain', '@llamaindex', '@gutenye', 'onnxruntime-node'])
    expect(installed).not.toContain(name)
  expect(readdirSync(join(folder, 'node_modules/sheaf')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ])

  cpSync(join(root, 'test/fixtures/pdf-ruled-table/source.pdf'), join(folder, 'report.pdf'))
  const bin = join(folder, 'node_modules/.bin/sheaf')
  expect(run(bin, ['parse', 'report.pdf'])).toContain('Yield by field')
  expect(run(bin, ['skill'])).toContain('name: sheaf')
  expect(run(bin, ['--version']).trim()).toMatch(/^\d+\.\d+\.\d+$/)

  writeFileSync(join(folder, 'library.mts'), library)
  const expected = {
    pages: 1,
    same: true,
    chunks: 1,
    html: expect.any(Number),
    refused: 1133,
    client: 'functionKeyError',
  }
  expect(JSON.parse(run('node', ['library.mts']))).toEqual(expected)
  const types = ['--noEmit', '--strict', '--target', 'es2024', '--types', '', '--lib', 'es2024,esnext.disposable,dom']
  for (const module of [['nodenext'], ['esnext', '--moduleResolution', 'bundler']])
    run('tsc', [...types, '--module', ...module, 'library.mts'])

  // The oldest version that `engines` allows; it removes no types.
  const node = `node-${process.platform}-${process.arch}`
  run('npm', ['install', ...flags, `${node}@22.13.0`])
  const oldNode = join(folder, 'node_modules', node, 'bin/node')
  run('esbuild', ['library.mts', '--target=node22.13', '--outfile=library.mjs'])
  expect(JSON.parse(run(oldNode, ['library.mjs']))).toEqual(expected)
  expect(run(oldNode, ['node_modules/sheaf/dist/src/cli/sheaf.js', 'parse', 'report.pdf'])).toContain('Yield by field')

  writeFileSync(join(folder, 'worker.ts'), worker)
  const bundle = [
    '--bundle',
    '--format=esm',
    '--conditions=workerd,worker,browser',
    '--loader:.wasm=copy',
    '--outdir=out',
  ]
  run('esbuild', ['worker.ts', ...bundle, '--external:node:*', '--external:fs', '--external:path', '--external:module'])

  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const peers = ['@langchain/core', '@llamaindex/core'].map((name) => `${name}@${devDependencies[name]}`)
  run('npm', ['install', ...flags, ...peers])
  writeFileSync(join(folder, 'loaders.mts'), loaders)
  expect(JSON.parse(run('node', ['loaders.mts']))).toEqual({ page: 1, same: true })
})
