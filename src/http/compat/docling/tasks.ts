/** Each file is a task. The client's id contains their ids and the options: nothing else is stored. */
import type { Context } from 'hono'
import type { ApiKey } from '../../../accounts/api-keys.ts'
import { submitTask } from '../../../jobs/api/submit.ts'
import { waitForTask } from '../../../jobs/api/wait.ts'
import { cancelTask } from '../../../jobs/runner/task-completion.ts'
import { findTask, isFinal, readTask, type Task } from '../../../jobs/store/task-store.ts'
import type { TaskContext } from '../../../jobs/types.ts'
import { type ErrorCode, errorTable, ParseError } from '../../../model/errors.ts'
import type { UploadedFile } from '../../../uploads/receive-upload.ts'
import { type AppEnv, addLogFields } from '../../app-env.ts'
import { publicOrigin } from '../../public-origin.ts'
import { consumeRate, refuseEmpty } from '../../receive-request.ts'
import { rethrowFor } from '../access.ts'
import { readStoredResult } from '../parsed-json.ts'
import { type DoclingFormat, type DoclingOptions, doclingFormats } from './options.ts'
import type { FileResult } from './responses.ts'

type ResponseOptions = Pick<DoclingOptions, 'formats' | 'zip' | 'artifacts' | 'chunking' | 'chunksOnly'>

const letters: Readonly<Record<DoclingFormat | 'zip' | 'artifacts' | 'chunking' | 'chunksOnly', string>> = {
  md: 'm',
  json: 'j',
  html: 'h',
  text: 't',
  doctags: 'd',
  zip: 'z',
  artifacts: 'a',
  chunking: 'c',
  chunksOnly: 'o',
}
const idPattern = /^[0-9a-f]{32}(?:-[0-9a-f]{32}){0,19}_[mjhtdzaco]{1,9}$/

/** Submits all files or none: after an error, earlier tasks are canceled. Of several files, damaged ones fail later. */
export async function submitFiles(
  c: Context<AppEnv>,
  { files, apiKey, options }: { files: readonly UploadedFile[]; apiKey: ApiKey; options: DoclingOptions },
  context: TaskContext,
): Promise<object> {
  const ids: string[] = []
  try {
    for (const file of files) {
      await consumeRate(apiKey, context.deps)
      refuseEmpty(file)
      const request = {
        ...options.own,
        apiKeyId: apiKey.id,
        file,
        publicOrigin: publicOrigin(c, context.deps.settings),
        countsLater: files.length > 1 && !options.abortOnError,
      }
      const submitted = submitTask(request, context, c.req.raw.signal)
      ids.push((await (files.length === 1 ? submitted : submitted.catch(rethrowFor(file.fileName)))).taskId)
    }
  } catch (error) {
    for (const id of ids) {
      const task = await readTask(context.deps.sql, id)
      if (task !== null && !isFinal(task)) await cancelTask(task, context)
    }
    throw error
  }
  addLogFields(c, { code: 0, taskId: ids[0] })
  const flags = [
    ...options.formats,
    ...(['zip', 'artifacts', 'chunking', 'chunksOnly'] as const).filter((name) => options[name]),
  ]
  const warnings = options.warnings.length === 0 ? {} : { warnings: options.warnings }
  return {
    task_id: `${ids.join('-')}_${flags.map((flag) => letters[flag]).join('')}`,
    task_type: options.chunking ? 'chunk' : 'convert',
    task_status: 'pending',
    task_position: null,
    task_meta: metaOf(files.map(() => 'pending')),
    ...warnings,
  }
}

export interface DoclingTask {
  readonly id: string
  readonly tasks: readonly Task[]
  readonly options: ResponseOptions
}

/** Throws `ParseError` 1133 with status 404 for unknown, expired and foreign tasks. */
export async function requireTasks(id: string, apiKey: ApiKey, { deps }: TaskContext): Promise<DoclingTask> {
  const [ids = '', flags = ''] = idPattern.test(id) ? id.split('_') : []
  const has = (name: keyof typeof letters): boolean => flags.includes(letters[name])
  const found = await Promise.all(
    ids.split('-').map((taskId) => findTask(deps.sql, { taskId, apiKeyId: apiKey.id, now: deps.clock() })),
  )
  const tasks = found.filter((task) => task !== null)
  if (tasks.length === 0 || tasks.length < found.length) throw new ParseError(1133, 'Task not found.', { status: 404 })
  return {
    id,
    tasks,
    options: {
      formats: doclingFormats.filter(has),
      zip: has('zip'),
      artifacts: has('artifacts'),
      chunking: has('chunking'),
      chunksOnly: has('chunksOnly'),
    },
  }
}

export async function waitForEnd(
  task: DoclingTask,
  seconds: number,
  { context, signal }: { context: TaskContext; signal: AbortSignal },
): Promise<DoclingTask> {
  if (seconds === 0) return task
  const until = context.deps.clock() + seconds * 1000
  const tasks: Task[] = []
  for (const one of task.tasks) tasks.push(await waitForTask(one, { ...context, until, signal }))
  return { ...task, tasks }
}

type Status = 'pending' | 'started' | 'success' | 'failure'

export function statusJson({ id, tasks, options }: DoclingTask): object {
  const states = tasks.map(statusOf)
  return {
    task_id: id,
    task_type: options.chunking ? 'chunk' : 'convert',
    task_status: overall(states),
    task_position: null,
    task_meta: metaOf(states),
    ...(overall(states) === 'failure' ? { error_message: tasks[0]?.error ?? '' } : {}),
  }
}

function statusOf({ state }: Task): Status {
  const states = {
    QUEUING: 'pending',
    PROCESSING: 'started',
    JOINING: 'started',
    SUCCESS: 'success',
    FAILED: 'failure',
  } as const
  return states[state]
}

function overall(states: readonly Status[]): Status {
  if (states.every((state) => state === 'pending')) return 'pending'
  if (states.some((state) => state === 'pending' || state === 'started')) return 'started'
  return states.includes('success') ? 'success' : 'failure'
}

function metaOf(states: readonly Status[]): object {
  const count = (state: Status): number => states.filter((one) => one === state).length
  return {
    num_docs: states.length,
    num_processed: count('success') + count('failure'),
    num_succeeded: count('success'),
    num_failed: count('failure'),
  }
}

/** Throws `ParseError` 1133 with status 404 while a task is running. */
export async function readResults({ tasks }: DoclingTask, { deps }: TaskContext): Promise<FileResult[]> {
  if (!tasks.every(isFinal))
    throw new ParseError(1133, 'Task result not found. Please wait for a completion status.', { status: 404 })
  return await Promise.all(tasks.map((task) => readResult(task, deps)))
}

async function readResult(task: Task, deps: TaskContext['deps']): Promise<FileResult> {
  const { fileName, fileType, warnings, error, errorCode } = task
  if (task.state !== 'SUCCESS') {
    const code = (errorCode ?? 1137) as ErrorCode
    return { fileName, error: { code, message: error ?? '', status: errorTable[code].status } }
  }
  const stored = await readStoredResult(task, deps)
  if (stored === null) throw new ParseError(1133, 'Task not found.', { status: 404 })
  return { fileName, fileType, digest: task.taskId, outputs: stored.outputs, warnings }
}
