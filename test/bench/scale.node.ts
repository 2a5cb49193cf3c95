/**
 * Tasks of 50 keys on one, two and four worker processes with Redis, PostgreSQL and an S3 server, all on this machine:
 * throughput, fairness between the keys, and the load of the stores per page.
 */
import { availableParallelism } from 'node:os'
import { readScriptArguments } from '../script-arguments.ts'
import { hasPostgres } from '../servers/postgres.node.ts'
import { hasRedis } from '../servers/redis.node.ts'
import { type Counters, runScale, type ScaleResult } from './scale-run.ts'

const usage = `npm run bench -- scale [--tasks 1000] [--keys 50] [--pages 1] [--workers 1,2,4] [--statements]`

const { values } = readScriptArguments(usage, {
  options: {
    tasks: { type: 'string', default: '1000' },
    keys: { type: 'string', default: '50' },
    pages: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1,2,4' },
    statements: { type: 'boolean', default: false },
  },
})
const [tasks, keys, pages] = [Number(values.tasks), Number(values.keys), Number(values.pages)]
const allPages = tasks * pages

if (!hasRedis || !hasPostgres) console.log('Redis or PostgreSQL is not installed: nothing is measured.')
else await main()

async function main(): Promise<void> {
  console.log(`${tasks} tasks of ${pages} pages, ${keys} keys, ${availableParallelism()} cores\n`)
  const results: { workers: number; result: ScaleResult }[] = []
  for (const workers of values.workers.split(',').map(Number)) {
    const result = await runScale({ tasks, keys, pages, workers })
    results.push({ workers, result })
    console.log(describe(workers, result))
    if (values.statements) {
      printStatements('submitting', result.submit)
      printStatements('working', result.work)
    }
  }
  console.log(`\n${table(results)}`)
}

function describe(workers: number, { submit, work }: ScaleResult): string {
  const rate = (seconds: number): string => (tasks / seconds).toFixed(1)
  return `workers ${workers}: ${rate(submit.seconds)} submits/s, ${rate(work.seconds)} tasks/s`
}

function printStatements(phase: string, { statements, counters }: ScaleResult['submit']): void {
  console.log(`\n${phase}: ${(counters.statements / tasks).toFixed(1)} statements per task`)
  for (const { query, calls, ms } of statements)
    console.log(
      `${(calls / tasks).toFixed(2).padStart(7)} calls ${(ms / tasks).toFixed(3).padStart(8)} ms per task  ${query.replace(/\s+/g, ' ').slice(0, 130)}`,
    )
}

function table(results: readonly { workers: number; result: ScaleResult }[]): string {
  const rows: [name: string, value: (result: ScaleResult) => string][] = [
    ['tasks per second, submitted', ({ submit }) => (tasks / submit.seconds).toFixed(1)],
    ['tasks per second, ended', ({ work }) => (tasks / work.seconds).toFixed(1)],
    ['failed tasks', ({ failed }) => String(failed)],
    ['Jain index of the keys at half time', ({ endedAtHalf }) => jainIndex(endedAtHalf).toFixed(3)],
    ['first task of the first key, s', ({ firstEnds }) => (firstEnds[0] ?? 0).toFixed(1)],
    ['first task of the last key, s', ({ firstEnds }) => (firstEnds.at(-1) ?? 0).toFixed(1)],
    ['last key, part of the whole time', ({ firstEnds, work }) => ((firstEnds.at(-1) ?? 0) / work.seconds).toFixed(3)],
    ['statements per page: submit, work', perPage(({ statements }) => statements / allPages, 1)],
    ['database ms per page: submit, work', perPage(({ databaseMs }) => databaseMs / allPages, 2)],
    ['Redis commands per page: submit, work', perPage(({ redisCommands }) => redisCommands / allPages, 1)],
    ['S3 requests per page: submit, work', perPage(({ s3 }) => sum(Object.values(s3)) / allPages, 1)],
    ['S3 requests of the work', ({ work }) => amounts(work.counters.s3, (count) => (count / allPages).toFixed(1))],
    ['CPU ms per page: submit', ({ submit }) => cpuPerPage(submit.counters)],
    ['CPU ms per page: work', ({ work }) => cpuPerPage(work.counters)],
    ['cores busy: work', ({ work }) => (sum(Object.values(work.counters.cpu)) / work.seconds).toFixed(2)],
  ]
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(['workers', ...results.map(({ workers }) => String(workers))]),
    line(['---', ...results.map(() => '---')]),
    ...rows.map(([name, value]) => line([name, ...results.map(({ result }) => value(result))])),
  ].join('\n')
}

function perPage(value: (counters: Counters) => number, digits: number) {
  return ({ submit, work }: ScaleResult): string =>
    [submit, work].map(({ counters }) => value(counters).toFixed(digits)).join(', ')
}

function cpuPerPage({ cpu }: Counters): string {
  return amounts(cpu, (seconds) => ((seconds * 1000) / allPages).toFixed(1))
}

function amounts(values: Readonly<Record<string, number>>, format: (value: number) => string): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${format(value)}`)
    .join(', ')
}

/** 1: all equal; 1/n: one of n has everything. */
function jainIndex(shares: readonly number[]): number {
  return sum(shares) ** 2 / (shares.length * sum(shares.map((share) => share ** 2)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0)
}
