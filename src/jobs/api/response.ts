/** Wraps the stored result, which is streamed unchanged, in the JSON of a check. */
import type { StoredBlob } from '../../blobs/blobs.ts'
import type { Deps } from '../../deps.ts'
import { concatBytes } from '../../model/bytes.ts'
import { resultKey } from '../store/blob-keys.ts'
import { toStream } from '../store/page-files.ts'
import { isFinal, type Task } from '../store/task-store.ts'

export interface CheckResponse {
  readonly head: Uint8Array
  readonly result: StoredBlob | null
  readonly tail: Uint8Array
}

export function publicState({ state }: Pick<Task, 'state'>): 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED' {
  return state === 'JOINING' ? 'PROCESSING' : state
}

export async function checkResponse(
  task: Task,
  { blobs }: Pick<Deps, 'blobs'>,
  { withResult = true }: { withResult?: boolean } = {},
): Promise<CheckResponse | null> {
  const succeeded = task.state === 'SUCCESS'
  const result = succeeded && withResult ? await blobs.get(resultKey(task)) : null
  if (succeeded && withResult && result === null) return null
  const failure = task.state === 'FAILED' ? (task.error ?? '') : null
  const data = JSON.stringify({
    record_id: task.recordId,
    task_id: task.taskId,
    status: publicState(task),
    file_name: task.fileName,
    metadata: metadataOf(task),
    progress: { pages_done: task.pagesDone, pages_total: task.pagesTotal },
  }).slice(0, -1)
  const rest = JSON.stringify({ error: failure, error_code: task.errorCode, message: failure ?? '' }).slice(1)
  const warnings = succeeded && task.warnings.length > 0 ? `,"warnings":${JSON.stringify(task.warnings)}` : ''
  const message = JSON.stringify(failure ?? describe(task))
  const encoder = new TextEncoder()
  return {
    head: encoder.encode(`{"code":0,"message":${message},"data":${data},"result":${result === null ? 'null' : ''}`),
    result,
    tail: encoder.encode(`,${rest}${warnings}}`),
  }
}

export async function readResponse(response: CheckResponse): Promise<Uint8Array<ArrayBuffer>> {
  return concatBytes(await Array.fromAsync(chunksOf(response)))
}

export function streamResponse(response: CheckResponse): ReadableStream<Uint8Array> {
  // A generator that has not come to the result cannot cancel it.
  return toStream(chunksOf(response), () => response.result?.body.cancel())
}

async function* chunksOf({ head, result, tail }: CheckResponse): AsyncGenerator<Uint8Array> {
  yield head
  if (result !== null) yield* result.body
  yield tail
}

function metadataOf(task: Task): object {
  if (task.pageCount === null) return { file_type: task.fileType }
  const counted = { page_num: task.pageCount, file_type: task.fileType }
  if (!isFinal(task)) return counted
  const billed = { ...counted, pages_billed: task.pagesBilled ?? 0 }
  if (task.state === 'FAILED') return billed
  return {
    ...billed,
    processing_time_ms: Math.max(0, (task.finishedAt ?? 0) - (task.startedAt ?? task.createdAt)),
    token_count: task.tokenCount ?? 0,
  }
}

function describe(task: Task): string {
  switch (task.state) {
    case 'QUEUING':
      return 'The task is waiting to be processed.'
    case 'PROCESSING':
    case 'JOINING':
      return task.pagesTotal === null
        ? 'The task is being processed.'
        : `The task is being processed: ${task.pagesDone} of ${task.pagesTotal} pages are done.`
    default:
      return `Document parsed: ${task.pagesBilled === 1 ? '1 page' : `${task.pagesBilled} pages`}.`
  }
}
