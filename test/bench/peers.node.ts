/**
 * Sheaf and other programs on the same PDF files, in alternation: wall time, CPU time and peak memory as ratios of the
 * same round, as Markdown tables and an SVG plot. Files: the sets `odl` and `digital` of the corpus, otherwise
 * `test/fixtures`.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readScriptArguments } from '../script-arguments.ts'
import { measureProgram, type Usage } from './measure-program.ts'
import { install, ours, type Program, peers } from './peer-programs.ts'
import { type PlotPanel, type Range, rangePlot, shortNumber } from './range-plot.ts'

const root = join(import.meta.dirname, '../..')
const bench = resolve(process.env.BENCH_DIR ?? join(root, '../shared/bench'))
const usage = `npm run bench -- peers [--rounds 5] [--set odl,digital] [--files DIR] [--ocr] [--plot FILE]

  --rounds  runs of each program (default 5)
  --set     sets of the corpus (default odl,digital)
  --files   a folder of PDFs instead of the corpus
  --ocr     with OCR
  --plot    where the SVG plot goes`

const { values: flags } = readScriptArguments(usage, {
  options: {
    rounds: { type: 'string', default: '5' },
    set: { type: 'string', default: 'odl,digital' },
    files: { type: 'string' },
    ocr: { type: 'boolean', default: false },
    plot: { type: 'string', default: join(root, 'docs/peers.svg') },
  },
})

/** Numerator and denominator of each ratio. */
const comparisons: readonly (readonly [Program, Program])[] = [
  [ours.text, peers.liteparse],
  [ours.text, peers.opendataloader],
  [ours.text, peers.xberg],
  [ours.standard, peers.liteparseOcr],
  [ours.standard, ours.text],
  [ours.figuresOff, ours.text],
  [ours.oneJob, ours.text],
]

const metrics = [
  { title: 'wall time', unit: 's', of: (usage: Usage) => usage.wallSeconds },
  { title: 'CPU time', unit: 's', of: (usage: Usage) => usage.cpuSeconds },
  { title: 'peak memory', unit: 'MiB', of: (usage: Usage) => usage.peakMebibytes ?? Number.NaN },
] as const

await run()

async function run(): Promise<void> {
  const rounds = Number(flags.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError('--rounds must be a positive number')
  const programs = runnablePrograms()
  const work = mkdtempSync(join(tmpdir(), 'sheaf-bench-peers-'))
  try {
    const count = collectFiles(join(work, 'files'))
    console.log(`${count} PDF files, ${rounds} rounds; ${describeMachine()}\n`)
    const measured = new Map<Program, Usage[]>(programs.map((program) => [program, []]))
    const written = new Map<Program, number>()
    for (let round = 1; round <= rounds; round++)
      for (const program of programs) {
        const out = join(work, 'out')
        const usage = await measureProgram(program.command(join(work, 'files'), out), program.environment)
        measured.get(program)?.push(usage)
        written.set(program, existsSync(out) ? markdownFilesIn(out) : 0)
        rmSync(out, { recursive: true, force: true })
        console.error(
          `round ${round}: ${program.name}: ${metrics.map(({ of, unit }) => `${shortNumber(of(usage))} ${unit}`).join(', ')}`,
        )
      }
    console.log(`${usageTable(measured, written)}\n\n${ratioTable(measured)}\n`)
    writePlot(measured)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Reports and leaves out programs that cannot be installed. */
function runnablePrograms(): Program[] {
  const runnable: Program[] = []
  for (const peer of Object.values(peers)) {
    if ('readsImages' in peer && !flags.ocr) continue
    const obstacle = install(peer)
    if (obstacle === null) runnable.push(peer)
    else console.log(`${peer.name} is left out: ${obstacle}`)
  }
  return [...Object.values(ours), ...runnable]
}

/** Copies the PDF files into one folder, because programs differ in following links. Returns their number. */
function collectFiles(target: string): number {
  mkdirSync(target)
  const sets = (flags.set ?? '').split(',').map((set) => join(bench, 'corpus', set, 'files'))
  const found = sets.filter((folder) => existsSync(folder))
  if (flags.files === undefined && found.length === 0)
    console.log(`The corpus is not in ${bench} (BENCH_DIR names another place): the files of test/fixtures are used.`)
  const folders = flags.files !== undefined ? [flags.files] : found.length > 0 ? found : [join(root, 'test/fixtures')]
  let count = 0
  for (const folder of folders)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (path.toLowerCase().endsWith('.pdf')) cpSync(join(folder, path), join(target, `${++count}.pdf`))
  if (count === 0) throw new RangeError(`There are no PDF files in ${folders.join(', ')}`)
  return count
}

function markdownFilesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md')).length
}

function describeMachine(): string {
  const [first] = cpus()
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${first?.model ?? 'unknown'}), ${gibibytes} GiB, Node ${process.version}`
}

type Measured = ReadonlyMap<Program, readonly Usage[]>

function usageTable(measured: Measured, written: ReadonlyMap<Program, number>): string {
  return table(
    ['program', 'files written', ...metrics.map(({ title, unit }) => `${title}, ${unit}`)],
    [...measured].map(([program, usages]) => [
      program.name,
      String(written.get(program) ?? 0),
      ...metrics.map(({ of }) => rangeText(rangeOf(usages.map(of)))),
    ]),
  )
}

/** Ratios of the same round, because the load of the machine changes. */
function ratioTable(measured: Measured): string {
  const rows = comparisons.flatMap(([program, other]) => {
    const [own, others] = [measured.get(program), measured.get(other)]
    if (own === undefined || others === undefined) return []
    const ranges = metrics.map(({ of }) => rangeOf(own.map((usage, round) => of(usage) / of(others[round] ?? usage))))
    return [[`${program.name} ÷ ${other.name}`, ...ranges.map(rangeText)]]
  })
  return table(['ratio', ...metrics.map(({ title }) => title)], rows)
}

function rangeOf(values: readonly number[]): Range {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return { min: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, max: at(sorted.length - 1) }
}

/** Median, with minimum and maximum. */
function rangeText({ min, median, max }: Range): string {
  return Number.isNaN(median) ? '–' : `${shortNumber(median)} (${shortNumber(min)}–${shortNumber(max)})`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function writePlot(measured: Measured): void {
  const own: readonly Program[] = Object.values(ours)
  const panels = metrics.map(({ title, unit, of }): PlotPanel => {
    const rows = [...measured].map(([program, usages]) => ({
      label: program.name,
      range: rangeOf(usages.map(of)),
      highlighted: own.includes(program),
    }))
    return { title: `${title}, ${unit}`, rows: rows.filter(({ range }) => range.max > 0) }
  })
  mkdirSync(dirname(resolve(flags.plot)), { recursive: true })
  writeFileSync(flags.plot, rangePlot(panels.filter(({ rows }) => rows.length > 0)))
  console.log(`The plot is in ${flags.plot}`)
}
