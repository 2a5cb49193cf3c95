/** What is told when a thread did not come back with an answer. */
import { ParseError } from '../model/errors.ts'

export function stuckError(what: string, limitMs: number): ParseError {
  return new ParseError(
    1138,
    `Timed out: ${what} took longer than ${limitMs} ms. Send the document without it (page_range), or raise PAGE_TIMEOUT_MS.`,
  )
}

export function crashError(what: string, cause: unknown): ParseError {
  const outOfMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new ParseError(
    1137,
    `The parser ended unexpectedly at ${what}${outOfMemory ? ' because it ran out of memory' : ''}.`,
    { cause },
  )
}

export function stoppingError(): ParseError {
  return new ParseError(1124, 'The service is stopping. Try again in a moment.')
}
