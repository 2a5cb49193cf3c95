import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { checkResponse, publicState, readResponse, streamResponse } from '../jobs/api/response.ts'
import { submitTask } from '../jobs/api/submit.ts'
import { waitForTask } from '../jobs/api/wait.ts'
import { cancelTask } from '../jobs/runner/task-completion.ts'
import { findTask, isFinal, type Task } from '../jobs/store/task-store.ts'
import type { TaskContext } from '../jobs/types.ts'
import { ParseError } from '../model/errors.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import { successOf } from './error-responses.ts'
import { streamEvents } from './events.ts'
import { withUpload } from './receive-request.ts'
import { readFormWithKey } from './require-key.ts'
import type { UploadLimiter } from './upload-limiter.ts'

/** The second paths are older names. */
const submitPaths = [`${basePath}/parse/async`, `${basePath}/extract/async`]
const checkPaths = [`${basePath}/parse/async_check`, `${basePath}/extract/async_check`]
const cancelPath = `${basePath}/parse/async_cancel`
const eventsPath = `${basePath}/parse/async_events`
/** Maximum size of results that are sent without a stream, which is faster. */
const MAX_BUFFERED_BYTES = 65_536

export function routeTasks(app: Hono<AppEnv>, deps: Deps, limiter: UploadLimiter): void {
  const all = [...submitPaths, ...checkPaths, cancelPath, eventsPath]
  const { tasks } = deps
  if (tasks === null)
    app.on('POST', all, () => {
      throw new ParseError(
        1137,
        `Asynchronous parsing is not available in this deployment. Use POST ${basePath}/parse/sync.`,
        { status: 501 },
      )
    })
  else routeQueued(app, { deps, tasks, limiter })
}

function routeQueued(app: Hono<AppEnv>, { limiter, ...context }: TaskContext & { limiter: UploadLimiter }): void {
  const { deps, tasks } = context
  app.on('POST', submitPaths, (c) =>
    withUpload(c, { deps, limiter }, async (request) => {
      const { taskId, state, fileType, pages, warnings } = await submitTask(request, context, c.req.raw.signal)
      addLogFields(c, { code: 0, taskId, fileType, pages })
      const data = { task_id: taskId, status: publicState({ state }) }
      const envelope = successOf(data, 'The task was submitted. Ask for its result with its task_id.')
      return c.json(warnings.length > 0 ? { ...envelope, warnings } : envelope)
    }),
  )

  app.on('POST', checkPaths, async (c) => {
    const task = await requireTask(c, deps)
    const { checkWaitMs } = deps.settings.tasks
    const options = { ...context, until: deps.clock() + checkWaitMs, signal: c.req.raw.signal }
    return await taskResponse(c, checkWaitMs === 0 ? task : await waitForTask(task, options), deps)
  })

  app.on('POST', [cancelPath], async (c) => {
    const task = await requireTask(c, deps)
    if (!isFinal(task)) await cancelTask(task, context)
    return await taskResponse(c, (await findTask(deps.sql, { ...task, now: deps.clock() })) ?? task, deps)
  })

  app.on('POST', [eventsPath], async (c) => {
    const task = await requireTask(c, deps)
    const { subscriberCount } = tasks.events
    // Each stream polls the database and renders pages.
    if (subscriberCount >= Math.max(1, deps.settings.tasks.checkMaxWaiting))
      throw new ParseError(
        1124,
        `Busy: ${subscriberCount} requests are waiting for tasks, as many as are accepted at once. Ask with ${basePath}/parse/async_check.`,
      )
    return streamEvents(c, task, context)
  })
}

async function requireTask(c: Context<AppEnv>, deps: Deps): Promise<Task> {
  const { fields, apiKey } = await readFormWithKey(c, deps)
  const { id } = apiKey
  const taskId = fields.get('task_id')?.[0]?.trim() ?? ''
  if (taskId === '')
    throw new ParseError(1133, 'Parameter error: task_id is missing. Send the task_id of the submit response.')
  const task = await findTask(deps.sql, { taskId, apiKeyId: id, now: deps.clock() })
  addLogFields(c, { code: 0, apiKeyId: id, taskId: task?.taskId })
  if (task === null) throw taskNotFound(deps)
  return task
}

async function taskResponse(c: Context<AppEnv>, task: Task, deps: Deps): Promise<Response> {
  const check = await checkResponse(task, deps)
  if (check === null) throw taskNotFound(deps)
  c.header('Content-Type', 'application/json')
  const { head, result, tail } = check
  if (result === null || result.size <= MAX_BUFFERED_BYTES) return c.body(await readResponse(check))
  c.header('Content-Length', String(head.length + result.size + tail.length))
  return c.body(streamResponse(check))
}

/** Unknown, expired and other keys' tasks have the same error, so that ids cannot be probed. */
function taskNotFound({ settings }: Deps): ParseError {
  const message = `Task not found: its id is unknown, or its result has expired; results are kept for ${settings.resultTtlHours} hours.`
  return new ParseError(1133, message, { status: 404 })
}
