/**
 * A scoring thread: parses one document of the corpus at a time through the real pipeline, writes its prediction, and
 * scores it with the bench's own scorer. Started by `worker-pool.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { detectFileType } from '../../src/extract/registry.ts'
import { ParseError } from '../../src/model/errors.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { parse } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { sampleOf } from '../../src/uploads/sampler.ts'
import { openCachingConverter } from './converted.ts'
import { type DocumentScore, type Job, loadScorer, removePrediction, scoreDocument } from './scorer.ts'

/**
 * Page headers and footers are part of the truth, except of Office files and facts. Image links would lower the scores
 * (README of the bench).
 */
function optionsFor(set: string): ParseOptions {
  return {
    ...defaultOptions,
    office: workerData.office,
    elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
    features: { ...defaultOptions.features, keep_header_footer: set !== 'office' && set !== 'facts' },
  }
}

if (parentPort === null) throw new Error('predict.ts runs as a thread of score.ts')
const port = parentPort
const scorer = await loadScorer(workerData.bench)
const converter = workerData.office === 'direct' ? null : openCachingConverter()
const { OCR_ENGINE } = process.env
const deps = { ...createParseDeps({ OCR_ENGINE }), ...(converter === null ? {} : { converter }) }
port.on('message', async (job: Job) => port.postMessage(await predict(job)))
port.postMessage('ready')

async function predict(job: Job): Promise<DocumentScore> {
  removePrediction(job)
  mkdirSync(job.predictions, { recursive: true })
  const stem = join(job.predictions, job.id)
  const start = performance.now()
  let pages = 0
  let error: string | null = null
  try {
    const bytes = new Uint8Array(readFileSync(job.path))
    const fileName = basename(job.path)
    const fileType = detectFileType({ ...sampleOf(bytes), fileName })
    if (fileType === null) throw new ParseError(1104, 'unsupported file type')
    const { info, outputs } = await parse(
      { bytes, fileName, fileType, password: null },
      { options: optionsFor(job.set), links: { kind: 'none' } },
      deps,
    )
    pages = info.pageCount
    writeFileSync(`${stem}.md`, outputs.markdown ?? '')
    writeFileSync(`${stem}.json`, outputs.json ?? '')
  } catch (thrown) {
    error = describe(thrown)
  }
  const seconds = (performance.now() - start) / 1000
  return { ...scoreDocument(job, scorer), seconds, pages, error }
}

function describe(thrown: unknown): string {
  if (thrown instanceof ParseError) return `${thrown.code} ${thrown.message}`
  // The location of a defect matters more than its message.
  return `defect ${thrown instanceof Error ? (thrown.stack ?? thrown.message).split('\n').slice(0, 3).join(' ') : String(thrown)}`
}
