/**
 * `npm run ablate`: the worth of each pass, detector, rule and filter of layout and assembly. Switches off one
 * function at a time and prints the change of each set's mean. Needs the corpus of `../shared/bench` (or `BENCH_DIR`).
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { readScriptArguments } from '../script-arguments.ts'
import { listDocuments, type Score } from './documents.ts'
import type { Change, WorkerInput, WorkerReport } from './worker.ts'

const usage = `npm run ablate -- [--only PATTERN] [--extra FOLDER] [--set odl,facts,…] [--pages N] [--max-reached N] [--out FILE] [--threads N]

  --only     a regular expression for "<file below src>:<function>" (default: all)
  --extra    a folder of further PDFs, of which the changed outputs are counted
  --set      only these sets
  --pages    pages read of each document (default: 8)
  --max-reached  skips units that do something in more documents of a thread than this (default: none)
  --out      file of the table as JSON (default test/ablation/out/ablation.json)
  --threads  threads (default: cores)`

const { values } = readScriptArguments(usage, {
  options: {
    only: { type: 'string', default: '' },
    extra: { type: 'string' },
    set: { type: 'string' },
    pages: { type: 'string', default: '8' },
    'max-reached': { type: 'string', default: 'Infinity' },
    out: { type: 'string', default: join(import.meta.dirname, 'out/ablation.json') },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
})

/** A unit without an effect above this change of a set's mean is a candidate for deletion. */
const WORTH_KEEPING = 0.0005

interface Row {
  readonly name: string
  /** Documents in which the unit did something. */
  reached: number
  readonly changes: Change[]
}

const bench = resolve(process.env.BENCH_DIR ?? join(import.meta.dirname, '../../../shared/bench'))
if (!existsSync(join(bench, 'score.mjs')))
  console.log(`The corpus does not exist in ${bench} (BENCH_DIR: another folder): nothing is measured.`)
else await main()

async function main(): Promise<void> {
  const sets = values.set?.split(',')
  const documents = listDocuments(bench, values.extra ?? null).filter(({ set }) => sets?.includes(set) ?? true)
  const threads = Math.max(1, Number(values.threads))
  mkdirSync(dirname(resolve(values.out)), { recursive: true })
  const weights = new Map<string, number>()
  const rows = new Map<string, Row>()
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      runWorker(
        {
          bench,
          documents: documents.filter((_, at) => at % threads === thread),
          only: values.only,
          maxPages: Number(values.pages),
          maxReached: Number(values['max-reached']),
        },
        (report) => {
          collect(report, { weights, rows })
          save(rows, weights)
        },
      ),
    ),
  )
  print(rows, weights)
}

/** After each unit: a run over all units takes an hour. */
function save(rows: ReadonlyMap<string, Row>, weights: ReadonlyMap<string, number>): void {
  writeFileSync(values.out, JSON.stringify({ weights: Object.fromEntries(weights), rows: [...rows.values()] }, null, 1))
}

function runWorker(input: WorkerInput, onReport: (report: WorkerReport) => void): Promise<void> {
  const { promise, resolve: end, reject } = Promise.withResolvers<void>()
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), { workerData: input })
  worker
    .on('message', onReport)
    .once('error', reject)
    .once('exit', () => end())
  return promise
}

function collect(
  report: WorkerReport,
  { weights, rows }: { weights: Map<string, number>; rows: Map<string, Row> },
): void {
  if (report.kind === 'baseline') {
    for (const [set, score] of report.scores) weights.set(set, (weights.get(set) ?? 0) + (score?.weight ?? 0))
  } else if (report.kind === 'unit') {
    const row = rows.get(report.name) ?? { name: report.name, reached: 0, changes: [] }
    row.reached += report.reached
    row.changes.push(...report.changes)
    rows.set(report.name, row)
  }
}

/** Change of the mean of each set when the unit is off. */
function effects({ changes }: Row, weights: ReadonlyMap<string, number>): Map<string, number> {
  const effect = new Map<string, number>()
  for (const { set, before, after } of changes) {
    const total = weights.get(set) ?? 0
    if (before === null || after === null || total === 0) continue
    effect.set(set, (effect.get(set) ?? 0) + (delta(before, after) * before.weight) / total)
  }
  return effect
}

function delta(before: Score, after: Score): number {
  return after.value - before.value
}

function print(rows: ReadonlyMap<string, Row>, weights: ReadonlyMap<string, number>): void {
  const scored = [...weights].filter(([, weight]) => weight > 0).map(([set]) => set)
  console.log(['unit', 'reached', 'changed', ...scored].join('\t'))
  const table = [...rows.values()].map((row) => ({ row, effect: effects(row, weights) }))
  const worst = (effect: ReadonlyMap<string, number>): number => Math.min(0, ...effect.values())
  table.sort((a, b) => worst(a.effect) - worst(b.effect) || b.row.changes.length - a.row.changes.length)
  for (const { row, effect } of table) {
    const numbers = scored.map((set) => (effect.get(set) ?? 0).toFixed(4).replace('-0.0000', '0.0000'))
    console.log([row.name, row.reached, row.changes.length, ...numbers].join('\t'))
  }
  const idle = table.filter(({ effect }) => [...effect.values()].every((change) => Math.abs(change) <= WORTH_KEEPING))
  const without = table.filter(({ row }) => row.changes.length === 0)
  console.log(
    `\n${table.length} units; ${without.length} change no output, ${idle.length} move no mean by more than ${WORTH_KEEPING}`,
  )
}
