import type { TaskMessage } from '../../queue/queue.ts'
import { parseTraceparent } from '../../telemetry/trace-context.ts'
import type { Task } from '../store/task-store.ts'
import type { TaskContext } from '../types.ts'

/** `released` is not an attempt; `split`: pages are tried one by one; `lost`: another process has the work. */
export type StepOutcome = 'done' | 'failed' | 'retry' | 'released' | 'split' | 'lost'

interface ObservedStep {
  readonly step: TaskMessage['kind']
  readonly task: Pick<Task, 'taskId' | 'traceparent'>
  readonly attempt: number
  /** Processes that ended while they had this step. */
  readonly crashes: number
  readonly pages?: number
}

/** Records a log line, a span and metrics in the trace of the submitting request. */
export async function observeStep(
  { step, task, attempt, crashes, pages }: ObservedStep,
  { deps }: Pick<TaskContext, 'deps'>,
  work: () => Promise<StepOutcome>,
): Promise<void> {
  const { tracer, metrics, log, clock } = deps
  const { taskId } = task
  const attributes = {
    'sheaf.task': taskId,
    'sheaf.attempt': attempt,
    ...(pages === undefined ? {} : { 'sheaf.pages': pages }),
  }
  const parent = parseTraceparent(task.traceparent)
  await tracer.trace({ name: `task ${step}`, kind: 'consumer', attributes, parent }, async (span) => {
    const startedAt = clock()
    if (crashes > 0) log.warn('the process of a step ended; the step starts again', { taskId, step, crashes })
    let outcome: StepOutcome | 'error' = 'error'
    let reason = {}
    try {
      outcome = await work()
    } catch (error) {
      reason = { error: String(error) }
      throw error
    } finally {
      const ms = clock() - startedAt
      span.setAttributes({ 'sheaf.outcome': outcome })
      metrics?.record('steps', { step, outcome })
      metrics?.record('stepSeconds', { step }, ms / 1000)
      log.info('step', { taskId, step, outcome, attempt, ...(pages === undefined ? {} : { pages }), ms, ...reason })
    }
  })
}
