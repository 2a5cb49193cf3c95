/**
 * `npm test`: system programs, type checks, lint, and all tests on Node and in workerd. The last line is `N passed, N
 * failed`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareSystem } from './system.ts'

interface Tally {
  passed: number
  failed: string[]
  skipped: string[]
}

/** The part of vitest's JSON report that is used. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Two runs at the same time: many tests of `slow` wait for processes, and workerd uses one core. */
const RUNS = [['slow'], ['quick', 'workerd', 'workerd-bindings']]

const { missing, installable } = prepareSystem()
const tally: Tally = { passed: 0, failed: installable ? [...missing] : [], skipped: [...missing] }

check('types of the Node files', ['tsc', '-p', 'tsconfig.json'])
check('types of the Workers files', ['tsc', '-p', 'tsconfig.workers.json'])
check('types of the Workers tests', ['tsc', '-p', 'test/tsconfig.workers.json'])
check('types of the web pages', ['tsc', '-p', 'src/web/tsconfig.json'])
check('format and lint', ['biome', 'check', '.'])
check('imports between folders, unused exports', ['fallow', 'dead-code', '--quiet'])
check('word list', ['node', 'test/lint/words.ts'])
await runTests()

for (const name of tally.failed) console.log(`✗ ${name}`)
console.log(
  `\nskipped: ${tally.skipped.length === 0 ? 'none' : `${tally.skipped.length} — ${tally.skipped.join('; ')}`}`,
)
console.log(`${tally.passed} passed, ${tally.failed.length} failed`)
process.exit(tally.failed.length === 0 && tally.passed > 0 ? 0 : 1)

function check(name: string, [command, ...args]: [string, ...string[]]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) {
    tally.passed++
    console.log(`✓ ${name}`)
  } else fail(name)
}

function fail(name: string): void {
  tally.failed.push(name)
}

async function runTests(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-test-'))
  try {
    const reports = await Promise.all(RUNS.map((projects, index) => runVitest(projects, join(folder, `${index}.json`))))
    if (reports.every((report) => (report?.testResults.length ?? 0) === 0)) fail('no test file was found')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runVitest(projects: readonly string[], file: string): Promise<VitestReport | null> {
  const child = spawn(
    'vitest',
    [
      'run',
      '--passWithNoTests',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...process.argv.slice(2),
    ],
    { stdio: ['inherit', 'pipe', 'pipe'] },
  )
  // Through pipes, so that no run draws over the other one.
  for (const stream of [child.stdout, child.stderr]) stream.pipe(process.stdout, { end: false })
  const [status] = await once(child, 'close')
  const report = readReport(file)
  const before = tally.failed.length
  for (const suite of report?.testResults ?? []) {
    // A file that fails to load has no tests, but counts as a failure.
    if (suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed')) fail(suite.name)
    for (const test of suite.assertionResults) {
      if (test.status === 'passed') tally.passed++
      else if (test.status === 'failed') fail(`${suite.name}: ${test.fullName}`)
      else tally.skipped.push(test.fullName)
    }
  }
  // Vitest also fails for errors outside of tests, such as unhandled rejections.
  if (status !== 0 && tally.failed.length === before) fail(`vitest exited with ${status}`)
  return report
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
