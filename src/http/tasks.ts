/**
 * The routes of asynchronous parsing: submit, check (held until the task ends), cancel. Tasks of other keys look like
 * tasks that never were. Where a deployment has no queue, they say so at once, without reading the upload.
 */
import type { Context, Hono } from 'hono'
import type { Deps, TaskDeps } from '../deps.ts'
import { checkResponse, readResponse, streamResponse } from '../jobs/api/response.ts'
import { submitTask } from '../jobs/api/submit.ts'
import { waitForTask } from '../jobs/api/wait.ts'
import { cancelTask } from '../jobs/runner/task-completion.ts'
import { findTask, isFinal, type Task } from '../jobs/store/task-store.ts'
import { ParseError } from '../model/errors.ts'
import { readForm } from '../uploads/small-form.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'
import { type Envelope, methodNotAllowedResponse } from './error-responses.ts'
import { streamEvents } from './events.ts'
import { withUpload } from './receive-request.ts'
import { requireKey } from './require-key.ts'
import type { UploadLimiter } from './upload-limits.ts'

/** The second of each is what older clients call it. */
const submitPaths = [`${basePath}/parse/async`, `${basePath}/extract/async`]
const checkPaths = [`${basePath}/parse/async_check`, `${basePath}/extract/async_check`]
const cancelPath = `${basePath}/parse/async_cancel`
const eventsPath = `${basePath}/parse/async_events`
/** Results up to this size are sent in one piece, which costs a third of what a stream of them does. */
const wholeBytes = 65_536

export function routeTasks(app: Hono<AppEnv>, deps: Deps, gate: UploadLimiter): void {
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
  else routeQueued(app, { deps, tasks, gate })
  for (const path of all) app.all(path, methodNotAllowedResponse('POST'))
}

function routeQueued(
  app: Hono<AppEnv>,
  { deps, tasks, gate }: { deps: Deps; tasks: TaskDeps; gate: UploadLimiter },
): void {
  app.on('POST', submitPaths, (c) =>
    withUpload(c, { deps, gate }, async (request) => {
      const { taskId, state, fileType, pages, warnings } = await submitTask(request, { deps, tasks }, c.req.raw.signal)
      addLogFields(c, { code: 0, taskId, fileType, pages })
      const status = state === 'JOINING' ? 'PROCESSING' : state
      const message = 'The task was submitted. Ask for its result with its task_id.'
      const envelope: Envelope = {
        code: 0,
        message,
        data: { task_id: taskId, status },
        ...(warnings.length > 0 ? { warnings } : {}),
      }
      return c.json(envelope)
    }),
  )

  app.on('POST', checkPaths, async (c) => {
    const task = await requireTask(c, deps)
    const ended = isFinal(task) ? task : await waitForTask(task, { deps, tasks }, c.req.raw.signal)
    return await answer(c, ended, deps)
  })

  app.on('POST', [cancelPath], async (c) => {
    const task = await requireTask(c, deps)
    if (!isFinal(task)) await cancelTask(task, { deps, tasks })
    return await answer(c, (await findTask(deps.sql, { ...task, now: deps.clock() })) ?? task, deps)
  })

  app.on('POST', [eventsPath], async (c) => {
    const task = await requireTask(c, deps)
    const { subscriberCount } = tasks.events
    // Each stream looks at its row every second, and draws the pages it shows.
    if (subscriberCount >= Math.max(1, deps.settings.tasks.checkMaxWaiting))
      throw new ParseError(
        1124,
        `Busy: ${subscriberCount} requests wait for news of tasks, as many as are held at once. Ask with ${basePath}/parse/async_check.`,
      )
    return streamEvents(c, task, { deps, tasks })
  })
}

async function requireTask(c: Context<AppEnv>, deps: Deps): Promise<Task> {
  const fields = await readForm(c.get('body'), c.req.raw.headers)
  const { id } = await requireKey(fields, deps)
  const taskId = fields.get('task_id')?.[0]?.trim() ?? ''
  if (taskId === '')
    throw new ParseError(1133, 'Parameter error: task_id is missing. Send the task_id that submitting answered.')
  const task = await findTask(deps.sql, { taskId, apiKeyId: id, now: deps.clock() })
  addLogFields(c, { code: 0, apiKeyId: id, taskId: task?.taskId })
  if (task === null) throw notFound(deps)
  return task
}

async function answer(c: Context<AppEnv>, task: Task, deps: Deps): Promise<Response> {
  const check = await checkResponse(task, deps)
  if (check === null) throw notFound(deps)
  c.header('Content-Type', 'application/json')
  const { head, result, tail } = check
  if (result === null || result.size <= wholeBytes) return c.body(await readResponse(check))
  c.header('Content-Length', String(head.length + result.size + tail.length))
  return c.body(streamResponse(check))
}

/** Unknown, another key's and expired ones look the same, so that ids can't be probed. */
function notFound({ settings }: Deps): ParseError {
  const message = `Task not found: its id is unknown, or its result has expired; results are kept for ${settings.resultTtlHours} hours.`
  return new ParseError(1133, message, { status: 404 })
}
