/** The account of the stored key, updated while tasks run. */
import { effect, signal } from '@preact/signals'
import { ApiError, formOf, localFile, type Problem, post, problemOf } from '../client/api.ts'
import { apiKey } from '../client/stored.ts'
import type { TaskData, TaskStatus } from '../client/types.ts'
import { saveAddress, saveFile } from '../parts/copy-button.tsx'

export interface AccountTask {
  readonly task_id: string
  readonly status: TaskStatus
  readonly file_name: string
  readonly file_type: string
  readonly pages_done: number
  readonly pages_total: number | null
  readonly error: string | null
  readonly error_code: number | null
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

export interface Account {
  readonly name: string
  readonly prefix: string
  readonly free_per_day: number
  readonly free_per_month: number
  readonly remaining_paid_pages: number
  readonly remaining_free_pages_today: number
  readonly remaining_free_pages_this_month: number
  readonly days: readonly { readonly day: string; readonly pages: number }[]
  readonly tasks: readonly AccountTask[]
}

const REFRESH_MS = 2500

export const account = signal<Account | null>(null)
export const problem = signal<Problem | null>(null)

export async function loadAccount(): Promise<void> {
  const key = apiKey.peek()
  if (key === '') {
    account.value = null
    problem.value = null
    return
  }
  const isCurrent = (): boolean => apiKey.peek() === key
  try {
    const { data } = await post<Account>('account', formOf({ api_key: key }))
    if (!isCurrent()) return
    account.value = data
    problem.value = null
  } catch (error) {
    if (!isCurrent()) return
    const isRefused = error instanceof ApiError && (error.code === 1107 || error.code === 1108)
    if (isRefused) account.value = null
    problem.value = problemOf(error)
  }
}

export function isUnfinished({ status }: AccountTask): boolean {
  return status === 'QUEUING' || status === 'PROCESSING'
}

/** Returns a function that stops the updates. */
export function followAccount(): () => void {
  const stopFollowing = effect(() => {
    apiKey.value
    loadAccount().catch(() => undefined)
  })
  const timer = setInterval(() => {
    const isBusy = account.peek()?.tasks.some(isUnfinished) ?? false
    if (document.visibilityState === 'visible' && (isBusy || problem.peek() !== null))
      loadAccount().catch(() => undefined)
  }, REFRESH_MS)
  return () => {
    stopFollowing()
    clearInterval(timer)
  }
}

export async function cancelTask(taskId: string): Promise<void> {
  await post('parse/async_cancel', formOf({ api_key: apiKey.peek(), task_id: taskId })).catch(() => undefined)
  await loadAccount()
}

/** The zip archive if the task has one, else the Markdown or the JSON. */
export async function downloadResult({ task_id, file_name }: AccountTask): Promise<void> {
  const name = file_name.replace(/\.[^.]*$/, '') || 'document'
  try {
    const { data } = await post<TaskData>('parse/async_check', formOf({ api_key: apiKey.peek(), task_id }))
    const outputs = data.result?.outputs ?? {}
    const zip = localFile(outputs.zip)
    if (zip !== null) saveAddress(`${name}.zip`, zip)
    else if (outputs.markdown !== undefined) saveFile(`${name}.md`, outputs.markdown, 'text/markdown')
    else saveFile(`${name}.json`, JSON.stringify(outputs.json ?? outputs, null, 2), 'application/json')
  } catch (error) {
    problem.value = problemOf(error)
  }
}
