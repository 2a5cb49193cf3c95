/** The reason of an abort signal as the error that the caller sees. It refuses nothing: every reason becomes a `ParseError`. */
import { ParseError } from '../model/errors.ts'

/** What to tell the caller of a job that its signal ended. */
export function toAbortError(reason: unknown): ParseError {
  if (reason instanceof ParseError) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new ParseError(
      1138,
      'Timed out: the document took longer than this deployment allows (PARSE_TIMEOUT_MS). Split it and send the parts.',
      {
        cause: reason,
      },
    )
  return new ParseError(1137, 'The request was ended before its result was ready.', { cause: reason })
}
