interface ErrorEntry {
  /** HTTP status with `ERROR_HTTP_STATUS=semantic`. */
  readonly status: number
  readonly retryable: boolean
  readonly text: string
}

export const errorTable = {
  1101: { status: 429, retryable: true, text: 'Too many parse requests from this key in a window' },
  1104: { status: 415, retryable: false, text: 'Unsupported file type' },
  1106: { status: 422, retryable: false, text: 'File invalid, corrupt, or needs a (correct) password' },
  1107: { status: 401, retryable: false, text: 'Invalid API key' },
  1108: { status: 403, retryable: false, text: 'API key disabled or expired' },
  1111: { status: 400, retryable: false, text: 'No file in the request, or empty file' },
  1118: { status: 413, retryable: false, text: 'File too large' },
  1123: { status: 402, retryable: false, text: 'Not enough pages left' },
  1124: { status: 503, retryable: true, text: 'Busy: too many requests at once' },
  1131: { status: 402, retryable: true, text: 'Free pages of today do not suffice and there are no paid pages' },
  1132: { status: 413, retryable: false, text: 'Too many pages' },
  1133: { status: 400, retryable: false, text: 'Parameter error' },
  1137: { status: 500, retryable: false, text: 'Processing failed' },
  1138: { status: 504, retryable: false, text: 'Processing timed out' },
  1139: { status: 501, retryable: false, text: 'Office converter not available in this deployment' },
} as const satisfies Record<number, ErrorEntry>

export type ErrorCode = keyof typeof errorTable
export type ErrorStatus = (typeof errorTable)[ErrorCode]['status'] | 404

/**
 * `message`, for the client, gives the limit, the value and a remedy; `cause` is logged. Other errors are reported as
 * 1137, except `UnavailableError`.
 */
export class ParseError extends Error {
  override readonly name = 'ParseError'
  readonly code: ErrorCode
  /** For codes with two (1124: 429 or 503; 1133: 400 or 404). */
  readonly status: ErrorStatus
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; status?: ErrorStatus; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status ?? errorTable[code].status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** A store is unavailable. Whether it executed the operation is unknown. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

export interface SerializedError {
  readonly code: ErrorCode
  readonly message: string
  readonly status: ErrorStatus
}

export function serializeError(error: unknown): SerializedError {
  if (error instanceof ParseError) return { code: error.code, message: error.message, status: error.status }
  if (error instanceof UnavailableError)
    return { code: 1124, message: `Busy: ${error.message}. Try again later.`, status: errorTable[1124].status }
  return {
    code: 1137,
    message: 'Processing failed inside the service. The log has the details under the request id.',
    status: 500,
  }
}

export function deserializeError({ code, message, status }: SerializedError): ParseError {
  return new ParseError(code, message, { status })
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` — caused by ${describeError(error.cause)}`
  return `${error.stack ?? String(error)}${cause}`
}

const diskProblems: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'is full',
  EROFS: 'is read-only',
  EACCES: 'is read-only for this user',
  EPERM: 'is read-only for this user',
  EIO: 'fails',
}

/** Problems of a disk, which an operator can solve, become 1124: clients and steps retry. */
export function busyIfDiskFails(error: unknown, disk: string): unknown {
  const problem = error instanceof Error && 'code' in error ? diskProblems[String(error.code)] : undefined
  return problem === undefined
    ? error
    : new ParseError(1124, `Busy: ${disk} ${problem}. Try again later.`, { cause: error })
}
