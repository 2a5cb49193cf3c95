/**
 * An upload becomes a task: the same checks as for a synchronous parse, the document stored, the row made together with
 * the reservation of its pages. What is refused leaves nothing behind; what is accepted survives this process.
 */

import type { Reservation } from '../../accounts/quota.ts'
import type { Deps, TaskDeps } from '../../deps.ts'
import { toHex } from '../../model/bytes.ts'
import type { DocumentInfo } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import { linkSignals } from '../../model/linked-signal.ts'
import { type FormFields, readBoolean } from '../../model/options.ts'
import { choosePages } from '../../model/page-selection.ts'
import { isConverted } from '../../office/conversion-choice.ts'
import { familyOf } from '../../office/formats.ts'
import { checkCallbackUrl } from '../../queue/callback-delivery.ts'
import type { UploadedFile } from '../../uploads/receive-upload.ts'
import { taskPrefix } from '../runner/task-completion.ts'
import { adoptCallback } from '../steps/callback.ts'
import { reservationTtlMs } from '../steps/plan.ts'
import { sourceKey } from '../steps/task-documents.ts'
import { newTaskId, newToken } from '../store/result-files.ts'
import { addTask, findDuplicateTask, type NewTask, type Task, type TaskState } from '../store/task-store.ts'
import { type Admitted, admit } from './admission.ts'

export interface SubmitRequest {
  readonly apiKeyId: string
  readonly fields: FormFields
  readonly file: UploadedFile
  readonly publicOrigin: string
}

export interface Submitted {
  readonly taskId: string
  readonly state: TaskState
  readonly fileType: string
  /** `null`: not counted yet. */
  readonly pages: number | null
  readonly warnings: readonly string[]
}

/**
 * A thread that is free counts pages in milliseconds, and one that reads a scan is free after its page: so long a submit waits, to
 * refuse at once what can't be paid for. Where all stay busy the plan counts.
 */
const countLimitMs = 5000

const otherCallback =
  'callback_url: the equal task that answers this request has still to tell another address; ask for its result with its task_id'

/** Throws `ParseError`s of the contract's table. `signal` aborts when the sender is gone. */
export async function submitTask(
  request: SubmitRequest,
  { deps, tasks }: { deps: Deps; tasks: TaskDeps },
  signal: AbortSignal,
): Promise<Submitted> {
  const { fields, file, apiKeyId } = request
  const wishes = readWishes(fields, deps)
  const admitted = admit(request, deps, wishes.problems)
  const countsLater = isCountedByPlan(admitted, { deps, tasks })
  const taskId = newTaskId()
  // The document first: a task that can be seen can be worked on. Stored while its pages are counted, since both only read.
  const storing = deps.blobs.put(sourceKey(taskId), file.source.kind === 'bytes' ? file.source.bytes : file.stream(), {
    type: 'application/octet-stream',
  })
  storing.catch(() => undefined)
  try {
    const dedupeHash = await hashRequest(request, admitted)
    const now = deps.clock()
    const equal = wishes.dedupe ? await findDuplicateTask(deps.sql, { apiKeyId, dedupeHash, now }) : null
    const info = equal === null && !countsLater ? await countPages(request, admitted, { deps, signal }) : null
    await storing
    const existingTask = equal ?? (await add({ request, admitted, wishes, taskId, dedupeHash, info, now }, deps))
    if (existingTask !== null) {
      await forget(taskId, deps)
      const told =
        wishes.callbackUrl === null || (await adoptCallback(existingTask, wishes.callbackUrl, { deps, tasks }))
      const warnings = told ? admitted.warnings : [...admitted.warnings, otherCallback]
      return {
        taskId: existingTask.taskId,
        state: existingTask.state,
        fileType: existingTask.fileType,
        pages: existingTask.pagesTotal,
        warnings,
      }
    }
    await send(taskId, { deps, tasks })
    return {
      taskId,
      state: 'QUEUING',
      fileType: admitted.fileType,
      pages: info === null ? null : choosePages(admitted.options, info).length,
      warnings: admitted.warnings,
    }
  } catch (error) {
    await storing.catch(() => undefined)
    // Any other error leaves open whether the row was made: then the sweeper finds out.
    if (error instanceof ParseError) await forget(taskId, deps)
    throw error
  }
}

interface Submission {
  readonly request: SubmitRequest
  readonly admitted: Admitted
  readonly wishes: Wishes
  readonly taskId: string
  readonly dedupeHash: string
  readonly info: DocumentInfo | null
  readonly now: number
}

/** Makes the row; the equal task that stands in for it, or `null` when it was made. */
async function add(
  { request, admitted, wishes, taskId, dedupeHash, info, now }: Submission,
  { sql, settings }: Deps,
): Promise<Task | null> {
  const { apiKeyId, publicOrigin } = request
  const pages =
    info === null ? null : { pageCount: info.pageCount, pagesTotal: choosePages(admitted.options, info).length }
  const task: NewTask = {
    ...admitted,
    ...wishes,
    taskId,
    apiKeyId,
    publicOrigin,
    filesToken: newToken(),
    pages,
    dedupeHash,
    now,
  }
  const { quotaTimezone: timezone } = settings
  const reservation: Reservation | null =
    pages === null ? null : { taskId, apiKeyId, pages: pages.pagesTotal, now, timezone, ttlMs: reservationTtlMs }
  return await addTask(sql, task, { reservation, queueMax: settings.tasks.queueMax })
}

async function send(taskId: string, { deps, tasks }: { deps: Deps; tasks: TaskDeps }): Promise<void> {
  try {
    await tasks.queue.send([{ kind: 'plan', taskId }])
  } catch (error) {
    // The row is the truth: the task is accepted, and the sweeper sends what could not be sent.
    deps.log.info('a message could not be sent; the sweeper will', { taskId, error: String(error) })
  }
}

interface Wishes {
  readonly dedupe: boolean
  readonly callbackUrl: string | null
  readonly problems: readonly string[]
}

function readWishes(fields: FormFields, { settings }: Deps): Wishes {
  const problems: string[] = []
  const callbackUrl = fields.get('callback_url')?.[0]?.trim() || null
  const wrong =
    callbackUrl === null ? null : checkCallbackUrl(callbackUrl, { allowPrivate: settings.tasks.callbackAllowPrivate })
  if (wrong !== null) problems.push(`callback_url: ${wrong}`)
  const dedupe = readBoolean('dedupe', fields.get('dedupe')?.[0], problems)
  return { dedupe, callbackUrl, problems }
}

/** Equal for requests whose results would be equal to the byte, links included. */
async function hashRequest(
  { file, publicOrigin }: SubmitRequest,
  { options, fileName, fileType }: Admitted,
): Promise<string> {
  const text = JSON.stringify([await file.digest(), fileName, fileType, options, publicOrigin])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return toHex(hash)
}

/**
 * Whether only the converted document will tell how many pages there are. Where worker processes do the tasks, it is they who have a
 * converter or not. Throws `ParseError` 1139 for what can't be read here.
 */
function isCountedByPlan(admitted: Admitted, { deps, tasks }: { deps: Deps; tasks: TaskDeps }): boolean {
  return tasks.remote === true
    ? familyOf(admitted.fileType) !== null
    : isConverted(admitted, deps.converter !== undefined)
}

/** `null`: no thread was free in time, so the plan counts. */
async function countPages(
  { file, apiKeyId: tenant }: SubmitRequest,
  { fileName, fileType, options }: Admitted,
  { deps, signal }: { deps: Deps; signal: AbortSignal },
): Promise<DocumentInfo | null> {
  const linked = linkSignals([signal], { timeoutMs: countLimitMs })
  try {
    return await deps.pool.inspect(
      { source: file.source, fileName, fileType, password: options.password },
      { signal: linked.signal, urgent: true, tenant },
    )
  } catch (error) {
    if (signal.aborted)
      throw new ParseError(1137, 'The connection was closed before the task was made.', { cause: error })
    // Too many documents wait for a thread: tasks have a queue of their own, with its own limit.
    if (linked.timedOut || (error instanceof ParseError && error.code === 1124)) return null
    throw error
  } finally {
    linked.release()
  }
}

async function forget(taskId: string, { blobs, log }: Deps): Promise<void> {
  try {
    await blobs.remove(taskPrefix(taskId))
  } catch (error) {
    log.warn('a refused document could not be removed; the sweeper will', { taskId, error: String(error) })
  }
}
