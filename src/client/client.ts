/** A client of the HTTP API that needs only `fetch`: for Node, browsers, Workers, Deno and Bun. */
import type {
  CheckData,
  CheckResponse,
  Metadata,
  Page,
  ParseResponse,
  ProgressEvent,
  Result,
  SubmitResponse,
  UsageResponse,
} from './api-types.ts'
import { type DocumentInput, openDocument } from './document.ts'
import { CanceledError, ConnectionError, toError } from './errors.ts'
import { formFields, type ParseFields, type TaskFields } from './options.ts'
import { type ClientSettings, createRequests, sleep } from './requests.ts'
import { readEvents } from './server-sent-events.ts'

export interface ParsedResult extends Readonly<Result['outputs']> {
  readonly file_name: string
  readonly imgs: readonly string[]
  readonly metadata: Metadata
  readonly warnings: readonly string[]
}

interface CallOptions {
  readonly signal?: AbortSignal
}
interface UploadOptions extends CallOptions {
  /** Default: the name of the path or the `File`. */
  readonly file_name?: string
}
export type ParseOptions = ParseFields & UploadOptions
export type SubmitOptions = TaskFields & UploadOptions

export interface SubmittedTask {
  readonly task_id: string
  readonly status: CheckData['status']
  readonly warnings: readonly string[]
}

export interface WaitOptions extends CallOptions {
  readonly onProgress?: (progress: CheckData['progress']) => void
  /** Whether an abort also cancels the task. */
  readonly cancelOnAbort?: boolean
}

/** `page` events are preliminary and in any order; `done` has the result. */
export type TaskEvent =
  | { readonly type: 'progress'; readonly progress: ProgressEvent }
  | { readonly type: 'page'; readonly page: Page }
  | { readonly type: 'done'; readonly result: ParsedResult }

/** Methods throw `SheafError`, `ConnectionError`, or the signal's reason. */
export interface SheafClient {
  parse(document: DocumentInput, options?: ParseOptions): Promise<ParsedResult>
  submit(document: DocumentInput, options?: SubmitOptions): Promise<SubmittedTask>
  check(taskId: string, options?: CallOptions): Promise<CheckData>
  /** Throws `CanceledError` for a canceled task, or the error of the task. */
  wait(taskId: string, options?: WaitOptions): Promise<ParsedResult>
  cancel(taskId: string, options?: CallOptions): Promise<CheckData>
  /** Yields progress and pages during the parse. Throws as `wait`. */
  events(taskId: string, options?: CallOptions): AsyncGenerator<TaskEvent>
  usage(options?: CallOptions): Promise<UsageResponse['data']>
}

const FIRST_POLL_MS = 250
const MAX_POLL_MS = 5000

export function createClient(settings: ClientSettings): SheafClient {
  const requests = createRequests(settings)

  async function upload<envelope extends { readonly code: number }>(
    path: string,
    document: DocumentInput,
    { signal, file_name, ...options }: SubmitOptions,
  ): Promise<envelope> {
    const { blob, fileName } = await openDocument(document, file_name)
    const form = new FormData()
    for (const [name, value] of formFields(options)) form.append(name, value)
    form.append('file', blob, fileName)
    return await requests.send(path, form, signal)
  }

  const check = async (taskId: string, signal?: AbortSignal): Promise<CheckResponse> =>
    await requests.send('/parse/async_check', taskForm(taskId), signal)

  const client: SheafClient = {
    async parse(document, options = {}) {
      const { data, warnings } = await upload<ParseResponse>('/parse/sync', document, options)
      return toResult(data.result, data.metadata, warnings)
    },

    async submit(document, options = {}) {
      const { data, warnings = [] } = await upload<SubmitResponse>('/parse/async', document, options)
      return { ...data, warnings }
    },

    check: async (taskId, { signal } = {}) => (await check(taskId, signal)).data,

    async wait(taskId, { signal, onProgress, cancelOnAbort = false } = {}) {
      try {
        for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(MAX_POLL_MS, delayMs * 1.5)) {
          const response = await check(taskId, signal)
          onProgress?.(response.data.progress)
          const result = resultOf(response)
          if (result !== null) return result
          await sleep(delayMs, signal)
        }
      } catch (error) {
        if (signal?.aborted === true && cancelOnAbort) await client.cancel(taskId)
        throw error
      }
    },

    async cancel(taskId, { signal } = {}) {
      const { data } = await requests.send<CheckResponse>('/parse/async_cancel', taskForm(taskId), signal)
      return data
    },

    async *events(taskId, { signal } = {}) {
      const { body } = await requests.open('/parse/async_events', taskForm(taskId), signal)
      for await (const { event, data } of readEvents(body ?? new ReadableStream())) {
        if (event === 'progress') yield { type: 'progress', progress: JSON.parse(data) }
        else if (event === 'page') yield { type: 'page', page: JSON.parse(data) }
        else if (event === 'done') {
          const result = resultOf(JSON.parse(data))
          if (result !== null) yield { type: 'done', result }
          return
        }
      }
      throw new ConnectionError('The events ended before the task. Call events again.')
    },

    async usage({ signal } = {}) {
      const { data } = await requests.send<UsageResponse>('/usage', new FormData(), signal)
      return data
    },
  }
  return client
}

function taskForm(taskId: string): FormData {
  const form = new FormData()
  form.append('task_id', taskId)
  return form
}

/** `null` while the task is not final. */
function resultOf({ data, warnings }: CheckResponse): ParsedResult | null {
  if (data.status === 'FAILED') {
    if (data.error_code === null) throw new CanceledError(`The task ${data.task_id} was canceled.`)
    throw toError(data.error_code, data.message)
  }
  if (data.status !== 'SUCCESS' || data.result === null) return null
  return toResult(data.result, data.metadata as Metadata, warnings)
}

function toResult({ outputs, file_name, imgs }: Result, metadata: Metadata, warnings: string[] = []): ParsedResult {
  return { ...outputs, file_name, imgs, metadata, warnings }
}
