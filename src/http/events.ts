/**
 * POST /parse/async_events: a task as server-sent events. `progress` whenever more pages are done, `page` with each page
 * of outputs.json as soon as it is stored (before what needs the whole document: furniture, levels, joins), `done` with
 * the check body once the task has ended.
 */
import type { Context } from 'hono'
import type { Deps, TaskDeps } from '../deps.ts'
import { previewPages } from '../jobs/api/preview.ts'
import { checkResponse, publicState, streamResponse } from '../jobs/api/response.ts'
import { watchTask } from '../jobs/api/wait.ts'
import { isFinal, type Task } from '../jobs/store/task-store.ts'
import type { AppEnv } from './app-env.ts'

/** Proxies close a connection on which nothing comes for a minute. */
const keepAliveMs = 15_000

export function streamEvents(
  c: Context<AppEnv>,
  task: Task,
  { deps, tasks }: { deps: Deps; tasks: TaskDeps },
): Response {
  const gone = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, gone.signal])
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = async (text: string): Promise<void> => writer.write(encoder.encode(text))
  const alive = setInterval(() => write(': still here\n\n').catch(() => gone.abort()), keepAliveMs)
  writer.closed.catch(() => gone.abort())

  sendEvents(task, { deps, tasks, signal, write, writer })
    .catch((error: unknown) =>
      deps.log.info('an event stream ended early', { taskId: task.taskId, error: String(error) }),
    )
    .finally(() => {
      clearInterval(alive)
      writer.close().catch(() => undefined)
    })
  c.header('Content-Type', 'text/event-stream')
  c.header('Cache-Control', 'no-store')
  c.header('X-Accel-Buffering', 'no')
  return c.body(readable)
}

interface EventStream {
  readonly deps: Deps
  readonly tasks: TaskDeps
  readonly signal: AbortSignal
  readonly writer: WritableStreamDefaultWriter<Uint8Array>
  write(text: string): Promise<void>
}

async function sendEvents(task: Task, { deps, tasks, signal, write, writer }: EventStream): Promise<void> {
  const shown = new Set<number>()
  let told = ''
  let last: Task | null = null
  await watchTask(task.taskId, { deps, tasks, signal, progress: true }, async (current) => {
    const news = JSON.stringify({
      status: publicState(current),
      pages_done: current.pagesDone,
      pages_total: current.pagesTotal,
    })
    if (news !== told) await write(`event: progress\ndata: ${news}\n\n`)
    told = news
    if (!isFinal(current))
      for await (const page of previewPages(current, { deps, shown, signal }))
        await write(`event: page\ndata: ${page}\n\n`)
    last = current
    return isFinal(current)
  })
  // A service that stops just ends the stream: `done` is said of ended tasks only, and whoever has not heard it asks again.
  const check = last === null || !isFinal(last) ? null : await checkResponse(last, deps)
  if (check === null || signal.aborted) return
  // The body is one line: JSON escapes every line end.
  await write('event: done\ndata: ')
  for await (const chunk of streamResponse(check)) await writer.write(chunk)
  await write('\n\n')
}
