/**
 * Parses the files of `sheaf parse` and writes or prints their outputs: one file after the other in this thread, or several at
 * once on threads. A file that fails does not stop the others.
 */
import { basename, dirname, join } from 'node:path'
import type { ParseDeps } from '../deps.ts'
import type { ParseOptions } from '../model/options.ts'
import type { RenderedOutputs } from '../render/types.ts'
import { deferSignals } from '../runtime/stop-signals.node.ts'
import { drawDebugBoxes } from './debug-boxes.node.ts'
import { createDebugPages } from './debug-pages.node.ts'
import type { FileProgress, FileTask, Threads } from './file-task.ts'
import type { InputFile } from './input-files.node.ts'
import { writeOutputs } from './output-files.node.ts'
import type { ParseRequest } from './parse-arguments.node.ts'
import { parseHere } from './parse-here.node.ts'
import type { ParseReport } from './parse-report.node.ts'

export interface ParseContext {
  readonly request: ParseRequest
  readonly deps: ParseDeps
  readonly report: ParseReport
  /** Maximum number of threads. */
  readonly jobs: number
  /** Starts threads, or returns the running ones. */
  openThreads(): Promise<Threads>
  /** Ends all files on threads. */
  readonly signal: AbortSignal
}

/** Additional files in flight: while the outputs of one are written, its thread parses the next one. */
const MAX_WAITING_FILES = 8

export async function parseFiles(files: readonly InputFile[], context: ParseContext): Promise<void> {
  const { request, jobs, openThreads } = context
  const printer = createPrinter()
  const isDebug = request.debug !== null || request.debugBoxes !== null
  if (isDebug || jobs === 1 || files.length === 1) {
    const spread = isDebug || jobs === 1 ? null : openThreads
    for (const file of files)
      await parseOne(file, context, {
        printer,
        parse: (progress) => parseInThisThread(file, progress, { context, spread }),
        write: (outputs, target) => deferSignals(() => writeOutputs(outputs, target)),
      })
    return
  }
  const threads = await openThreads()
  const queue = files.entries()
  const parseNext = async (): Promise<void> => {
    for (const [index, file] of queue) {
      if (context.signal.aborted) return
      const isCrowded = files.length - index > jobs
      await parseOne(file, context, {
        printer,
        parse: (progress) => threads.parseFile(taskOf(file, request.options, progress), isCrowded),
        write: writeOutputs,
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(files.length, jobs + Math.min(jobs, MAX_WAITING_FILES)) }, parseNext))
}

interface FileSteps {
  readonly printer: Printer
  parse(progress: FileProgress): Promise<RenderedOutputs>
  write(outputs: RenderedOutputs, target: string): Promise<void>
}

async function parseOne(
  file: InputFile,
  { request: { out }, report, signal }: ParseContext,
  { printer, parse, write }: FileSteps,
): Promise<void> {
  const { progress, done, fail } = report.start(file.path)
  const turn = printer.reserve()
  try {
    const outputs = await parse(progress)
    if (out !== null) await write(outputs, join(out, file.name))
    else await turn.print(outputs)
    done(outputs.warnings)
  } catch (error) {
    if (!signal.aborted) fail(error)
  } finally {
    turn.end()
  }
}

function taskOf({ path, name }: InputFile, options: ParseOptions, progress: FileProgress): FileTask {
  return { path, name: basename(name), options, progress }
}

async function parseInThisThread(
  file: InputFile,
  progress: FileProgress,
  { context: { request, deps }, spread }: { context: ParseContext; spread: (() => Promise<Threads>) | null },
): Promise<RenderedOutputs> {
  const { options, debugBoxes, debug } = request
  const debugPages = debug === null ? null : createDebugPages()
  const formats = options.outputFormats
  // Debug boxes are drawn from the JSON.
  const parseOptions: ParseOptions =
    debugBoxes === null || formats.includes('json') ? options : { ...options, outputFormats: [...formats, 'json'] }
  const task = taskOf(file, parseOptions, progress)
  const { outputs, parsedSource } = await parseHere(task, { deps, observer: debugPages?.observer, openThreads: spread })
  const folderIn = (folder: string): string => join(folder, dirname(file.name))
  const { name } = task
  if (debugBoxes !== null && outputs.json !== undefined)
    await drawDebugBoxes(parsedSource, outputs.json, { folder: folderIn(debugBoxes), name, deps })
  if (debug !== null) await debugPages?.write(parsedSource, { folder: folderIn(debug), name, deps })
  const { json, ...others } = outputs
  return json === undefined || !formats.includes('json') ? others : { ...others, json }
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

/** Resolves when the text is written. */
async function writeToOutput(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}
