import { computed, signal } from '@preact/signals'
import { formOf, type Problem, post, problemOf } from '../client/api.ts'
import { followTask } from '../client/events.ts'
import { apiKey } from '../client/stored.ts'
import type { Chunk, Envelope, Metadata, Page, ParseResult, TaskData } from '../client/types.ts'
import { formFields, type OptionValues, optionValues } from './options.ts'
import { fillGaps } from './page-gaps.ts'

interface RunProblem extends Problem {
  /** Whether the task failed, not the request. */
  readonly ofTask: boolean
}

export interface Run {
  readonly id: number
  readonly fileName: string
  /** `null` for tasks opened by id. */
  readonly file: File | null
  readonly sample: string | null
  readonly values: OptionValues
  readonly fields: readonly (readonly [string, string])[]
  readonly mode: 'sync' | 'async'
  readonly taskId: string | null
  readonly recentId: number | null
  readonly status: 'sending' | 'waiting' | 'parsing' | 'done' | 'failed' | 'canceled'
  readonly isReconnecting: boolean
  readonly done: number
  readonly total: number | null
  /** In page order; preliminary and with gaps while the task runs. */
  readonly pages: readonly Page[]
  readonly markdown: string | null
  readonly html: string | null
  readonly zip: string | null
  readonly chunks: readonly Chunk[]
  readonly metadata: Metadata
  readonly warnings: readonly string[]
  readonly problem: RunProblem | null
  readonly startedAt: number
  readonly endedAt: number | null
}

export type Mode = 'auto' | 'sync' | 'async'

/** Maximum bytes of a synchronous request. Larger files become tasks, which report progress. */
const MAX_SYNC_BYTES = 1_000_000

export const mode = signal<Mode>('auto')
export const runs = signal<readonly Run[]>([])
export const currentId = signal(0)
export const current = computed(() => runs.value.find(({ id }) => id === currentId.value) ?? null)

const controllers = new Map<number, AbortController>()
let lastId = 0

export function isRunning({ status }: Run): boolean {
  return status === 'sending' || status === 'waiting' || status === 'parsing'
}

function change(id: number, changes: Partial<Run>): void {
  runs.value = runs.value.map((run) => (run.id === id ? { ...run, ...changes } : run))
}

function addRun(run: Pick<Run, 'fileName' | 'file' | 'sample' | 'values' | 'mode' | 'taskId'>, isShown = true): Run {
  const added: Run = {
    ...run,
    id: ++lastId,
    fields: formFields(run.values),
    recentId: null,
    status: 'sending',
    isReconnecting: false,
    done: 0,
    total: null,
    pages: [],
    markdown: null,
    html: null,
    zip: null,
    chunks: [],
    metadata: {},
    warnings: [],
    problem: null,
    startedAt: Date.now(),
    endedAt: null,
  }
  runs.value = [...runs.value, added]
  if (isShown) currentId.value = added.id
  return added
}

export function addFinished(run: Run): void {
  const added = { ...run, id: ++lastId }
  runs.value = [...runs.value, added]
  currentId.value = added.id
}

export function setRecentId(id: number, recentId: number): void {
  change(id, { recentId })
}

interface StartOptions {
  readonly values: OptionValues
  readonly sample?: string | null
  readonly isShown?: boolean
}

/** Resolves when the run has ended, also with an error. */
export async function startRun(file: File, { values, sample = null, isShown = true }: StartOptions): Promise<void> {
  const isAsync =
    mode.value === 'async' ||
    (mode.value === 'auto' && (file.size > MAX_SYNC_BYTES || values.callback_url !== '' || values.dedupe === 'true'))
  const added = { fileName: file.name, file, sample, values, taskId: null }
  const run = addRun({ ...added, mode: isAsync ? 'async' : 'sync' }, isShown)
  await end(run.id, async (signal) => {
    const form = new FormData()
    form.append('api_key', apiKey.value.trim())
    for (const [name, value] of run.fields) form.append(name, value)
    form.append('file', file, file.name)
    if (!isAsync) {
      change(run.id, { status: 'parsing' })
      const { data, warnings } = await post<{ result: ParseResult; metadata: Metadata }>('parse/sync', form, signal)
      return finished(data.result, data.metadata, warnings)
    }
    const { data } = await post<{ task_id: string }>('parse/async', form, signal)
    change(run.id, { taskId: data.task_id, status: 'waiting' })
    return await follow(run.id, data.task_id, signal)
  })
}

/** With the options that are now chosen. */
export function repeatRun({ file, sample }: Run): void {
  if (file !== null) startRun(file, { values: optionValues.value, sample }).catch(() => undefined)
}

export async function openTask(taskId: string, values: OptionValues): Promise<void> {
  const run = addRun({ fileName: '', file: null, sample: null, values, mode: 'async', taskId })
  change(run.id, { status: 'waiting' })
  await end(run.id, (signal) => follow(run.id, taskId, signal))
}

/** For example, because it belongs to another key. */
export function isUnopened({ file, taskId, problem }: Run): boolean {
  return file === null && taskId !== null && problem !== null && !problem.ofTask
}

export async function reopenTask({ id, taskId }: Run): Promise<void> {
  if (taskId === null) return
  change(id, { status: 'waiting', problem: null, startedAt: Date.now(), endedAt: null })
  await end(id, (signal) => follow(id, taskId, signal))
}

async function follow(id: number, taskId: string, signal: AbortSignal): Promise<Partial<Run>> {
  const pages = new Map<number, Page>()
  const sent = runs.peek().find((run) => run.id === id && run.file !== null)
  const isWhole = sent?.values.page_range === ''
  const envelope: Envelope<TaskData> = await followTask(
    { apiKey: apiKey.value.trim(), taskId },
    {
      progress: ({ status, done, total }) =>
        change(id, { status: status === 'QUEUING' ? 'waiting' : 'parsing', done, total }),
      page(page) {
        // A new connection sends them again.
        if (pages.has(page.page_num)) return
        // Images of a running task are stored with its result.
        pages.set(page.page_num, { ...page, page_image_url: '' })
        const sorted = [...pages.values()].sort((a, b) => a.page_num - b.page_num)
        change(id, { pages: isWhole ? fillGaps(pages) : sorted })
      },
      reconnecting: (isLost) => change(id, { isReconnecting: isLost }),
    },
    signal,
  )
  const { data, warnings } = envelope
  const fileName = data.file_name
  if (data.result !== null) return { fileName, ...finished(data.result, data.metadata, warnings) }
  const isCanceled = data.error === 'cancelled'
  if (isCanceled) return { fileName, status: 'canceled' }
  const problem = { code: data.error_code ?? 0, detail: data.error ?? '', ofTask: true }
  return { fileName, status: 'failed', metadata: data.metadata, problem }
}

function finished({ outputs }: ParseResult, metadata: Metadata, warnings: readonly string[] | undefined): Partial<Run> {
  const pages = outputs.json?.pages ?? []
  return {
    status: 'done',
    pages,
    done: pages.length,
    total: pages.length,
    markdown: outputs.markdown ?? null,
    html: outputs.html ?? null,
    zip: outputs.zip ?? null,
    chunks: outputs.json?.chunks ?? [],
    metadata,
    warnings: warnings ?? [],
  }
}

async function end(id: number, work: (signal: AbortSignal) => Promise<Partial<Run>>): Promise<void> {
  const controller = new AbortController()
  controllers.set(id, controller)
  try {
    change(id, { ...(await work(controller.signal)), endedAt: Date.now(), isReconnecting: false })
  } catch (error) {
    const problem = { ...problemOf(error), ofTask: false }
    const isCanceled = controller.signal.aborted
    change(id, {
      status: isCanceled ? 'canceled' : 'failed',
      problem: isCanceled ? null : problem,
      endedAt: Date.now(),
      isReconnecting: false,
    })
  } finally {
    controllers.delete(id)
  }
}

/** Cancels a task on the service; a synchronous request ends with its connection. */
export async function cancelRun({ id, taskId }: Run): Promise<void> {
  if (taskId === null) {
    controllers.get(id)?.abort()
    return
  }
  await post('parse/async_cancel', formOf({ api_key: apiKey.value.trim(), task_id: taskId })).catch(() => undefined)
}

export function closeRuns(): void {
  for (const controller of controllers.values()) controller.abort()
  runs.value = []
  currentId.value = 0
}
