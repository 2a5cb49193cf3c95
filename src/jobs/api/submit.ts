/** A refused request leaves no row and no blob. */
import type { Reservation } from '../../accounts/quota.ts'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../model/bytes.ts'
import type { DocumentInfo } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import { linkSignals } from '../../model/linked-signal.ts'
import { choosePages } from '../../model/page-selection.ts'
import { type FormFields, readBoolean } from '../../model/read-options.ts'
import { isConverted } from '../../office/conversion-choice.ts'
import { familyOf } from '../../office/formats.ts'
import { checkCallbackUrl } from '../../queue/callback-delivery.ts'
import { formatTraceparent } from '../../telemetry/trace-context.ts'
import type { UploadedFile } from '../../uploads/receive-upload.ts'
import { sendOrLeaveToSweeper } from '../runner/task-completion.ts'
import { TASK_RESERVATION_TTL_MS } from '../steps/plan.ts'
import { type AddedTask, addTask } from '../store/add-task.ts'
import { sourceKey, taskPrefix } from '../store/blob-keys.ts'
import { setCallbackUrl } from '../store/callback-store.ts'
import { newTaskId, newToken } from '../store/result-files.ts'
import { findDuplicateTask, readTask, type Task, type TaskState } from '../store/task-store.ts'
import type { TaskContext } from '../types.ts'
import { type AdmittedRequest, admit, type ParseRequest } from './admission.ts'

export interface SubmitRequest extends ParseRequest {
  readonly apiKeyId: string
  readonly file: UploadedFile
  readonly publicOrigin: string
  /** The plan step counts the pages, so that a damaged document makes a failed task instead of an error. */
  readonly countsLater?: boolean
}

export interface SubmittedTask {
  readonly taskId: string
  readonly state: TaskState
  readonly fileType: string
  readonly pages: number | null
  readonly warnings: readonly string[]
}

/** After it the plan step counts. */
const COUNT_TIMEOUT_MS = 5000

const callbackNotAdopted =
  'callback_url: the existing task for this request still has to call another address; ask for its result with its task_id'

export async function submitTask(
  request: SubmitRequest,
  context: TaskContext,
  signal: AbortSignal,
): Promise<SubmittedTask> {
  const { deps } = context
  const { file, apiKeyId } = request
  const options = readTaskOptions(request.fields, deps)
  const admitted = admit(request, deps, options.problems)
  const countsLater = request.countsLater === true || isCountedByPlan(admitted, context)
  const taskId = newTaskId()
  // A worker can claim the row at once, so the document is stored before it.
  const storing = deps.blobs.put(sourceKey(taskId), file.source.kind === 'bytes' ? file.source.bytes : file.stream(), {
    type: 'application/octet-stream',
  })
  storing.catch(() => undefined)
  try {
    const dedupeHash = await hashRequest(request, admitted)
    const now = deps.clock()
    const duplicate = options.dedupe ? await findDuplicateTask(deps.sql, { apiKeyId, dedupeHash, now }) : null
    const info = duplicate === null && !countsLater ? await countPages(request, admitted, { deps, signal }) : null
    await storing
    const { task, isNew } =
      duplicate === null
        ? await add({ request, admitted, options, taskId, dedupeHash, info, now }, deps)
        : { task: duplicate, isNew: false }
    if (!isNew) {
      await removeDocument(taskId, deps)
      return await joinExistingTask(task, { admitted, callbackUrl: options.callbackUrl }, context)
    }
    await sendOrLeaveToSweeper({ kind: 'plan', taskId, turn: task.turn }, context)
    return {
      taskId,
      state: 'QUEUING',
      fileType: admitted.fileType,
      pages: info === null ? null : choosePages(admitted.options, info).length,
      warnings: admitted.warnings,
    }
  } catch (error) {
    await storing.catch(() => undefined)
    // After other errors the row may exist; the sweeper removes orphans.
    if (error instanceof ParseError) await removeDocument(taskId, deps)
    throw error
  }
}

interface TaskOptions {
  readonly dedupe: boolean
  readonly callbackUrl: string | null
}

function readTaskOptions(
  fields: FormFields,
  { settings }: Deps,
): TaskOptions & { readonly problems: readonly string[] } {
  const problems: string[] = []
  const callbackUrl = fields.get('callback_url')?.[0]?.trim() || null
  const allowPrivate = settings.tasks.callbackAllowPrivate
  const problem = callbackUrl === null ? null : checkCallbackUrl(callbackUrl, { allowPrivate })
  if (problem !== null) problems.push(`callback_url: ${problem}`)
  const dedupe = readBoolean('dedupe', fields.get('dedupe')?.[0], problems)
  return { dedupe, callbackUrl, problems }
}

/** Throws `ParseError` 1139 for files that cannot be read without the remote converter. */
function isCountedByPlan(admitted: AdmittedRequest, { deps, tasks }: TaskContext): boolean {
  return tasks.remote === true
    ? familyOf(admitted.fileType) !== null
    : isConverted(admitted, deps.converter !== undefined)
}

/** Equal for requests with identical results, links included. */
async function hashRequest(
  { file, publicOrigin }: SubmitRequest,
  { options, fileName, fileType }: AdmittedRequest,
): Promise<string> {
  const text = JSON.stringify([await file.digest(), fileName, fileType, options, publicOrigin])
  return await sha256(new TextEncoder().encode(text))
}

async function countPages(
  { file, apiKeyId: tenant }: SubmitRequest,
  { fileName, fileType, options }: AdmittedRequest,
  { deps, signal }: { deps: Deps; signal: AbortSignal },
): Promise<DocumentInfo | null> {
  const linked = linkSignals([signal], { timeoutMs: COUNT_TIMEOUT_MS })
  try {
    return await deps.pool.inspect(
      { source: file.source, fileName, fileType, password: options.password },
      { signal: linked.signal, urgent: true, tenant },
    )
  } catch (error) {
    if (signal.aborted)
      throw new ParseError(1137, 'The connection was closed before the task was created.', { cause: error })
    if (linked.timedOut || (error instanceof ParseError && error.code === 1124)) return null
    throw error
  } finally {
    linked.release()
  }
}

interface Submission {
  readonly request: SubmitRequest
  readonly admitted: AdmittedRequest
  readonly options: TaskOptions
  readonly taskId: string
  readonly dedupeHash: string
  readonly info: DocumentInfo | null
  readonly now: number
}

async function add(
  { request, admitted, options, taskId, dedupeHash, info, now }: Submission,
  { sql, settings, tracer }: Deps,
): Promise<AddedTask> {
  const trace = tracer.current()
  const traceparent = trace === null ? null : formatTraceparent(trace)
  const { apiKeyId, publicOrigin } = request
  const { dedupe, callbackUrl } = options
  const { quotaTimezone: timezone, tasks } = settings
  const pages =
    info === null ? null : { pageCount: info.pageCount, pagesTotal: choosePages(admitted.options, info).length }
  const reservation: Reservation | null =
    pages === null ? null : { taskId, apiKeyId, pages: pages.pagesTotal, now, timezone, ttlMs: TASK_RESERVATION_TTL_MS }
  const filesToken = newToken()
  return await addTask(
    sql,
    {
      ...admitted,
      dedupe,
      callbackUrl,
      taskId,
      apiKeyId,
      publicOrigin,
      filesToken,
      pages,
      dedupeHash,
      traceparent,
      now,
    },
    { reservation, queueMax: tasks.queueMax },
  )
}

/** Adopts the callback URL unless another one is pending. */
async function joinExistingTask(
  { taskId, state, fileType, pagesTotal }: Task,
  { admitted, callbackUrl }: { admitted: AdmittedRequest; callbackUrl: string | null },
  context: TaskContext,
): Promise<SubmittedTask> {
  const { sql, clock } = context.deps
  let warnings = admitted.warnings
  if (callbackUrl !== null) {
    const adopted = await setCallbackUrl(sql, taskId, { url: callbackUrl, now: clock() })
    if (!adopted) warnings = [...warnings, callbackNotAdopted]
    else if ((await readTask(sql, taskId))?.callbackState === 'pending')
      await sendOrLeaveToSweeper({ kind: 'callback', taskId }, context)
  }
  return { taskId, state, fileType, pages: pagesTotal, warnings }
}

async function removeDocument(taskId: string, { blobs, log }: Deps): Promise<void> {
  try {
    await blobs.remove(taskPrefix(taskId))
  } catch (error) {
    log.warn('a refused document could not be removed; the sweeper will', { taskId, error: String(error) })
  }
}
