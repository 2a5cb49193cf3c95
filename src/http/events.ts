/**
 * POST /parse/async_events: server-sent events `progress`, `page` for each stored page, and `done` with the check
 * response.
 */
import type { Context } from 'hono'
import { previewPages } from '../jobs/api/preview.ts'
import { checkResponse, publicState, streamResponse } from '../jobs/api/response.ts'
import { watchTask } from '../jobs/api/wait.ts'
import { isFinal, type Task } from '../jobs/store/task-store.ts'
import type { TaskContext } from '../jobs/types.ts'
import type { AppEnv } from './app-env.ts'

/** Interval of keep-alives; proxies close idle connections after a minute. */
const KEEP_ALIVE_MS = 15_000

export function streamEvents(c: Context<AppEnv>, task: Task, { deps, tasks }: TaskContext): Response {
  const disconnected = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, disconnected.signal])
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = async (text: string): Promise<void> => writer.write(encoder.encode(text))
  const keepAlive = setInterval(() => write(': keep-alive\n\n').catch(() => disconnected.abort()), KEEP_ALIVE_MS)
  writer.closed.catch(() => disconnected.abort())

  sendEvents(task, { deps, tasks, signal, write, writer })
    .catch((error: unknown) =>
      deps.log.info('an event stream ended early', { taskId: task.taskId, error: String(error) }),
    )
    .finally(() => {
      clearInterval(keepAlive)
      writer.close().catch(() => undefined)
    })
  c.header('Content-Type', 'text/event-stream')
  c.header('Cache-Control', 'no-store')
  c.header('X-Accel-Buffering', 'no')
  return c.body(readable)
}

interface EventStream extends TaskContext {
  readonly signal: AbortSignal
  readonly writer: WritableStreamDefaultWriter<Uint8Array>
  write(text: string): Promise<void>
}

async function sendEvents(task: Task, { deps, tasks, signal, write, writer }: EventStream): Promise<void> {
  const shown = new Set<number>()
  let lastProgress = ''
  let latest: Task | null = null
  await watchTask(task.taskId, { deps, tasks, signal, progress: true }, async (current) => {
    const progress = JSON.stringify({
      status: publicState(current),
      pages_done: current.pagesDone,
      pages_total: current.pagesTotal,
    })
    if (progress !== lastProgress) await write(`event: progress\ndata: ${progress}\n\n`)
    lastProgress = progress
    if (!isFinal(current))
      for await (const page of previewPages(current, { deps, shown, signal }))
        await write(`event: page\ndata: ${page}\n\n`)
    latest = current
    return isFinal(current)
  })
  // A stopping service ends the stream without `done`, and clients connect again.
  const check = latest === null || !isFinal(latest) ? null : await checkResponse(latest, deps)
  if (check === null || signal.aborted) return
  await write('event: done\ndata: ')
  for await (const chunk of streamResponse(check)) await writer.write(chunk)
  await write('\n\n')
}
