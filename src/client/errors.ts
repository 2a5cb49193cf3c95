/** Errors of the client. `code` is the code of the service; docs/errors.md lists causes and remedies. */
import type { ErrorCode } from './api-types.ts'

interface ErrorDetails {
  readonly status?: number | undefined
  /** Found again in the log of the service. */
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** An error that the service reported. */
export class SheafError extends Error {
  override readonly name: string = 'SheafError'
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, { status, requestId, retryAfterSeconds }: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 1107, 1108: the key is unknown, disabled or expired. */
export class KeyError extends SheafError {
  override readonly name = 'KeyError'
}
/** 1123, 1131: too few pages are left. */
export class QuotaError extends SheafError {
  override readonly name = 'QuotaError'
}
/** 1101, 1124: the same request succeeds later. */
export class BusyError extends SheafError {
  override readonly name = 'BusyError'
}
/** 1104, 1106, 1111, 1118, 1132, 1139: the document cannot be parsed here. */
export class DocumentError extends SheafError {
  override readonly name = 'DocumentError'
}
/** 1133: an option is wrong, or the task is unknown. */
export class ParameterError extends SheafError {
  override readonly name = 'ParameterError'
}
/** 1137, 1138: the service failed, or took too long. */
export class ProcessingError extends SheafError {
  override readonly name = 'ProcessingError'
}

export class CanceledError extends Error {
  override readonly name = 'CanceledError'
}
/** There is no response of the service: wrong address, a proxy, or a broken connection. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

const classes = {
  1101: BusyError,
  1104: DocumentError,
  1106: DocumentError,
  1107: KeyError,
  1108: KeyError,
  1111: DocumentError,
  1118: DocumentError,
  1123: QuotaError,
  1124: BusyError,
  1131: QuotaError,
  1132: DocumentError,
  1133: ParameterError,
  1137: ProcessingError,
  1138: ProcessingError,
  1139: DocumentError,
} as const satisfies Readonly<Record<ErrorCode, typeof SheafError>>

/** Codes of later versions are `SheafError`s. */
export function toError(code: number, message: string, details: ErrorDetails = {}): SheafError {
  const known: Readonly<Partial<Record<number, typeof SheafError>>> = classes
  return new (known[code] ?? SheafError)(code as ErrorCode, message, details)
}
