/**
 * `npm run golden`: hashes all outputs of the corpus and of the fixtures at the default options. `--save FILE` stores
 * the hashes, `--against FILE` lists the documents whose outputs differ: the proof that a refactoring changes nothing.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { readScriptArguments } from '../script-arguments.ts'

const usage = `npm run golden -- [--save FILE | --against FILE] [--only PATTERN] [--threads N]

  --save     stores the hashes (default test/corpus/out/golden.json)
  --against  compares with stored hashes; ends with 1 when a document differs
  --only     a regular expression for paths, such as "corpus/odl" or "facts"
  --threads  threads (default: cores)`

const bench = resolve(process.env.BENCH_DIR ?? join(import.meta.dirname, '../../../shared/bench'))
const fixtures = join(import.meta.dirname, '../fixtures')
const folders = [...['corpus', 'facts/files'].map((folder) => join(bench, folder)), fixtures]
/** Truths and sources of generators, which are not documents. */
const notDocuments = /\/gt\/|\.(?:ts|ids)$|\/(?:expected|manifest)\.json$|README/
/** A document that takes longer has the hash "timeout". */
const DOCUMENT_TIMEOUT_MS = 180_000
/** Sufficient for the detection of a type. */
const SAMPLE_BYTES = 65_536

type Hashes = Record<string, string>

if (isMainThread) await main()
else await serve()

async function main(): Promise<void> {
  const { values } = readScriptArguments(usage, {
    options: {
      save: { type: 'string', default: join(import.meta.dirname, 'out/golden.json') },
      against: { type: 'string' },
      only: { type: 'string', default: '' },
      threads: { type: 'string', default: String(availableParallelism()) },
    },
  })
  const only = new RegExp(values.only)
  const waiting = folders.flatMap(documentsIn).filter((path) => only.test(path))
  const total = waiting.length
  const hashes: Hashes = {}
  await Promise.all(Array.from({ length: Number(values.threads) }, () => work(waiting, hashes)))
  if (values.against === undefined) return save(values.save, hashes)
  const expected: Hashes = JSON.parse(readFileSync(values.against, 'utf8'))
  const differing = Object.keys(hashes)
    .filter((path) => hashes[path] !== expected[path])
    .sort()
  for (const path of differing) console.log(`${path}: ${expected[path] ?? 'new'} → ${hashes[path]}`)
  console.log(`${total} documents, ${differing.length} differ`)
  if (differing.length > 0) process.exitCode = 1
}

function save(path: string, hashes: Hashes): void {
  mkdirSync(dirname(resolve(path)), { recursive: true })
  writeFileSync(path, JSON.stringify(hashes, Object.keys(hashes).sort(), 1))
  console.log(`${Object.keys(hashes).length} documents: ${path}`)
}

function documentsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !notDocuments.test(path))
    .sort()
}

/** Independent of the location of the corpus and the project. */
function labelOf(path: string): string {
  return path.startsWith(fixtures) ? `fixtures/${relative(fixtures, path)}` : relative(bench, path)
}

async function work(waiting: string[], hashes: Hashes): Promise<void> {
  let worker: Worker | null = null
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    worker ??= new Worker(new URL(import.meta.url))
    const { promise, resolve: done } = Promise.withResolvers<string>()
    const timer = setTimeout(() => done('timeout'), DOCUMENT_TIMEOUT_MS)
    const onError = () => done('crash')
    worker.once('message', done).once('error', onError)
    worker.postMessage(path)
    const hash = await promise
    clearTimeout(timer)
    worker.off('message', done).off('error', onError)
    hashes[labelOf(path)] = hash
    if (hash !== 'timeout' && hash !== 'crash') continue
    await worker.terminate()
    worker = null
  }
  await worker?.terminate()
}

/** A thread: hashes one document per message. The output of a document that is refused is its error code. */
async function serve(): Promise<void> {
  const { detectFileType } = await import('../../src/extract/registry.ts')
  const { ParseError } = await import('../../src/model/errors.ts')
  const { defaultOptions } = await import('../../src/model/options.ts')
  const { parse } = await import('../../src/parse.ts')
  const { createParseDeps } = await import('../../src/runtime/parse-deps.node.ts')
  const { openCachingConverter } = await import('./converted.ts')
  const converter = openCachingConverter()
  const deps = { ...createParseDeps({}), ...(converter === null ? {} : { converter }) }
  parentPort?.on('message', async (path: string) => {
    const hash = createHash('sha256')
    try {
      const bytes = new Uint8Array(readFileSync(path))
      const fileName = basename(path)
      const head = bytes.subarray(0, SAMPLE_BYTES)
      const fileType = detectFileType({ head, tail: bytes.subarray(-SAMPLE_BYTES), size: bytes.length, fileName })
      if (fileType === null) throw new Error('unknown type')
      const source = { bytes, fileName, fileType, password: null }
      const links = { kind: 'file', folder: 'images/' } as const
      const { outputs } = await parse(source, { options: defaultOptions, links }, deps)
      hash.update(outputs.markdown ?? '').update(outputs.json ?? '')
      for (const { name, bytes: image } of outputs.images) hash.update(name).update(image)
    } catch (error) {
      hash.update(error instanceof ParseError ? String(error.code) : 'defect')
    }
    parentPort?.postMessage(hash.digest('hex').slice(0, 16))
  })
}
