/**
 * Runs scoring jobs on a few threads. A thread that hangs or dies is replaced, and only its document counts as failed.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OfficeMode } from '../../src/model/options.ts'
import type { DocumentScore, Job } from './scorer.ts'

/** OCR of the longest scans takes half a minute on a slow machine; table scoring is cubic. */
const documentTimeoutMs = 300_000

export interface CrewOptions {
  readonly bench: string
  readonly threads: number
  /** How Office files are read. */
  readonly office: OfficeMode
  /** The score of a document whose thread failed. */
  readonly failed: (job: Job, error: string) => DocumentScore
  readonly onScore: (job: Job, score: DocumentScore) => void
}

export async function scoreAll(jobs: readonly Job[], options: CrewOptions): Promise<void> {
  const waiting = [...jobs]
  await Promise.all(Array.from({ length: Math.min(options.threads, jobs.length) }, () => work(waiting, options)))
}

async function work(waiting: Job[], { bench, office, failed, onScore }: CrewOptions): Promise<void> {
  let worker: Worker | null = null
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    // If a thread cannot start, every document would fail, so the run ends.
    worker ??= await startWorker({ bench, office })
    try {
      onScore(job, await ask(worker, job))
    } catch (error) {
      onScore(job, failed(job, error instanceof Error ? error.message : String(error)))
      await worker.terminate()
      worker = null
    }
  }
  await worker?.terminate()
}

async function startWorker(workerData: Pick<CrewOptions, 'bench' | 'office'>): Promise<Worker> {
  const worker = new Worker(join(import.meta.dirname, 'predict.ts'), { workerData })
  await answer<'ready'>(worker)
  return worker
}

async function ask(worker: Worker, job: Job): Promise<DocumentScore> {
  worker.postMessage(job)
  return await answer<DocumentScore>(worker)
}

/** Returns the thread's next message; throws when the thread dies or sends no message in time. */
function answer<message>(worker: Worker): Promise<message> {
  const { promise, resolve, reject } = Promise.withResolvers<message>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${documentTimeoutMs / 1000} s`)), documentTimeoutMs)
  const onExit = (code: number) => reject(new Error(`the thread ended with ${code}`))
  worker.once('message', resolve).once('error', reject).once('exit', onExit)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
  })
}
