import type { Task } from './task-store.ts'

/** All blobs of a task except the files of its result. */
export function taskPrefix(taskId: string): string {
  return `tasks/${taskId}/`
}

export function sourceKey(taskId: string): string {
  return `${taskPrefix(taskId)}source`
}

export function convertedKey(taskId: string): string {
  return `${taskPrefix(taskId)}converted`
}

export function recoveredContentKey(taskId: string): string {
  return `${convertedKey(taskId)}-supplement`
}

export function pagesPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}pages/`
}

export function resultPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}result-`
}

/** Each attempt has its own key, so that no result is replaced during a read. */
export function resultKey({ taskId, attempts }: Pick<Task, 'taskId' | 'attempts'>): string {
  return `${resultPrefix(taskId)}${String(attempts).padStart(4, '0')}`
}
