import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { ParseDeps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import { languageProblems } from '../model/language-problems.ts'
import { processEnvironment, readConfig } from '../runtime/config.ts'
import { usesNeuralReader } from '../runtime/installation.node.ts'
import { memoryBudget } from '../runtime/memory-budget.node.ts'
import { openCliConverter } from '../runtime/office-converter.node.ts'
import { OpenStack } from '../runtime/open-stack.ts'
import { createParseDeps } from '../runtime/parse-deps.node.ts'
import { printStartProblem } from '../runtime/start-errors.node.ts'
import { exitCodeOf, firstSignal } from '../runtime/stop-signals.node.ts'
import type { Threads } from './file-task.ts'
import { type InputFile, listInputs } from './input-files.node.ts'
import { isUpToDate } from './output-files.node.ts'
import { inFlags, type ParseRequest, readParseArguments } from './parse-arguments.node.ts'
import { parseFiles } from './parse-files.node.ts'
import { createReport } from './parse-report.node.ts'
import { leftOutText } from './parse-summary.ts'

const help = `sheaf parse INPUT… [options]

Converts documents to Markdown, JSON, HTML, chunks or zip. An input is a file, a folder, a glob pattern in quotes ("docs/**/*.pdf"),
or "-" for standard input.

  -r, --recursive            also read the subfolders of folders
  -f, --format FORMAT        markdown (default), json, html, zip or chunks (JSON Lines, one chunk per line);
                             can be repeated
  -o, --out DIR              write DIR/<stem>.md, .json, .html, .zip, .jsonl (default: text to standard output); DIR gets the
                             folders of the inputs below their common folder
  -j, --jobs NUMBER          maximum number of threads (default: all cores, if the memory is sufficient); 1: one file
                             after the other
      --skip-existing        skip files whose outputs in DIR are newer; other options are not compared
  -q, --quiet                report only failures
      --pages RANGE          pages to parse, counted from 1: 1-5,8; pages after the end are ignored
      --ocr MODE             auto (default): pages without usable text; force: all pages; off: no page
      --ocr-languages LIST   OCR languages in order of preference: eng+chi_sim
      --password TEXT        password of a protected PDF or Office file
      --office MODE          auto (default): through LibreOffice if available; convert: always; direct: never
      --speaker-notes        add the speaker notes of slides
      --page-images          add an image of each page, named in the JSON
      --chunk MODE           none (default); title, size or page: add "chunks" to the JSON; for the format "chunks": title (default)
      --chunk-max-tokens NUMBER, --chunk-overlap-tokens NUMBER, --chunk-tokenizer NAME
                             size of chunks: 512, 0, estimate (default), cl100k_base or o200k_base
      --links                keep hyperlinks in the Markdown and the JSON
      --feature-config JSON  for example '{"enable_title_level_recognition":true,"keep_header_footer":true}'
      --element-formats JSON for example '{"image":"file","table":"markdown"}';
                             image: none (default), base64, or file, which writes DIR/<stem>_images/
      --debug DIR            write DIR/<stem>-p<page>.html: spans, rulings, table candidates with their scores, drawings and blocks
      --debug-boxes DIR      write DIR/<stem>-p<page>.png: each page with the boxes of its blocks

A file that fails is reported as "<file>: <code> <message>"; the others are still converted, and the exit code is 1. Ctrl-C
ends without half-written outputs; --skip-existing continues later.
`

/** Returns the exit code: 0, 1 if a file failed, 2 for wrong arguments, or that of a signal. */
export async function parseCommand(args: readonly string[]): Promise<number> {
  const read = readParseArguments(args)
  if (read.kind === 'help') {
    process.stdout.write(help)
    return 0
  }
  if (read.kind === 'problems') return refuse(read.problems)
  const { request } = read
  if (!request.quiet) for (const warning of read.warnings) console.error(`warning: ${warning}`)
  await using opened = new OpenStack()
  let deps: ParseDeps
  try {
    deps = openDeps(opened)
  } catch (error) {
    printStartProblem(error)
    return 2
  }
  const problems = languageProblems(request.options, deps.settings)
  if (problems.length > 0)
    return refuse(problems.map((problem) => `${inFlags(problem)} ("sheaf models add LANGUAGE" adds a model)`))
  return await run(request, deps, opened)
}

function noticesAbout({ inputs, out }: ParseRequest, leftOut: readonly string[]): string[] {
  const notices = leftOut.length > 0 ? [leftOutText(leftOut)] : []
  if (out !== null && inputs.some((input) => resolve(input) === resolve(out)))
    notices.push(
      `warning: --out is the folder of the inputs, so the next run reads the outputs, too. Use another folder, or a pattern: "${join(out, '*.pdf')}"`,
    )
  return notices
}

function openDeps(opened: OpenStack): ParseDeps {
  const deps = createParseDeps(processEnvironment())
  const converter = openCliConverter(processEnvironment(), opened)
  return converter === undefined ? deps : { ...deps, converter }
}

function refuse(problems: readonly string[]): number {
  for (const problem of problems) console.error(`sheaf parse: ${problem}`)
  console.error('"sheaf parse --help" shows the options.')
  return 2
}

async function run(request: ParseRequest, deps: ParseDeps, opened: OpenStack): Promise<number> {
  const { out, debug, debugBoxes, quiet } = request
  const excluded = [out, debug, debugBoxes].filter((folder) => folder !== null)
  const { files, problems, leftOut } = await listInputs(request.inputs, { recursive: request.recursive, excluded })
  if (!quiet) for (const notice of noticesAbout(request, leftOut)) console.error(notice)
  const wanted = await withoutExisting(files, request)
  const report = createReport({
    files: files.length + problems.length,
    skipped: files.length - wanted.length,
    quiet,
    printsDocuments: out === null,
  })
  for (const { path, message } of problems) report.start(path).fail(new ParseError(1111, message))
  const jobs = request.jobs ?? defaultJobs()
  const abort = new AbortController()
  let interruption: string | null = null
  const onSignal = (signal: string): void => {
    interruption = signal
    abort.abort()
  }
  let threads: Promise<Threads> | null = null
  const openThreads = (): Promise<Threads> => (threads ??= startThreads(deps, { jobs, opened, abort, onSignal }))
  await parseFiles(wanted, { request, deps, report, jobs, openThreads, signal: abort.signal })
  report.end()
  if (interruption !== null) return exitCodeOf(interruption)
  return report.failed === 0 ? 0 : 1
}

async function withoutExisting(files: readonly InputFile[], request: ParseRequest): Promise<readonly InputFile[]> {
  const { out, skipExisting, options } = request
  if (out === null || !skipExisting) return files
  const wanted: InputFile[] = []
  for (const file of files)
    if (!(await isUpToDate(file.path, join(out, file.name), options.outputFormats))) wanted.push(file)
  return wanted
}

function defaultJobs(): number {
  const config = readConfig(processEnvironment(), 'node')
  const memory = memoryBudget(config.memoryLimitBytes, { neural: usesNeuralReader(config) })
  return Math.min(availableParallelism(), memory.threads)
}

/** From now on, signals end the files in flight instead of the process. */
async function startThreads(
  { converter }: ParseDeps,
  {
    jobs,
    opened,
    abort,
    onSignal,
  }: { jobs: number; opened: OpenStack; abort: AbortController; onSignal(signal: string): void },
): Promise<Threads> {
  const { openCliPool } = await import('../runtime/open-pool.node.ts')
  const { createThreads } = await import('./parse-on-threads.node.ts')
  const { pool, settings } = openCliPool(processEnvironment(), { threads: jobs })
  opened.defer(() => pool.close())
  void firstSignal().then(onSignal)
  return createThreads({ pool, settings, ...(converter && { converter }) }, abort.signal)
}
