/**
 * Composition root of one worker thread: tasks of the pool in, answers out, with the engines loaded once per thread.
 * It never throws: whatever fails crosses as an error record, so that only the thread's death is an error of piscina.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { ParseDeps } from '../deps.ts'
import { loadMupdf, mupdfMemoryBytes } from '../engines/mupdf/mupdf.ts'
import { loadOcrEngine, tesseractMemoryBytes } from '../engines/tesseract.ts'
import { warmUpOcr } from '../extract/ocr/recognize-page.ts'
import { sliceRaster } from '../imaging/page-slices.ts'
import { ParseError, serializeError } from '../model/errors.ts'
import type { ParseSettings } from '../model/settings.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { SerializedPage } from '../pool/pool.ts'
import { createPoolJobs, type PoolJobs } from '../pool/pool-jobs.ts'
import { bandOf, createSliceReader, recognizeSlice } from '../pool/slice-reader.node.ts'
import {
  CONTROL_STOP,
  type ThreadAnswer,
  type ThreadJob,
  type ThreadProgress,
  type ThreadResult,
  type ThreadSource,
  type ThreadTask,
} from '../pool/thread-messages.ts'

/** What the pool's owner hands to each thread. */
export interface ThreadData {
  readonly settings: ParseSettings
  /** Folder of `<language>.traineddata`. */
  readonly modelsDir: string
}

/** Longer than the way from one job of a request to the next, short enough that a finished request's memory is not held. */
const IDLE_CLOSE_MS = 1000

const { settings, modelsDir }: ThreadData = workerData
/** The task that is being worked at: progress names it. */
let current = 0
const deps: ParseDeps = {
  settings,
  readSlices: createSliceReader((call) => report({ number: current, pageIndex: null, call })),
  // Read anew each time: the engine copies the model into its own memory, so keeping it here would hold it twice.
  loadModel: (language) => readBytes(join(modelsDir, `${language}.traineddata`)),
}
const jobs: PoolJobs = createPoolJobs(deps, { readSource, idleCloseMs: IDLE_CLOSE_MS })
let pagesParsed = 0

/** The task handler that piscina calls, one task at a time. */
// biome-ignore lint/style/noDefaultExport: piscina calls the default export of the thread's module.
export default async function handle(task: ThreadTask): Promise<unknown> {
  current = task.number
  report({ number: task.number, pageIndex: null })
  if (!task.keepOpen) jobs.release()
  const answer = await run(task)
  return move({ [transferableSymbol]: transferables(answer), [valueSymbol]: answer })
}

async function run(task: ThreadTask): Promise<ThreadAnswer> {
  const outcome = await attempt(() => perform(task))
  return { ...outcome, report: { wasmBytes: mupdfMemoryBytes() + tesseractMemoryBytes(), pagesParsed } }
}

async function attempt(act: () => Promise<ThreadResult>) {
  try {
    return { ok: true as const, result: await act() }
  } catch (error) {
    const blameless = error instanceof ParseError && error.code !== 1137
    return { ok: false as const, error: serializeError(error), detail: blameless ? null : describe(error) }
  }
}

async function perform({ job, number, control }: ThreadTask): Promise<ThreadResult> {
  switch (job.kind) {
    case 'inspect':
      return {
        kind: 'inspect',
        info: await jobs.inspect({ ...job.job, source: toSourceRef(job.job.source) }, job.job.source.id),
      }
    case 'prepare':
      return { kind: 'prepare', file: await jobs.prepare({ ...job.job, source: toSourceRef(job.job.source) }) }
    case 'pages':
      return { kind: 'pages', records: await parsePages(job, { number, control }) }
    case 'finish':
      return { kind: 'finish', outputs: await jobs.finish(job.job) }
    case 'warm':
      await warm()
      return { kind: 'warm' }
    case 'band':
      await readSlice(job)
      return { kind: 'band' }
  }
}

/** The engines, and with `WARM_OCR=on` the recognizer of the first language: its first page takes a second longer than all others. */
async function warm(): Promise<void> {
  await loadMupdf()
  const [language] = settings.ocrLanguages
  if (settings.warmOcr === true && language !== undefined) await warmUpOcr(language, deps.loadModel)
}

/** Failures are left to the page's own thread: it reads again what nobody answers. */
async function readSlice({ call, index }: Extract<ThreadJob, { kind: 'band' }>): Promise<void> {
  const { ocrEngineCount: keep } = settings
  const ocrEngine = await loadOcrEngine(call.language, deps.loadModel, keep === undefined ? {} : { keep })
  const { raster, dpi, grays } = call
  recognizeSlice(
    call,
    index,
    ocrEngine.recognize(sliceRaster(raster, bandOf(call, index)), { dpi, pageSegMode: 3, grays }),
  )
}

async function parsePages(
  { job }: Extract<ThreadJob, { kind: 'pages' }>,
  { number, control }: Pick<ThreadTask, 'number' | 'control'>,
): Promise<SerializedPage[]> {
  const records: SerializedPage[] = []
  for await (const record of jobs.parsePages({ ...job, source: toSourceRef(job.source) }, job.source.id)) {
    records.push(record)
    pagesParsed += 1
    report({ number, pageIndex: record.pageIndex })
    if (Atomics.load(control, CONTROL_STOP) !== 0)
      throw new ParseError(1124, 'The request was ended before its result was ready.')
  }
  return records
}

function report(progress: ThreadProgress): void {
  parentPort?.postMessage(progress)
}

function toSourceRef(source: ThreadSource): SourceRef {
  return source.kind === 'file' ? source : { kind: 'bytes', bytes: source.bytes }
}

/** Engines and decoders get memory of their own: some of them refuse shared memory. */
async function readSource(source: SourceRef): Promise<Uint8Array> {
  return source.kind === 'file' ? await readBytes(source.path) : source.bytes.slice()
}

/** A plain array, because a `Buffer` behaves differently (`slice`) where the pipeline expects web types. */
async function readBytes(path: string): Promise<Uint8Array> {
  const { buffer, byteOffset, byteLength } = await readFile(path)
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Buffers of the answer that are given away instead of copied. */
function transferables(answer: ThreadAnswer): ArrayBuffer[] {
  if (!answer.ok) return []
  const views = viewsOf(answer.result)
  return [...new Set(views.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer))]
}

function viewsOf(result: ThreadResult): Uint8Array[] {
  switch (result.kind) {
    case 'pages':
      return result.records.flatMap(({ json, images }) => [json, ...images.map(({ bytes }) => bytes)])
    case 'prepare':
      return [result.file.bytes]
    case 'finish':
      return [
        ...(result.outputs.zip === undefined ? [] : [result.outputs.zip]),
        ...result.outputs.images.map(({ bytes }) => bytes),
      ]
    default:
      return []
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
