import { ParseError } from '../model/errors.ts'

export const REQUEST_ENDED = 'The request was ended before its result was ready.'

export function toAbortError(reason: unknown): ParseError {
  if (reason instanceof ParseError) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new ParseError(
      1138,
      'Timed out: the document took longer than this deployment allows (PARSE_TIMEOUT_MS). Split it and send the parts.',
      { cause: reason },
    )
  return new ParseError(1137, REQUEST_ENDED, { cause: reason })
}

/** `step` is the position of the job, for example `page 3` or `opening the document`. */
export function stuckError(step: string, limitMs: number): ParseError {
  const remedy = /\bpage\b/.test(step)
    ? 'Send the document without it (page_range)'
    : 'Split the document and send the parts'
  return new ParseError(1138, `Timed out: ${step} took longer than ${limitMs} ms. ${remedy}, or raise PAGE_TIMEOUT_MS.`)
}

/** The end of a thread whose job needed more memory than it has. */
export class ThreadMemoryError extends Error {
  override readonly name = 'ThreadMemoryError'
  readonly limitMb: number

  constructor(limitMb: number, cause: Error) {
    super(cause.message, { cause })
    this.limitMb = limitMb
  }
}

export function crashError(step: string, cause: unknown): ParseError {
  if (cause instanceof ThreadMemoryError)
    return new ParseError(
      1132,
      `The document needs more memory at ${step} than a thread of this deployment has (${cause.limitMb} MB). Split it and send the parts, or raise MEMORY_LIMIT_MB.`,
      { cause },
    )
  return new ParseError(1137, `The parser ended unexpectedly at ${step}.`, { cause })
}

export function shutdownError(): ParseError {
  return new ParseError(1124, 'The service is stopping. Try again in a moment.')
}
