import { isFinal, readTask, type Task } from '../store/task-store.ts'
import type { TaskContext } from '../types.ts'

const POLL_MS = 1000
const TASK_POLL_MS = 500

interface WaitOptions extends TaskContext {
  /** In Unix milliseconds. */
  readonly until?: number
  readonly signal: AbortSignal
}

/** Waits until the task ends or the time is over, unless `ASYNC_CHECK_MAX_WAITING` requests are waiting. */
export async function waitForTask(task: Task, { deps, tasks, ...options }: WaitOptions): Promise<Task> {
  const { checkWaitMs, checkMaxWaiting } = deps.settings.tasks
  if (isFinal(task) || tasks.events.closed || tasks.events.subscriberCount >= checkMaxWaiting) return task
  // On Workers, events of other requests cannot wake this one.
  const watch = checkWaitMs === 0 ? pollTask : watchTask
  let latest = task
  await watch(task.taskId, { deps, tasks, ...options }, async (changed) => {
    latest = changed
    return isFinal(changed)
  })
  return latest
}

interface WatchOptions extends WaitOptions {
  readonly progress?: boolean
}

/** Calls `visit` after each event or poll until it returns `true` or the wait is over. */
export async function watchTask(
  taskId: string,
  { deps, tasks, until, signal, progress = false }: WatchOptions,
  visit: (task: Task) => Promise<boolean>,
): Promise<void> {
  let wake = (): void => undefined
  let changed = false
  const unsubscribe = tasks.events.subscribe(taskId, (event) => {
    if (event === 'progress' && !progress) return
    changed = true
    wake()
  })
  const onAbort = (): void => wake()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      changed = false
      const task = await readTask(deps.sql, taskId)
      if (task === null || (await visit(task)) || tasks.events.closed) return
      const waitMs = until === undefined ? POLL_MS : Math.min(POLL_MS, until - deps.clock())
      if (waitMs <= 0) return
      if (changed) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', onAbort)
  }
}

const pollTask: typeof watchTask = async (taskId, { deps, until = 0, signal }, visit) => {
  for (;;) {
    const task = await readTask(deps.sql, taskId)
    if (task === null || (await visit(task)) || signal.aborted || deps.clock() + TASK_POLL_MS > until) return
    await new Promise((resolve) => setTimeout(resolve, TASK_POLL_MS))
  }
}
