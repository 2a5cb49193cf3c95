/** Event stream of a task. Reconnects after a restart of the service; polls when the service is busy. */
import { sleep } from '../../client/requests.ts'
import { readEvents } from '../../client/server-sent-events.ts'
import { t } from '../messages/messages.ts'
import { ApiError, apiPath, formOf, post, readEnvelope, send } from './api.ts'
import type { Envelope, Page, TaskData, TaskStatus } from './types.ts'

interface TaskListener {
  progress(progress: { readonly status: TaskStatus; readonly done: number; readonly total: number | null }): void
  page(page: Page): void
  /** `true`: the connection was lost; `false`: it was restored. */
  reconnecting(isLost: boolean): void
}

const MAX_FAILURES = 40
const RETRY_MS = 1500

/** Resolves with the last check of a task that has ended. */
export async function followTask(
  { apiKey, taskId }: { readonly apiKey: string; readonly taskId: string },
  listener: TaskListener,
  signal: AbortSignal,
): Promise<Envelope<TaskData>> {
  const form = formOf({ api_key: apiKey, task_id: taskId })
  for (let failures = 0; ; ) {
    try {
      const done = await readStream(form, listener, signal)
      if (done !== null) return done
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) throw error
      // 1124: too many streams; 0: no connection. Others are final.
      if (error.code !== 1124 && error.code !== 0) throw error
      const checked = await check(form, listener, signal)
      if (checked !== null && isFinal(checked.data.status)) return checked
      if (checked !== null) failures = 0
    }
    failures++
    if (failures > MAX_FAILURES) throw new ApiError(0, t('noAnswer'))
    await sleep(RETRY_MS, signal)
  }
}

async function readStream(
  body: URLSearchParams,
  listener: TaskListener,
  signal: AbortSignal,
): Promise<Envelope<TaskData> | null> {
  const response = await send(`${apiPath}/parse/async_events`, { method: 'POST', body, signal })
  const { body: stream } = response
  if (stream === null || !(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    await readEnvelope(response)
    return null
  }
  listener.reconnecting(false)
  try {
    for await (const { event, data } of readEvents(stream)) {
      if (event === 'progress') {
        const { status, pages_done, pages_total } = JSON.parse(data)
        listener.progress({ status, done: pages_done, total: pages_total })
      } else if (event === 'page') listener.page(JSON.parse(data))
      else if (event === 'done') return JSON.parse(data)
    }
  } catch (error) {
    if (signal.aborted) throw error
  }
  listener.reconnecting(true)
  return null
}

function isFinal(status: TaskStatus): boolean {
  return status === 'SUCCESS' || status === 'FAILED'
}

/** `null`: the service does not respond. */
async function check(
  form: URLSearchParams,
  listener: TaskListener,
  signal: AbortSignal,
): Promise<Envelope<TaskData> | null> {
  try {
    const envelope = await post<TaskData>('parse/async_check', form, signal)
    const { status, progress } = envelope.data
    listener.reconnecting(false)
    listener.progress({ status, done: progress.pages_done, total: progress.pages_total })
    return envelope
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 0 && error.code !== 1124)) throw error
    listener.reconnecting(true)
    return null
  }
}
