/**
 * `npm run score`: parses the corpus of `../shared/bench` (or `BENCH_DIR`) and prints the scores with the stored
 * ones of peers. Without the corpus it prints a message and succeeds.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, extname, join, parse as parsePath, resolve } from 'node:path'
import { officeModes } from '../../src/model/options.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { factsTable, listFactJobs } from './facts.ts'
import { inSplit, type Split, splits } from './holdout.ts'
import { gapTable } from './holdout-gap.ts'
import { toLayeredJob } from './layer-pdf.ts'
import { toScanJob } from './render-scan.ts'
import {
  diffTable,
  failures,
  labelLine,
  type PeerRow,
  type ScoreFile,
  type SetScores,
  setTable,
  summarize,
  typeTable,
} from './report.ts'
import { toScaledJob } from './scale-pdf.ts'
import { type DocumentScore, type Job, loadScorer, removePrediction, scoreDocument } from './scorer.ts'
import { scoreAll } from './worker-pool.ts'

const usage = `npm run score -- [--set odl,digital,…] [--split dev|held|all] [--limit N] [--out FILE] [--diff OLD.json] [--from FILE] [--generalise] [--threads N] [--office auto|convert|direct] [--as-scans] [--layered] [--scaled FACTOR]

  --set      sets to score (default: all)
  --split    dev: two thirds for tuning; held: the third that is not opened; all (default)
  --limit    the first N documents of each set
  --out      file of the scores (default test/corpus/out/scores.json); predictions are in a folder of the same name
  --diff     compares with the scores of an earlier run, document by document and type by type
  --office   how Office files are read: auto (default), convert: all through LibreOffice, direct: none
  --as-scans parses PDFs of one page as gray JPEG of 150 dpi, and leaves the others out
  --layered  parses copies of the PDFs with an image of each page under invisible words, and leaves other files out
  --scaled   parses copies of the PDFs with pages of FACTOR times the size, and leaves other files out
  --generalise  compares the documents used for tuning with the held-out ones, per set and metric
  --from     takes the scores from a file instead of parsing: with --diff, compares two files
  --threads  threads (default: cores, at most 4)`

const root = join(import.meta.dirname, '../..')
const bench = resolve(process.env.BENCH_DIR ?? join(root, '../shared/bench'))
/** Quick sets first. */
const setOrder = ['odl', 'digital', 'tables', 'office', 'scan', 'receipts', 'rescan', 'facts']
/** As in the bench's compare.mjs: presentation is dropped on both sides; `odl` and `tables` are compared raw. */
const neutralSets = new Set(['digital', 'scan', 'rescan', 'receipts', 'office'])
/** Sets whose truth is upper case only. */
const upperCaseSets = new Set(['receipts'])
/**
 * Types that this build does not read yet are counted, not scored; an unknown type (1104) is one of them only among
 * Office files.
 */
const notAvailable: Readonly<Record<string, RegExp>> = { office: /^(?:1139|1104) / }
const listedFailures = 30

const { values } = readScriptArguments(usage, {
  options: {
    set: { type: 'string' },
    split: { type: 'string', default: 'all' },
    limit: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, 'out/scores.json') },
    diff: { type: 'string' },
    from: { type: 'string' },
    office: { type: 'string', default: 'auto' },
    'as-scans': { type: 'boolean', default: false },
    layered: { type: 'boolean', default: false },
    scaled: { type: 'string' },
    generalise: { type: 'boolean', default: false },
    threads: { type: 'string', default: String(Math.min(availableParallelism(), 4)) },
  },
})

if (!existsSync(join(bench, 'score.mjs')))
  console.log(`The corpus does not exist in ${bench} (BENCH_DIR: another folder): nothing is scored.`)
else await main()

async function main(): Promise<void> {
  const split = splits.find((name) => name === values.split)
  const sets = values.set?.split(',') ?? setOrder
  if (values.scaled !== undefined && !(Number(values.scaled) > 0)) {
    console.error(`--scaled needs a positive number, not ${values.scaled}\n\n${usage}`)
    process.exitCode = 2
    return
  }
  const unknown = sets.filter((set) => set !== 'facts' && !existsSync(join(bench, 'corpus', set, 'gt')))
  if (split === undefined || unknown.length > 0) {
    console.error(
      `${unknown.length > 0 ? `No such set: ${unknown.join(', ')}` : `No such split: ${values.split}`}\n\n${usage}`,
    )
    process.exitCode = 2
    return
  }
  const scores = values.from === undefined ? await score(sets, split) : readScores(values.from)
  const peers: Record<string, PeerRow[]> = JSON.parse(readFileSync(join(bench, 'peers.json'), 'utf8'))
  const before = values.diff === undefined ? null : readScores(values.diff)
  for (const [set, result] of Object.entries(scores.sets)) {
    console.log(`\n${set === 'facts' ? factsTable(result.docs) : setTable(set, result, peers[set] ?? [])}`)
    if (set === 'facts') continue
    const types = typeTable(result.docs, before?.sets[set]?.docs)
    if (types !== '') console.log(`\n${types}`)
  }
  if (scores.split !== 'all' || values.limit !== undefined)
    console.log('\n(Ours is a part of each set; the peers’ rows are for the whole of it.)')
  if (Object.keys(scores.labels).length > 0) console.log(`\n${labelLine(scores.labels)}`)
  if (values.generalise) console.log(`\n${gapTable(scores)}`)
  const failed = Object.entries(scores.sets).flatMap(([set, result]) => failures(set, result))
  const more = failed.length > listedFailures ? `\n  … and ${failed.length - listedFailures} more` : ''
  if (failed.length > 0) console.log(`\nfailed (each scores 0):\n${failed.slice(0, listedFailures).join('\n')}${more}`)
  if (before !== null) console.log(`\nagainst ${values.diff}:\n${diffTable(before, scores)}`)
}

async function score(sets: readonly string[], split: Split): Promise<ScoreFile> {
  const out = resolve(values.out)
  const predictions = join(dirname(out), parsePath(out).name)
  const scorer = await loadScorer(bench)
  const allJobs = sets.flatMap((set) => jobsOf(set, join(predictions, set), split))
  const jobs = allJobs.flatMap((job) => toCopies(job, join(predictions, 'copies', job.set)))
  for (const set of sets) mkdirSync(join(predictions, set), { recursive: true })
  const docs = new Map<string, DocumentScore[]>(sets.map((set) => [set, []]))
  let done = 0
  await scoreAll(jobs, {
    bench,
    threads: Math.max(1, Number(values.threads)),
    office: officeModes.find((mode) => mode === values.office) ?? 'auto',
    failed(job, error) {
      removePrediction(job)
      return { ...scoreDocument(job, scorer), seconds: 0, pages: 0, error }
    },
    onScore(job, result) {
      docs.get(job.set)?.push(result)
      done++
      if (process.stderr.isTTY)
        process.stderr.write(
          `\r\x1b[K${done}/${jobs.length} ${job.set}/${job.id}${done === jobs.length ? '\r\x1b[K' : ''}`,
        )
    },
  })
  const results: ScoreFile = {
    split,
    sets: Object.fromEntries(sets.map((set) => [set, toSetScores(set, docs.get(set) ?? [])])),
    labels: sets.includes('odl') ? scoreLabels(join(predictions, 'odl'), docs.get('odl') ?? []) : {},
  }
  writeFileSync(out, JSON.stringify(results, null, 1))
  console.log(`scores: ${out}\npredictions: ${predictions}`)
  return results
}

function jobsOf(set: string, predictions: string, split: Split): Job[] {
  const limit = values.limit === undefined ? undefined : Number(values.limit)
  if (set === 'facts') return listFactJobs(bench, { predictions, split, limit })
  const folder = join(bench, 'corpus', set)
  const files = new Map(readdirSync(join(folder, 'files')).map((name) => [name.slice(0, -extname(name).length), name]))
  return readdirSync(join(folder, 'gt'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .filter((id) => inSplit(id, split))
    .sort()
    .slice(0, limit)
    .map((id) => ({ id, path: join(folder, 'files', files.get(id) ?? id) }))
    .map(({ id, path }) => ({
      set,
      id,
      type: extname(path),
      path,
      truth: join(folder, 'gt'),
      predictions,
      neutral: neutralSets.has(set),
      ignoreCase: upperCaseSets.has(set),
    }))
}

function toSetScores(set: string, all: readonly DocumentScore[]): SetScores {
  const docs = all
    .filter((doc) => doc.error === null || !notAvailable[set]?.test(doc.error))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const pages = docs.reduce((sum, doc) => sum + doc.pages, 0)
  const seconds = docs.filter((doc) => doc.pages > 0).reduce((sum, doc) => sum + doc.seconds, 0)
  return {
    summary: summarize(docs),
    secondsPerPage: pages === 0 ? 0 : seconds / pages,
    skipped: all.length - docs.length,
    docs,
  }
}

/** Runs the bench's label scorer over the documents of this run only. */
function scoreLabels(predictions: string, docs: readonly DocumentScore[]): Record<string, number> {
  const truth: Record<string, unknown> = JSON.parse(readFileSync(join(bench, 'labels/odl.json'), 'utf8'))
  const ids = new Set(docs.map((doc) => doc.id))
  const part = join(predictions, 'labels-truth.json')
  writeFileSync(part, JSON.stringify(Object.fromEntries(Object.entries(truth).filter(([id]) => ids.has(id)))))
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(bench, 'labels.mjs'), predictions, '--truth', part],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`labels.mjs failed: ${stderr}`)
  const lines = stdout.matchAll(/^(\w+)\s+([\d.]+)/gm)
  return Object.fromEntries([...lines].map((line) => [line[1] ?? '', Number(line[2])]))
}

/** The job itself, or with a changed copy of its file in `folder`. */
function toCopies(job: Job, folder: string): Job[] {
  if (values['as-scans']) return toScanJob(job, folder)
  if (values.layered) return toLayeredJob(job, folder)
  return values.scaled === undefined ? [job] : toScaledJob(job, folder, Number(values.scaled))
}

function readScores(path: string): ScoreFile {
  return JSON.parse(readFileSync(path, 'utf8'))
}
