import { callbackSecret } from '../../accounts/callback-secrets.ts'
import type { Deps } from '../../deps.ts'
import { concatBytes, toHex } from '../../model/bytes.ts'
import { checkResponse, readResponse } from '../api/response.ts'
import { createLeaseOwner } from '../runner/lease.ts'
import { observeStep, type StepOutcome } from '../runner/observe-step.ts'
import { claimCallback, finishCallback } from '../store/callback-store.ts'
import type { Task } from '../store/task-store.ts'
import type { Lease } from '../store/task-transitions.ts'
import type { StepContext } from '../types.ts'

const retryDelaysMs = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
const TIMEOUT_MS = 15_000
const LEASE_MS = 4 * TIMEOUT_MS
/** Maximum size of a body, because signing needs it in memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

export async function sendCallback(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks, stop } = context
  const { sql } = deps
  const lease = { taskId, owner: createLeaseOwner(tasks) }
  const task = await claimCallback(sql, lease, { now: deps.clock(), leaseMs: LEASE_MS })
  if (task === null || task.callbackUrl === null || stop.aborted) return
  const url = task.callbackUrl
  await observeStep({ step: 'callback', task, attempt: task.callbackAttempts }, context, () =>
    deliver({ task, url, lease }, context),
  )
}

async function deliver(
  { task, url, lease }: { task: Task; url: string; lease: Lease },
  { deps, tasks }: StepContext,
): Promise<StepOutcome> {
  const { sql, settings, log } = deps
  const { taskId } = task
  const body = await bodyOf(task, deps)
  const secret = await callbackSecret(sql, task.apiKeyId, settings.tasks.serverSecret)
  const headers = await signedHeaders(body, { secret, now: deps.clock() })
  const result = await tasks.deliver({ url, headers, body, timeoutMs: TIMEOUT_MS })
  const retryDelayMs = retryDelaysMs[task.callbackAttempts - 1]
  const isFinalFailure = !result.ok && (result.permanent || retryDelayMs === undefined)
  const state = result.ok ? 'done' : isFinalFailure ? 'failed' : 'pending'
  const delayMs = retryDelayMs ?? 0
  await finishCallback(sql, lease, { state, nextAt: deps.clock() + delayMs })
  if (!result.ok)
    log.warn('a callback failed', {
      taskId,
      attempt: task.callbackAttempts,
      reason: result.reason,
      again: state === 'pending',
    })
  if (state === 'pending') await tasks.queue.send([{ kind: 'callback', taskId }], { delayMs })
  return result.ok ? 'done' : state === 'pending' ? 'retry' : 'failed'
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
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const signed = concatBytes([encoder.encode(`${seconds}.`), body])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return { 'Content-Type': 'application/json', 'X-Sheaf-Signature': `t=${seconds},v1=${toHex(signature)}` }
}
