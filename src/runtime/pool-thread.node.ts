/** Composition root of one worker thread. Errors are in the response; only a crash rejects a task. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage } from '../../wasm/garbage.node.ts'
import type { ParseDeps } from '../deps.ts'
import { loadMupdf, mupdfMemoryBytes } from '../engines/mupdf/mupdf.ts'
import { loadOcrEngine, releaseOcrEngines, tesseractMemoryBytes } from '../engines/tesseract.ts'
import { ppOcr } from '../extract/ocr/pp-ocr/pp-ocr.node.ts'
import { warmUpOcr } from '../extract/ocr/recognize-page.ts'
import { sliceRaster } from '../imaging/page-slices.ts'
import { describeError, ParseError, serializeError } from '../model/errors.ts'
import type { ParseSettings } from '../model/settings.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { DocumentResult, SerializedPage } from '../pool/pool.ts'
import { REQUEST_ENDED } from '../pool/pool-errors.ts'
import { createPoolJobs, type PoolJobs } from '../pool/pool-jobs.ts'
import { createSliceReader, publishSliceResult, sliceAt } from '../pool/slice-reader.node.ts'
import {
  type ThreadJob,
  type ThreadMessage,
  type ThreadResponse,
  type ThreadResult,
  type ThreadTask,
  transferList,
} from '../pool/thread-messages.ts'
import type { RenderedOutputs } from '../render/types.ts'

interface ThreadData {
  readonly settings: ParseSettings
  readonly modelsDir: string
}

/** In milliseconds, longer than the gap between two jobs of a request. */
const IDLE_CLOSE_MS = 1000

/** While V8 compiles the code of OCR, it keeps the engine in memory. */
const COLLECT_AFTER_MS = 500

const { settings, modelsDir }: ThreadData = workerData
const deps: ParseDeps = {
  settings,
  neuralReader: ppOcr,
  readSlices: createSliceReader((page) => post({ kind: 'slices', page })),
  loadModel: (language) => readBytes(join(modelsDir, `${language}.traineddata`)),
}
const jobs: PoolJobs = createPoolJobs(deps, { readSource, idleCloseMs: IDLE_CLOSE_MS })
let pagesParsed = 0

parentPort?.on('message', handle)

async function handle(task: ThreadTask): Promise<void> {
  post({ kind: 'started' })
  if (!task.keepOpen) jobs.closeDocument()
  const outcome = await attempt(() => perform(task))
  const heap = getHeapStatistics()
  const report = {
    wasmBytes: mupdfMemoryBytes() + tesseractMemoryBytes(),
    heapBytes: heap.total_heap_size + heap.external_memory,
    pagesParsed,
  }
  const response: ThreadResponse = { ...outcome, report }
  post({ kind: 'done', response }, transferList(response.ok ? viewsOf(response.result) : []))
}

async function attempt(run: () => Promise<ThreadResult>) {
  try {
    return { ok: true as const, result: await run() }
  } catch (error) {
    const isExpected = error instanceof ParseError && error.code !== 1137
    return { ok: false as const, error: serializeError(error), detail: isExpected ? null : describeError(error) }
  }
}

async function perform({ job, stopFlag }: ThreadTask): Promise<ThreadResult> {
  switch (job.kind) {
    case 'inspect':
      return { kind: 'inspect', info: await jobs.inspect(job.job, job.job.source.id) }
    case 'prepare':
      return { kind: 'prepare', file: await jobs.prepare(job.job) }
    case 'pages':
      return { kind: 'pages', records: await parsePages(job, stopFlag) }
    case 'finish':
      return { kind: 'finish', outputs: await jobs.finish(job.job) }
    case 'document':
      return { kind: 'document', result: await parseDocument(job, stopFlag) }
    case 'warm':
      await warm(job)
      return { kind: 'warm' }
    case 'slice':
      await readSlice(job)
      return { kind: 'slice' }
  }
}

/** `WARM_OCR=on` also optimizes the code of the first OCR page. The engine is dropped to free memory. */
async function warm({ isFirst }: Extract<ThreadJob, { kind: 'warm' }>): Promise<void> {
  await loadMupdf()
  const [language] = settings.ocrLanguages
  if (isFirst && settings.warmOcr === true && language !== undefined) await warmUpOcr(language, deps.loadModel)
  releaseOcrEngines()
  setTimeout(collectGarbage, COLLECT_AFTER_MS).unref()
}

/** On failure the page's own thread recognizes the slice. */
async function readSlice({ page, index }: Extract<ThreadJob, { kind: 'slice' }>): Promise<void> {
  const { ocrEngineCount: keep } = settings
  const ocrEngine = await loadOcrEngine(page.language, deps.loadModel, keep === undefined ? {} : { keep })
  const { raster, dpi, histogram } = page
  const image = sliceRaster(raster, sliceAt(page, index))
  publishSliceResult(page, index, ocrEngine.recognize(image, { dpi, pageSegMode: 3, histogram }))
}

async function parsePages(
  { job }: Extract<ThreadJob, { kind: 'pages' }>,
  stopFlag: ThreadTask['stopFlag'],
): Promise<SerializedPage[]> {
  const records: SerializedPage[] = []
  for await (const record of jobs.parsePages(job, job.source.id)) {
    records.push(record)
    recordPage(record.pageIndex, stopFlag)
  }
  return records
}

async function parseDocument(
  { job }: Extract<ThreadJob, { kind: 'document' }>,
  stopFlag: ThreadTask['stopFlag'],
): Promise<DocumentResult> {
  return await jobs.parseDocument(job, job.source.id, (pageIndex) => recordPage(pageIndex, stopFlag))
}

function recordPage(pageIndex: number, stopFlag: ThreadTask['stopFlag']): void {
  pagesParsed += 1
  post({ kind: 'page', pageIndex })
  if (Atomics.load(stopFlag, 0) !== 0) throw new ParseError(1124, REQUEST_ENDED)
}

function post(message: ThreadMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

/** Copies the bytes, because some engines and decoders refuse shared memory. */
async function readSource(source: SourceRef): Promise<Uint8Array> {
  return source.kind === 'file' ? await readBytes(source.path) : source.bytes.slice()
}

/** `slice` of a `Buffer` does not copy. */
async function readBytes(path: string): Promise<Uint8Array> {
  const { buffer, byteOffset, byteLength } = await readFile(path)
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function viewsOf(result: ThreadResult): Uint8Array[] {
  switch (result.kind) {
    case 'pages':
      return result.records.flatMap(({ json, images }) => [json, ...images.map(({ bytes }) => bytes)])
    case 'prepare':
      return [result.file.bytes]
    case 'finish':
      return viewsOfOutputs(result.outputs)
    case 'document':
      return result.result.outputs === null ? [] : viewsOfOutputs(result.result.outputs)
    default:
      return []
  }
}

function viewsOfOutputs({ zip, images }: RenderedOutputs): Uint8Array[] {
  return [...(zip === undefined ? [] : [zip]), ...images.map(({ bytes }) => bytes)]
}
