/**
 * A check held until its task ends or its time is over. News of this process wake it at once; what other processes do it
 * sees by looking at the row from time to time. Too many waiting are not held at all.
 */
import type { Deps, TaskDeps } from '../../deps.ts'
import { readTask, type Task } from '../store/task-store.ts'
import { isFinal } from './response.ts'

/** How often a waiting check looks at its row unasked. */
const lookEveryMs = 1000

/** The task as it is when the wait ends; the one given when its row has gone. */
export async function waitForTask(
  task: Task,
  { deps, tasks }: { deps: Deps; tasks: TaskDeps },
  signal: AbortSignal,
): Promise<Task> {
  const { checkWaitMs, checkMaxWaiting } = deps.settings.tasks
  if (checkWaitMs === 0 || tasks.events.closed || tasks.events.subscriberCount >= checkMaxWaiting) return task
  const until = deps.clock() + checkWaitMs
  let current = task
  await watchTask(task.taskId, { deps, tasks, untilMs: until, signal }, async (latest) => {
    current = latest
    return isFinal(latest)
  })
  return current
}

interface Watch {
  readonly deps: Deps
  readonly tasks: TaskDeps
  /** On the clock; leave out to watch until the task ends. */
  readonly untilMs?: number
  readonly signal: AbortSignal
  /** Also told of progress, not only of the end. */
  readonly progress?: boolean
}

/** Calls `look` with the row now, after each piece of news and by the clock, until it answers `true`, time is over, the row or the caller is gone. */
export async function watchTask(
  taskId: string,
  { deps, tasks, untilMs, signal, progress = false }: Watch,
  look: (task: Task) => Promise<boolean>,
): Promise<void> {
  let wake = (): void => undefined
  let news = false
  const deafen = tasks.events.subscribe(taskId, (kind) => {
    if (kind === 'progress' && !progress) return
    news = true
    wake()
  })
  const onAbort = (): void => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      news = false
      const task = await readTask(deps.sql, taskId)
      if (task === null || (await look(task)) || tasks.events.closed) return
      const leftMs = untilMs === undefined ? lookEveryMs : Math.min(lookEveryMs, untilMs - deps.clock())
      if (leftMs <= 0) return
      if (news) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    deafen()
    signal.removeEventListener('abort', onAbort)
  }
}
