import type { Deps, TaskDeps } from '../deps.ts'
import type { DocumentCache } from './steps/document-cache.ts'

export interface TaskContext {
  readonly deps: Deps
  readonly tasks: TaskDeps
}

export interface StepContext extends TaskContext {
  readonly documents: DocumentCache
  readonly stop: AbortSignal
}
