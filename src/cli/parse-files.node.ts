import { basename, dirname, join } from 'node:path'
import type { ParseDeps } from '../deps.ts'
import type { ParseOptions } from '../model/options.ts'
import type { RenderedOutputs } from '../render/types.ts'
import { deferSignals } from '../runtime/stop-signals.node.ts'
import { type FileProgress, type FileTask, ThreadDecision, type Threads } from './file-task.ts'
import type { InputFile } from './input-files.node.ts'
import { writeOutputs } from './output-files.node.ts'
import type { ParseRequest } from './parse-arguments.node.ts'
import type { ParseReport } from './parse-report.node.ts'

interface ParseContext {
  readonly request: ParseRequest
  readonly deps: ParseDeps
  readonly report: ParseReport
  readonly jobs: number
  openThreads(): Promise<Threads>
  readonly signal: AbortSignal
}

/** Maximum additional files in flight, so that threads parse while outputs are written. */
const MAX_WAITING_FILES = 8
/** Files above which threads parse them from the start, so that no file can end the program. */
const MANY_FILES = 16
/** Interval of the decision whether threads are worth their start. */
const DECISION_INTERVAL_MS = 500

export async function parseFiles(files: readonly InputFile[], context: ParseContext): Promise<void> {
  const { request, jobs, openThreads } = context
  const printer = createPrinter()
  const isDebug = request.debug !== null || request.debugBoxes !== null
  const spread = isDebug || jobs === 1 ? null : openThreads
  const parsed =
    spread !== null && files.length > MANY_FILES ? 0 : await parseOneByOne(files, context, { printer, spread })
  if (parsed < files.length) await parseOnThreads(files.slice(parsed), context, { printer, usesAll: parsed > 0 })
}

async function parseOneByOne(
  files: readonly InputFile[],
  context: ParseContext,
  { printer, spread }: { printer: Printer; spread: (() => Promise<Threads>) | null },
): Promise<number> {
  const { request, deps, jobs } = context
  // The parsers load slowly, and threads load their own.
  const { parseOnMainThread } = await import('./parse-on-main-thread.node.ts')
  const decision = new ThreadDecision(jobs)
  for (const [index, next] of files.entries()) {
    await parseOne(next, context, {
      printer,
      parse: (file, progress) =>
        parseOnMainThread(taskOf(file, request.options, progress), {
          deps,
          openThreads: spread,
          jobs,
          debug: request,
          folder: dirname(file.name),
        }),
      write: (outputs, target) => deferSignals(() => writeOutputs(outputs, target)),
    })
    const done = index + 1
    const remaining = files.length - done
    const isEnough = spread !== null && remaining > 1 && decision.isWorth({ done, remaining })
    if (context.signal.aborted || isEnough) return done
  }
  return files.length
}

/** Without `usesAll`, one thread starts, and the others when they save enough time. */
async function parseOnThreads(
  files: readonly InputFile[],
  context: ParseContext,
  { printer, usesAll }: { printer: Printer; usesAll: boolean },
): Promise<void> {
  const {
    request: { options },
    jobs,
    openThreads,
    signal,
  } = context
  const threads = await openThreads()
  if (usesAll) threads.useAll()
  let done = 0
  const decision = new ThreadDecision(jobs)
  const decisions = setInterval(() => {
    if (decision.isWorth({ done: Math.max(0, done - 1), remaining: files.length - done })) threads.useAll()
  }, DECISION_INTERVAL_MS)
  const queue = files.entries()
  const parseNext = async (): Promise<void> => {
    for (const [index, next] of queue) {
      if (signal.aborted) return
      const isCrowded = files.length - index > jobs
      await parseOne(next, context, {
        printer,
        parse: (file, progress) => threads.parseFile(taskOf(file, options, progress), isCrowded),
        write: writeOutputs,
      })
      done++
      // The first file contains the start of the thread.
      if (done === 1) decision.restart()
    }
  }
  const inFlight = Math.min(files.length, jobs + Math.min(jobs, MAX_WAITING_FILES))
  await Promise.all(Array.from({ length: inFlight }, parseNext)).finally(() => clearInterval(decisions))
}

interface FileSteps {
  readonly printer: Printer
  parse(file: InputFile, progress: FileProgress): Promise<RenderedOutputs>
  write(outputs: RenderedOutputs, target: string): Promise<void>
}

async function parseOne(
  file: InputFile,
  { request: { out }, report, signal }: ParseContext,
  { printer, parse, write }: FileSteps,
): Promise<void> {
  const { progress, done, fail } = report.start(file.path)
  const output = printer.reserve()
  try {
    const outputs = await parse(file, progress)
    if (out !== null) await write(outputs, join(out, file.name))
    else await output.print(outputs)
    done(outputs.warnings)
  } catch (error) {
    if (!signal.aborted) fail(error)
  } finally {
    output.end()
  }
}

function taskOf({ path, name }: InputFile, options: ParseOptions, progress: FileProgress): FileTask {
  return { path, name: basename(name), options, progress }
}

interface Printer {
  /** Documents are printed in the order of their reservations. */
  reserve(): { print(outputs: RenderedOutputs): Promise<void>; end(): void }
}

function createPrinter(): Printer {
  let last: Promise<void> = Promise.resolve()
  let printed = 0
  return {
    reserve() {
      const before = last
      const { promise, resolve: end } = Promise.withResolvers<void>()
      last = before.then(() => promise)
      return {
        async print({ markdown, json, html, chunks = '' }) {
          await before
          const text = (markdown ?? json ?? html ?? chunks).trimEnd()
          const isFirst = printed === 0 || chunks !== ''
          if (text !== '') await writeToOutput(`${isFirst ? '' : '\n'}${text}\n`)
          if (text !== '') printed++
        },
        end,
      }
    },
  }
}

async function writeToOutput(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}
