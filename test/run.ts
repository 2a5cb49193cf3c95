/**
 * `npm test`: system programs, type checks, lint, and all tests on Node and in workerd. The last line is `N passed, N
 * failed`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareSystem } from './system.ts'

interface Tally {
  passed: number
  failed: number
  skipped: string[]
}

/** The part of vitest's JSON report that is used. */
interface VitestReport {
  readonly numFailedTestSuites: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

const { missing, installable } = prepareSystem()
const tally: Tally = { passed: 0, failed: installable ? missing.length : 0, skipped: [...missing] }

check('types of the Node files', ['tsc', '-p', 'tsconfig.json'])
check('types of the Workers files', ['tsc', '-p', 'tsconfig.workers.json'])
check('types of the Workers tests', ['tsc', '-p', 'test/tsconfig.workers.json'])
check('types of the web pages', ['tsc', '-p', 'src/web/tsconfig.json'])
check('format and lint', ['biome', 'check', '.'])
check('imports between folders, unused exports', ['fallow', 'dead-code', '--quiet'])
check('word list', ['node', 'test/lint/words.ts'])
runVitest()

console.log(
  `\nskipped: ${tally.skipped.length === 0 ? 'none' : `${tally.skipped.length} — ${tally.skipped.join('; ')}`}`,
)
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)

function check(name: string, [command, ...args]: [string, ...string[]]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) tally.passed++
  else tally.failed++
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`)
}

function runVitest(): void {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-test-'))
  const file = join(folder, 'report.json')
  try {
    const { status } = spawnSync(
      'vitest',
      [
        'run',
        '--project=quick',
        '--project=slow',
        '--project=workerd',
        '--project=workerd-bindings',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...process.argv.slice(2),
      ],
      {
        stdio: 'inherit',
      },
    )
    const report = readReport(file)
    const before = tally.failed
    for (const suite of report?.testResults ?? []) {
      // A file that fails to load has no tests, but counts as a failure.
      if (suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed')) tally.failed++
      for (const test of suite.assertionResults) {
        if (test.status === 'passed') tally.passed++
        else if (test.status === 'failed') tally.failed++
        else tally.skipped.push(test.fullName)
      }
    }
    // Vitest also fails for errors outside of tests, such as unhandled rejections.
    if (status !== 0 && tally.failed === before) tally.failed++
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
