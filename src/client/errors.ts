/** Errors of the client. `code` is the code of the service; docs/errors.md lists causes and remedies. */
import type { ErrorCode } from './api-types.ts'

interface ErrorDetails {
  readonly status?: number | undefined
  /** Id of the request in the log of the service. */
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

/** Code 1107 or 1108: the key is unknown, disabled or expired. */
export class KeyError extends SheafError {
  override readonly name = 'KeyError'
}
/** Code 1123 or 1131: too few pages are left. */
export class QuotaError extends SheafError {
  override readonly name = 'QuotaError'
}
/** Code 1101 or 1124: the same request succeeds later. */
export class BusyError extends SheafError {
  override readonly name = 'BusyError'
}
/** Code 1104, 1106, 1111, 1118, 1132 or 1139: the service cannot parse the document. */
export class DocumentError extends SheafError {
  override readonly name = 'DocumentError'
}
/** Code 1133: an option is wrong, or the task is unknown. */
export class ParameterError extends SheafError {
  override readonly name = 'ParameterError'
}
/** Code 1137 or 1138: the service failed, or took too long. */
export class ProcessingError extends SheafError {
  override readonly name = 'ProcessingError'
}

export class CanceledError extends Error {
  override readonly name = 'CanceledError'
}
/** The service did not respond: wrong address, a proxy, or a broken connection. */
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

/** Unknown codes of later versions become `SheafError`. */
export function toError(code: number, message: string, details: ErrorDetails = {}): SheafError {
  const known: Readonly<Partial<Record<number, typeof SheafError>>> = classes
  return new (known[code] ?? SheafError)(code as ErrorCode, message, details)
}
