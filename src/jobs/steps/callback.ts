/**
 * The end of a task told to the address that its sender named: the check body, signed, tried again with growing pauses
 * until somebody takes it or the attempts are spent.
 */

import { callbackSecret } from '../../accounts/callback-secrets.ts'
import type { Deps, TaskDeps } from '../../deps.ts'
import { concatBytes, toHex } from '../../model/bytes.ts'
import { checkResponse, readResponse } from '../api/response.ts'
import type { StepContext } from '../runner/lease.ts'
import { createLeaseOwner } from '../runner/lease.ts'
import { readTask, type Task, UNFINISHED } from '../store/task-store.ts'

/** Pauses after the first, second, … attempt; one attempt more than there are pauses. */
const pausesMs = [10_000, 60_000, 300_000, 1_800_000, 7_200_000]
const timeoutMs = 15_000
/** A delivery that died with its process is tried again after this. */
const leaseMs = 4 * timeoutMs
/** A body is signed as a whole, so it is in memory as a whole; larger results are left out and can be fetched. */
const maxBodyBytes = 64 * 1024 * 1024

export async function callBack(taskId: string, { deps, tasks, stop }: StepContext): Promise<void> {
  const { sql, settings, log } = deps
  const holder = createLeaseOwner(tasks)
  const now = deps.clock()
  const claimed = await sql.run(
    `UPDATE tasks SET lease_owner = ?2, callback_attempts = callback_attempts + 1, callback_at = ?3
     WHERE task_id = ?1 AND callback_state = 'pending' AND callback_at <= ?4`,
    [taskId, holder, now + leaseMs, now],
  )
  const task = claimed === 0 ? null : await readTask(sql, taskId)
  if (task === null || task.callbackUrl === null || stop.aborted) return
  const body = await bodyOf(task, deps)
  const secret = await callbackSecret(sql, task.apiKeyId, settings.tasks.serverSecret)
  const answer = await tasks.deliver({
    url: task.callbackUrl,
    headers: await signedHeaders(body, { secret, now: deps.clock() }),
    body,
    timeoutMs,
  })
  const pause = pausesMs[task.callbackAttempts - 1]
  const state = answer.ok ? 'done' : answer.permanent || pause === undefined ? 'failed' : 'pending'
  await sql.run(
    'UPDATE tasks SET callback_state = ?3, callback_at = ?4, lease_owner = NULL WHERE task_id = ?1 AND lease_owner = ?2',
    [taskId, holder, state, deps.clock() + (pause ?? 0)],
  )
  if (!answer.ok)
    log.warn('a callback failed', {
      taskId,
      attempt: task.callbackAttempts,
      reason: answer.reason,
      again: state === 'pending',
    })
  if (state === 'pending') await tasks.queue.send([{ kind: 'callback', taskId }], { delayMs: pause ?? 0 })
}

/**
 * Has a task that stands in for an equal one tell the later sender's address too; at once when it has ended. `false` when
 * another address is still to be told: a task has one at a time.
 */
export async function adoptCallback(
  task: Pick<Task, 'taskId'>,
  url: string,
  { deps, tasks }: { deps: Deps; tasks: TaskDeps },
): Promise<boolean> {
  const { taskId } = task
  const changed = await deps.sql.run(
    `UPDATE tasks SET callback_url = ?2, callback_attempts = 0, callback_at = ?3, callback_state = CASE WHEN state IN ${UNFINISHED} THEN NULL ELSE 'pending' END
     WHERE task_id = ?1 AND (callback_url IS NULL OR callback_url = ?2 OR callback_state IN ('done', 'failed'))`,
    [taskId, url, deps.clock()],
  )
  if (changed > 0 && (await readTask(deps.sql, taskId))?.callbackState === 'pending')
    await tasks.queue.send([{ kind: 'callback', taskId }])
  return changed > 0
}

async function bodyOf(task: Task, deps: StepContext['deps']): Promise<Uint8Array> {
  const whole = await checkResponse(task, deps)
  if (whole !== null && (whole.result?.size ?? 0) <= maxBodyBytes) return await readResponse(whole)
  await whole?.result?.body.cancel()
  const small = await checkResponse(task, deps, { withResult: false })
  if (small === null) throw new Error(`Task ${task.taskId} has no answer`)
  return await readResponse(small)
}

/** `t=<unix seconds>,v1=<hex HMAC-SHA256(secret, t + "." + body)>` */
async function signedHeaders(
  body: Uint8Array,
  { secret, now }: { secret: string; now: number },
): Promise<Record<string, string>> {
  const seconds = String(Math.floor(now / 1000))
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const prefix = encoder.encode(`${seconds}.`)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, concatBytes([prefix, body])))
  return { 'Content-Type': 'application/json', 'X-Sheaf-Signature': `t=${seconds},v1=${toHex(signature)}` }
}
