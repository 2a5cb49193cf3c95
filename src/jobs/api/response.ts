/**
 * A task's row → the body of the check (contract §5) as text around the stored result, which is sent as it lies in the
 * store: no answer holds a whole result in memory.
 */
import type { StoredBlob } from '../../blobs/blobs.ts'
import type { Deps } from '../../deps.ts'
import { concatBytes } from '../../model/bytes.ts'
import { resultKey } from '../runner/task-completion.ts'
import type { Task } from '../store/task-store.ts'

export interface CheckResponse {
  readonly head: string
  /** The `result`; `null`: it is in `head` already, as `null`. */
  readonly result: StoredBlob | null
  readonly tail: string
}

/** What the world is told: joining is a part of processing. */
export function publicState(task: Pick<Task, 'state'>): 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED' {
  return task.state === 'JOINING' ? 'PROCESSING' : task.state
}

export function isFinal({ state }: Pick<Task, 'state'>): boolean {
  return state === 'SUCCESS' || state === 'FAILED'
}

/** `null` when the task's result is not there any more. `withResult: false` leaves it out, for answers that must stay small. */
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
  return {
    head: `{"code":0,"message":${JSON.stringify(failure ?? describe(task))},"data":${data},"result":${result === null ? 'null' : ''}`,
    result,
    tail: `,${rest}${warnings}}`,
  }
}

/** All of an answer, for what can't be sent in pieces or needs none. */
export async function readResponse({ head, result, tail }: CheckResponse): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return concatBytes([
    encoder.encode(head),
    ...(result === null ? [] : await Array.fromAsync(result.body)),
    encoder.encode(tail),
  ])
}

export function streamResponse({ head, result, tail }: CheckResponse): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const reader = result?.body.getReader()
  let stage: 'head' | 'result' | 'tail' = 'head'
  return new ReadableStream(
    {
      async pull(controller) {
        if (stage === 'head') {
          stage = 'result'
          controller.enqueue(encoder.encode(head))
          return
        }
        const chunk = stage === 'result' ? await reader?.read() : undefined
        if (chunk?.value !== undefined) {
          controller.enqueue(chunk.value)
          return
        }
        stage = 'tail'
        controller.enqueue(encoder.encode(tail))
        controller.close()
      },
      async cancel() {
        await reader?.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}

function metadataOf(task: Task): object {
  if (task.pageCount === null) return { file_type: task.fileType }
  const counted = { page_num: task.pageCount, file_type: task.fileType }
  if (task.state !== 'SUCCESS') return counted
  return {
    ...counted,
    pages_billed: task.pagesBilled ?? 0,
    processing_time_ms: Math.max(0, (task.finishedAt ?? 0) - (task.startedAt ?? task.createdAt)),
    token_count: task.tokenCount ?? 0,
  }
}

function describe(task: Task): string {
  switch (task.state) {
    case 'QUEUING':
      return 'The task waits for its turn.'
    case 'PROCESSING':
    case 'JOINING':
      return task.pagesTotal === null
        ? 'The task is at work.'
        : `The task is at work: ${task.pagesDone} of ${task.pagesTotal} pages are done.`
    default:
      return `Document parsed: ${task.pagesBilled === 1 ? '1 page' : `${task.pagesBilled} pages`}.`
  }
}
