/**
 * Thread module for tests of the pool. The file name selects the fault: `spin` never returns, `exit` ends the thread,
 * `heap` runs out of memory, `trap` fails in WASM, `defect` throws, `corrupt` is refused; `spin-3` spins at the third
 * page, `ocr-2,3` at the second and third page until they are read without OCR. `slow-50` takes 50 ms per page,
 * `grow-100` reports 100 MB of linear memory. `slices-fine` has six slices that other threads may recognize; a helper of
 * `slices-crash` crashes, one of `slices-silent` sends no result.
 */
import { parentPort, threadId } from 'node:worker_threads'
import { ParseError, serializeError } from '../../src/model/errors.ts'
import type { OcrResult, PageSlice } from '../../src/model/ocr-result.ts'
import type { SerializedPage } from '../../src/pool/pool.ts'
import { createSliceReader, publishSliceResult, sliceAt } from '../../src/pool/slice-reader.node.ts'
import {
  type ThreadMessage,
  type ThreadResponse,
  type ThreadResult,
  type ThreadTask,
  transferList,
} from '../../src/pool/thread-messages.ts'

let pagesParsed = 0
let opened: number | null = null
let opens = 0

/** A page of six slices; its words name the thread that recognized each slice. */
const dense = {
  dpi: 200,
  raster: { width: 4, height: 60, pixels: new Uint8Array(240) },
  histogram: new Uint32Array(256),
  slices: [0, 10, 20, 30, 40, 50].map((y0) => ({ y0, y1: y0 + 10 })),
}
const SLICE_MS = 60
const readSlices = createSliceReader((page) => post({ kind: 'slices', page }))

parentPort?.on('message', async (task: ThreadTask) => {
  post({ kind: 'started' })
  const response = await respond(task)
  const records = response.ok && response.result.kind === 'pages' ? response.result.records : []
  post({ kind: 'done', response }, transferList(records.map(({ json }) => json)))
})

function readSlice({ y0 }: PageSlice): OcrResult {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SLICE_MS)
  const box = { x0: 0, y0, x1: 4, y1: y0 + 10 }
  return { words: [{ text: String(threadId), box, confidence: 1, line: 0 }], lines: [], imageRegions: [] }
}

async function respond(task: ThreadTask): Promise<ThreadResponse> {
  const fileName = task.job.kind === 'inspect' || task.job.kind === 'pages' ? task.job.job.fileName : ''
  const grown = /^grow-(\d+)/.exec(fileName)
  const report = () => ({
    wasmBytes: Number(grown?.[1] ?? 1) << 20,
    heapBytes: fileName === 'large-heap' ? 1 << 30 : 0,
    pagesParsed,
  })
  try {
    return { ok: true, result: await perform(task, fileName), report: report() }
  } catch (error) {
    const detail = error instanceof ParseError ? null : String(error)
    return { ok: false, error: serializeError(error), detail, report: report() }
  }
}

async function perform({ job, stopFlag }: ThreadTask, fileName: string): Promise<ThreadResult> {
  switch (job.kind) {
    case 'warm':
      return { kind: 'warm' }
    case 'slice':
      if (job.page.language === 'crash') process.exit(7)
      if (job.page.language !== 'silent')
        publishSliceResult(job.page, job.index, readSlice(sliceAt(job.page, job.index)))
      return { kind: 'slice' }
    case 'prepare':
      misbehave(job.job.fileName)
      return {
        kind: 'prepare',
        file: { bytes: new Uint8Array([1]), password: null, recovered: { notes: null, formulas: [], words: [] } },
      }
    case 'finish':
      return {
        kind: 'finish',
        outputs: { markdown: String(job.job.pages.length), images: [], damagedPages: 0, tokenCount: 0, warnings: [] },
      }
    case 'document':
      if (job.job.fileName.startsWith('ocr-')) misbehave('spin')
      misbehave(fileName)
      return {
        kind: 'document',
        result: { info: { fileName, fileType: job.job.fileType, pageCount: job.job.maxPages + 1 }, outputs: null },
      }
    case 'inspect':
      open(job.job.source.id)
      misbehave(fileName)
      return {
        kind: 'inspect',
        info: { fileName, fileType: job.job.fileType, pageCount: fileName.startsWith('ocr-') ? 2 : 1 },
      }
    case 'pages': {
      open(job.job.source.id)
      const records: SerializedPage[] = []
      const sliced = /^slices-(\w+)$/.exec(fileName)
      for (const pageIndex of job.job.pageIndexes) {
        if (sliced !== null) {
          const read = await readSlices({ ...dense, language: sliced[1] ?? '' }, readSlice)
          records.push({
            pageIndex,
            json: new TextEncoder().encode(JSON.stringify(read.flatMap(({ words }) => words))),
            images: [],
          })
          continue
        }
        const at = /^(.*)-(\d+)$/.exec(fileName)
        if (fileName.startsWith('slow-')) await new Promise((resolve) => setTimeout(resolve, Number(at?.[2])))
        else if (fileName.startsWith('ocr-')) {
          const isSlow = fileName
            .slice(4)
            .split(',')
            .includes(String(pageIndex + 1))
          if (isSlow && !job.job.timedOut?.pageIndexes.includes(pageIndex)) misbehave('spin')
        } else if (at === null || Number(at[2]) === pageIndex + 1) misbehave(at?.[1] ?? fileName)
        records.push({
          pageIndex,
          json: new TextEncoder().encode(JSON.stringify({ pageIndex, threadId, opens })),
          images: [],
        })
        pagesParsed += 1
        post({ kind: 'page', pageIndex })
        if (Atomics.load(stopFlag, 0) !== 0) throw new ParseError(1137, 'stopped')
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

/** Calls a WebAssembly function whose body is `unreachable`. */
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

function post(message: ThreadMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}
