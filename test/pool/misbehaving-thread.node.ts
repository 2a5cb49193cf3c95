/**
 * A thread module for the pool's tests that does what the file's name says: real threads, real crashes, no parsing.
 * `spin` never returns, `exit` ends the process, `heap` runs out of memory, `trap` fails in WASM, `slow-50` takes 50 ms a page,
 * `defect` throws, `corrupt` is refused, `grow-100` says that its engines hold 100 MB; `spin-3` spins at the third page.
 * `bands-fine` has six bands that others may read; whoever helps with `bands-crash` dies of it, with `bands-silent` says nothing.
 */
import { parentPort, threadId } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { ParseError, serializeError } from '../../src/model/errors.ts'
import type { OcrResult, PageSlice } from '../../src/model/recognition.ts'
import type { SerializedPage } from '../../src/pool/pool.ts'
import { bandOf, createSliceReader, recognizeSlice } from '../../src/pool/slice-reader.node.ts'
import {
  CONTROL_STOP,
  type ThreadAnswer,
  type ThreadProgress,
  type ThreadResult,
  type ThreadTask,
} from '../../src/pool/thread-messages.ts'

let pagesParsed = 0
let opened: number | null = null
let opens = 0

// biome-ignore lint/style/noDefaultExport: piscina calls the default export of the thread's module.
export default async function handle(task: ThreadTask): Promise<unknown> {
  post({ number: task.number, pageIndex: null })
  const answer = await answerTo(task)
  const buffers =
    answer.ok && answer.result.kind === 'pages' ? answer.result.records.map(({ json }) => json.buffer) : []
  return move({ [transferableSymbol]: buffers, [valueSymbol]: answer })
}

/** A page of six bands, each of which takes a while; its words say who read which band. */
const dense = {
  dpi: 200,
  raster: { width: 4, height: 60, pixels: new Uint8Array(240) },
  histogram: new Uint32Array(256),
  slices: [0, 10, 20, 30, 40, 50].map((y0) => ({ y0, y1: y0 + 10 })),
}
const BAND_MS = 60
let taskNumber = 0
const readBands = createSliceReader((call) => post({ number: taskNumber, pageIndex: null, call }))

function readSlice({ y0 }: PageSlice): OcrResult {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BAND_MS)
  const box = { x0: 0, y0, x1: 4, y1: y0 + 10 }
  return { words: [{ text: String(threadId), box, confidence: 1, line: 0 }], lines: [], imageRegions: [] }
}

async function answerTo(task: ThreadTask): Promise<ThreadAnswer> {
  const fileName = task.job.kind === 'inspect' || task.job.kind === 'pages' ? task.job.job.fileName : ''
  const grown = /^grow-(\d+)/.exec(fileName)
  const report = () => ({ wasmBytes: Number(grown?.[1] ?? 1) << 20, pagesParsed })
  try {
    return { ok: true, result: await perform(task, fileName), report: report() }
  } catch (error) {
    const detail = error instanceof ParseError ? null : String(error)
    return { ok: false, error: serializeError(error), detail, report: report() }
  }
}

async function perform({ job, number, control }: ThreadTask, fileName: string): Promise<ThreadResult> {
  switch (job.kind) {
    case 'warm':
      return { kind: 'warm' }
    case 'band':
      if (job.call.language === 'crash') process.exit(7)
      if (job.call.language !== 'silent') recognizeSlice(job.call, job.index, readSlice(bandOf(job.call, job.index)))
      return { kind: 'band' }
    case 'prepare':
      misbehave(job.job.fileName)
      return {
        kind: 'prepare',
        file: { bytes: new Uint8Array([1]), password: null, supplement: { notes: null, formulas: [], words: [] } },
      }
    case 'finish':
      return {
        kind: 'finish',
        outputs: { markdown: String(job.job.pages.length), images: [], tokenCount: 0, warnings: [] },
      }
    case 'inspect':
      open(job.job.source.id)
      misbehave(fileName)
      return { kind: 'inspect', info: { fileName, fileType: job.job.fileType, pageCount: 1 } }
    case 'pages': {
      open(job.job.source.id)
      const records: SerializedPage[] = []
      const banded = /^bands-(\w+)$/.exec(fileName)
      for (const pageIndex of job.job.pageIndexes) {
        if (banded !== null) {
          taskNumber = number
          const read = await readBands({ ...dense, language: banded[1] ?? '' }, readSlice)
          records.push({
            pageIndex,
            json: new TextEncoder().encode(JSON.stringify(read.flatMap(({ words }) => words))),
            images: [],
          })
          continue
        }
        const at = /^(.*)-(\d+)$/.exec(fileName)
        if (fileName.startsWith('slow-')) await new Promise((resolve) => setTimeout(resolve, Number(at?.[2])))
        else if (at === null || Number(at[2]) === pageIndex + 1) misbehave(at?.[1] ?? fileName)
        records.push({
          pageIndex,
          json: new TextEncoder().encode(JSON.stringify({ pageIndex, threadId, opens })),
          images: [],
        })
        pagesParsed += 1
        post({ number, pageIndex })
        if (Atomics.load(control, CONTROL_STOP) !== 0) throw new ParseError(1137, 'stopped')
      }
      return { kind: 'pages', records }
    }
  }
}

function open(id: number): void {
  if (opened !== id) opens += 1
  opened = id
}

function misbehave(how: string): void {
  if (how === 'spin') for (;;);
  if (how === 'exit') process.exit(3)
  if (how === 'corrupt') throw new ParseError(1106, 'The file is corrupt.')
  if (how === 'defect') throw new TypeError('x is not a function')
  if (how === 'trap') trap()
  if (how === 'heap') fillHeap()
}

/** A module with one function that is `unreachable`. */
function trap(): void {
  const bytes = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
  ]
  const instance = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)))
  Reflect.apply(instance.exports.f as () => void, null, [])
}

function fillHeap(): never {
  const kept: object[] = []
  for (;;) kept.push(new Array(10_000).fill({ x: kept.length }))
}

function post(progress: ThreadProgress): void {
  parentPort?.postMessage(progress)
}
