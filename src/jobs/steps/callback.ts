import { callbackSecret } from '../../accounts/callback-secrets.ts'
import type { Deps } from '../../deps.ts'
import { concatBytes, hmacSha256 } from '../../model/bytes.ts'
import { describeError, UnavailableError } from '../../model/errors.ts'
import type { DeliveryResult } from '../../queue/callback-delivery.ts'
import { checkResponse, readResponse } from '../api/response.ts'
import { createLeaseOwner } from '../runner/lease.ts'
import { observeStep, type StepOutcome } from '../runner/observe-step.ts'
import { claimCallback, finishCallback, releaseCallback } from '../store/callback-store.ts'
import type { Task } from '../store/task-store.ts'
import type { Lease } from '../store/task-transitions.ts'
import type { StepContext, TaskContext } from '../types.ts'

const retryDelaysMs = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
/** Maximum ends of the process in a row, most of which are restarts of the service. */
const MAX_CRASHES = 10
const TIMEOUT_MS = 15_000
const LEASE_MS = 4 * TIMEOUT_MS
/** Maximum size of a body, because signing needs it in memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

export async function sendCallback(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks, stop } = context
  const { sql } = deps
  if (stop.aborted) return
  const lease = { taskId, owner: createLeaseOwner(tasks) }
  const task = await claimCallback(sql, lease, { now: deps.clock(), leaseMs: LEASE_MS })
  if (task === null || task.callbackUrl === null) return
  const url = task.callbackUrl
  // Attempts count at their end, so that a restart of the service takes none of them.
  const attempt = task.callbackAttempts + 1
  await observeStep({ step: 'callback', task, attempt, crashes: task.crashes }, context, () =>
    deliver({ task, url, lease, attempt }, context),
  )
}

interface Attempt {
  readonly task: Task
  readonly url: string
  readonly lease: Lease
  /** Counts from 1. */
  readonly attempt: number
}

async function deliver({ attempt, ...call }: Attempt, { deps, tasks }: StepContext): Promise<StepOutcome> {
  const { lease } = call
  const { taskId } = lease
  const { sql, log } = deps
  const result = await send(call, { deps, tasks }).catch(async (error: unknown) => {
    await releaseCallback(sql, lease)
    throw error
  })
  const retryDelayMs = retryDelaysMs[attempt - 1]
  const isFinalFailure = !result.ok && (result.permanent || retryDelayMs === undefined)
  const state = result.ok ? 'done' : isFinalFailure ? 'failed' : 'pending'
  const delayMs = retryDelayMs ?? 0
  await finishCallback(sql, lease, { state, nextAt: deps.clock() + delayMs })
  if (!result.ok)
    log.warn('a callback failed', {
      taskId,
      attempt,
      reason: result.reason,
      again: state === 'pending',
    })
  if (state === 'pending') await tasks.queue.send([{ kind: 'callback', taskId }], { delayMs })
  return result.ok ? 'done' : state === 'pending' ? 'retry' : 'failed'
}

/** Throws only while a store is unavailable. */
async function send(
  { task, url }: Pick<Attempt, 'task' | 'url'>,
  { deps, tasks }: TaskContext,
): Promise<DeliveryResult> {
  if (task.crashes >= MAX_CRASHES)
    return { ok: false, reason: `its process ended unexpectedly ${task.crashes} times`, permanent: true }
  let body: Uint8Array
  try {
    body = await bodyOf(task, deps)
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    return { ok: false, reason: `the body could not be made: ${describeError(error)}`, permanent: false }
  }
  const secret = await callbackSecret(deps.sql, task.apiKeyId, deps.settings.tasks.serverSecret)
  const headers = await signedHeaders(body, { secret, now: deps.clock() })
  return await tasks.deliver({ url, headers, body, timeoutMs: TIMEOUT_MS })
}

async function bodyOf(task: Task, deps: Deps): Promise<Uint8Array> {
  const response = await checkResponse(task, deps)
  if (response !== null && (response.result?.size ?? 0) <= MAX_BODY_BYTES) return await readResponse(response)
  await response?.result?.body.cancel()
  const withoutResult = await checkResponse(task, deps, { withResult: false })
  if (withoutResult === null) throw new Error(`Task ${task.taskId} has no response`)
  return await readResponse(withoutResult)
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256(secret, t + "." + body)>` */
async function signedHeaders(
  body: Uint8Array,
  { secret, now }: { secret: string; now: number },
): Promise<Record<string, string>> {
  const seconds = String(Math.floor(now / 1000))
  const signature = await hmacSha256(secret, concatBytes([new TextEncoder().encode(`${seconds}.`), body]))
  return { 'Content-Type': 'application/json', 'X-Sheaf-Signature': `t=${seconds},v1=${signature}` }
}
