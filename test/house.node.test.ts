/** The laws of the house, read from the import lines: who may import whom, what only adapters touch, forbidden names. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = ['src', 'wasm'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).split(sep).join('/')),
)

/** Which rooms each room may import, beside itself. `*`: everything. */
const arrows: Record<string, readonly string[]> = {
  model: [],
  engines: ['model', '#wasm'],
  imaging: ['model'],
  layout: ['model'],
  assemble: ['model'],
  render: ['model'],
  intake: ['model'],
  queue: ['model'],
  blobs: ['model'],
  ledger: ['model'],
  office: ['model', 'documents'],
  documents: ['model'],
  web: ['model'],
  telemetry: ['model'],
  extract: ['intake', 'engines', 'imaging', 'office', 'documents', 'model'],
  'parse.ts': ['intake', 'extract', 'layout', 'assemble', 'render', 'office', 'model', 'deps.ts'],
  'deps.ts': ['blobs', 'intake', 'ledger', 'pool', 'queue', 'office', 'telemetry', 'model'],
  pool: ['parse.ts', 'deps.ts', 'office', 'model', 'engines', 'render'],
  jobs: ['parse.ts', 'deps.ts', 'office', 'ledger', 'model', 'extract', 'intake', 'pool', 'blobs', 'queue'],
  http: ['jobs', 'parse.ts', 'deps.ts', 'intake', 'ledger', 'web', 'telemetry', 'model', 'extract', 'render', 'blobs'],
  cli: ['jobs', 'parse.ts', 'deps.ts', 'intake', 'ledger', 'web', 'telemetry', 'model', 'extract', 'render', 'runtime'],
  runtime: ['*'],
}

const roomOf = (file: string): string => file.split('/')[1] ?? file

function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"\n]*(?:\n[^'"\n]*)*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(files.flatMap(imports).length).toBeGreaterThan(100)
})

describe('import arrows', () => {
  for (const file of files.filter((name) => name.startsWith('src/'))) {
    test(file, () => {
      const room = roomOf(file)
      const allowed = arrows[room]
      expect(allowed, `no arrows are drawn for the room "${room}"`).toBeDefined()
      const wrong = imports(file)
        .map((target) =>
          target.startsWith('#wasm/')
            ? '#wasm'
            : target.startsWith('.')
              ? relative('src', join(dirname(file), target)).split(sep)[0]
              : undefined,
        )
        .filter(
          (target) => target !== undefined && target !== room && !allowed?.includes('*') && !allowed?.includes(target),
        )
      expect(wrong).toEqual([])
    })
  }
})

/** The folder of a file inside its room, such as `tables` of `layout`; empty for a file that lies in the room itself. */
const folderOf = (file: string): string => file.split('/').slice(2, -1).join('/')

test('the folders of a room do not import each other in circles', () => {
  const reached = new Map<string, Set<string>>()
  for (const file of files.filter((name) => name.startsWith('src/') && folderOf(name) !== '')) {
    const from = `${roomOf(file)}/${folderOf(file)}`
    for (const target of imports(file).filter((name) => name.startsWith('.'))) {
      const path = join(dirname(file), target).split(sep).join('/')
      if (roomOf(path) !== roomOf(file) || folderOf(path) === '' || folderOf(path) === folderOf(file)) continue
      reached.set(from, (reached.get(from) ?? new Set()).add(`${roomOf(path)}/${folderOf(path)}`))
    }
  }
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(reached.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && leadsTo(next, to, seen.add(next))))
  expect(reached.size).toBeGreaterThan(10)
  expect([...reached.keys()].filter((folder) => leadsTo(folder, folder))).toEqual([])
})

test('only Node adapters import node:*', () => {
  const node = /\.node\.ts$|^src\/runtime\/node\.ts$/
  expect(
    files.filter((file) => !node.test(file) && imports(file).some((target) => target.startsWith('node:'))),
  ).toEqual([])
})

test('only Workers adapters import cloudflare:* or .wasm', () => {
  const workers = /\.(workers|workerd)\.ts$|^src\/runtime\/workers\.ts$/
  expect(
    files.filter(
      (file) =>
        !workers.test(file) &&
        imports(file).some((target) => target.startsWith('cloudflare:') || target.endsWith('.wasm')),
    ),
  ).toEqual([])
})

test('only runtime/config.ts reads the environment', () => {
  const readers = files.filter(
    (file) => file !== 'src/runtime/config.ts' && /process\.env\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(readers).toEqual([])
})

test('only runtime names an adapter of one runtime', () => {
  const named = files.filter(
    (file) =>
      file.startsWith('src/') &&
      !/^src\/(runtime|cli)\//.test(file) &&
      !/\.(node|workers|workerd)\.ts$/.test(file) &&
      imports(file).some((target) => /\.(node|workers|workerd)\.ts$/.test(target)),
  )
  expect(named).toEqual([])
})

test('no drawer names', () => {
  expect(
    files.filter((file) => /(^|[/.-])(utils?|helpers?|common|misc|managers?|services?)([/.-]|$)/i.test(file)),
  ).toEqual([])
})

test('no file grows into a god file', () => {
  const long = files
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 320)
  expect(long).toEqual([])
})
