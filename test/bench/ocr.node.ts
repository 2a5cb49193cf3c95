/**
 * Measures OCR against native Tesseract (one thread, the raw image) in the same run, and prints one table of results
 * and targets. Without the corpus or native Tesseract, the measurements that need them are skipped and named.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScoreFile } from '../corpus/report.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { benchFolder } from './clean-pages.ts'
import { degradations } from './degrade.ts'
import { isTesseractInstalled, type RecognitionOptions, type Row, recognizeDegraded } from './ocr-recognition.ts'
import { timePages } from './ocr-time.ts'

const parts = {
  clean: (): Promise<Row[]> => recognizeDegraded({ ...recognition, kinds: ['clean'] }),
  degraded: (): Promise<Row[]> =>
    recognizeDegraded({ ...recognition, kinds: degradations.filter((kind) => values.kinds.split(',').includes(kind)) }),
  time: timePages,
  sets: async (): Promise<Row[]> => scoreSets(),
  orientation: async (): Promise<Row[]> => measureOrientation(),
} as const

const usage = `npm run bench -- ocr [clean|degraded|time|sets|orientation …] [--kinds …] [--pages 24] [--split dev|held] [--seed 1] [--each]`

const { values, positionals } = readScriptArguments(usage, {
  allowPositionals: true,
  options: {
    kinds: { type: 'string', default: degradations.join(',') },
    pages: { type: 'string', default: '24' },
    split: { type: 'string', default: 'dev' },
    seed: { type: 'string', default: '1' },
    each: { type: 'boolean', default: false },
  },
})
const recognition: Omit<RecognitionOptions, 'kinds'> = {
  pages: Number(values.pages),
  split: values.split === 'held' ? 'held' : 'dev',
  seed: Number(values.seed),
  each: values.each,
}
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const rows: Row[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  if (name !== 'orientation' && !isTesseractInstalled())
    console.log(`${name}: skipped, because tesseract is not installed (apt-get install tesseract-ocr)`)
  else if (name !== 'orientation' && !existsSync(join(benchFolder, 'metrics.mjs')))
    console.log(`${name}: skipped, because the corpus is not in ${benchFolder} (BENCH_DIR: another folder)`)
  else rows.push(...(await measure()))
}
console.log(`\n${'what'.padEnd(34)} ${'other'.padEnd(22)} ${'sheaf'.padStart(8)}   target`)
for (const { what, other, ours, target, reached } of rows)
  console.log(
    `${what.padEnd(34)} ${other.padEnd(22)} ${ours.padStart(8)}   ${target}${reached === null ? '' : reached ? '  ✓' : '  ✗'}`,
  )

/** Scores the corpus sets of scans with `npm run score`. */
function scoreSets(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-ocr-sets-'))
  try {
    const out = join(folder, 'scores.json')
    const command = [
      join(import.meta.dirname, '../corpus/score.ts'),
      '--set',
      'rescan,receipts,scan',
      '--split',
      values.split,
      '--out',
      out,
    ]
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
    if (status !== 0) throw new Error(`score.ts ended with status ${status}`)
    const { sets }: ScoreFile = JSON.parse(readFileSync(out, 'utf8'))
    const row = (set: string, metric: 'nid' | 'documentMean', target: number, other: string): Row => {
      const value = sets[set]?.summary[metric] ?? 0
      return {
        what: `${set}, ${metric === 'nid' ? 'NID' : 'document mean'}`,
        other,
        ours: value.toFixed(3),
        target: `≥ ${target}`,
        reached: value >= target,
      }
    }
    return [
      row('rescan', 'nid', 0.86, 'native .835'),
      row('rescan', 'documentMean', 0.72, 'LiteParse-OCR .605'),
      row('receipts', 'nid', 0.77, 'native .721'),
      row('scan', 'nid', 0.75, 'native .487'),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the orientation benchmark as a separate program and sums the counts in its output. */
function measureOrientation(): Row[] {
  const command = [
    join(import.meta.dirname, 'orientation.node.ts'),
    '--pages',
    values.pages,
    '--split',
    values.split,
    '--seed',
    values.seed,
  ]
  const { stdout, status } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.stdout.write(stdout)
  if (status !== 0) throw new Error(`orientation.node.ts ended with status ${status}`)
  const [right, all] = [...stdout.matchAll(/(\d+) of (\d+)/g)].reduce(
    ([a, b], match) => [a + Number(match[1]), b + Number(match[2])],
    [0, 0],
  )
  return [
    {
      what: 'orientation, clean and photo',
      other: '–',
      ours: `${((100 * right) / all).toFixed(1)} %`,
      target: '≥ 98 %',
      reached: right >= 0.98 * all,
    },
  ]
}
