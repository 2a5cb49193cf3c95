export type * from './api-types.ts'
export {
  createClient,
  type ParsedResult,
  type ParseOptions,
  type SheafClient,
  type SubmitOptions,
  type SubmittedTask,
  type TaskEvent,
  type WaitOptions,
} from './client.ts'
export type { DocumentInput } from './document.ts'
export {
  BusyError,
  CanceledError,
  ConnectionError,
  DocumentError,
  KeyError,
  ParameterError,
  ProcessingError,
  QuotaError,
  SheafError,
} from './errors.ts'
export type { ParseFields, TaskFields } from './options.ts'
export type { ClientSettings } from './requests.ts'
