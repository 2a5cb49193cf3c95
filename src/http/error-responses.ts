/**
 * The envelope that every answer comes in, and the way from a thrown error into it. Only `ParseError`s are told to the
 * caller; anything else is a defect, whose details go to the log under the request's id.
 */
import type { Context, ErrorHandler, MiddlewareHandler, NotFoundHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from '../deps.ts'
import { type ErrorCode, ParseError, serializeError, UnavailableError } from '../model/errors.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'

export interface Envelope {
  readonly code: 0 | ErrorCode
  readonly message: string
  readonly data: object
  readonly warnings?: readonly string[]
}

/** Clients back off on 1124; most take the hint in seconds. */
const retryAfterSeconds = '2'

export function errorResponse({ settings, log }: Deps): ErrorHandler<AppEnv> {
  return (error, c) => {
    const record = serializeError(error)
    // That a store is away is told once, by whoever watches it.
    if (error instanceof UnavailableError)
      log.info('request refused', { requestId: c.get('requestId'), code: record.code, cause: error.message })
    else if (!(error instanceof ParseError))
      log.error('request failed inside the service', {
        requestId: c.get('requestId'),
        path: c.req.path,
        error: describe(error),
      })
    else if (error.cause !== undefined)
      log.info('request refused', { requestId: c.get('requestId'), code: error.code, cause: describe(error.cause) })
    addLogFields(c, { code: record.code })
    if (record.code === 1124) c.header('Retry-After', retryAfterSeconds)
    const envelope: Envelope = { code: record.code, message: record.message, data: errorData(c, record.message) }
    // Only the contract's clients want 200 for everything; a file or an admin's answer must not look like a good one.
    const real = settings.semanticStatus || !c.req.path.startsWith(`${basePath}/`)
    return c.json(envelope, (real ? record.status : 200) as ContentfulStatusCode)
  }
}

/** Unknown routes are no business answers: 404 whatever `ERROR_HTTP_STATUS` says. */
export function notFoundResponse(): NotFoundHandler<AppEnv> {
  return (c) =>
    unreachableResponse(
      c,
      `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}. The service is at ${basePath}.`,
      404,
    )
}

export function methodNotAllowedResponse(allowed: string): MiddlewareHandler<AppEnv> {
  return async (c) => {
    c.header('Allow', allowed)
    return unreachableResponse(c, `${c.req.path} answers ${allowed}, not ${c.req.method}.`, 405)
  }
}

export function unreachableResponse(c: Context<AppEnv>, message: string, status: 404 | 405): Response {
  addLogFields(c, { code: 1133 })
  const envelope: Envelope = { code: 1133, message, data: errorData(c, message) }
  return c.json(envelope, status)
}

/** Old clients read fields of `data` before they look at `code`: on the parse routes they must be there. */
function errorData(c: Context<AppEnv>, message: string): object {
  if (!/^\/api\/v1\/(parse|extract)\//.test(c.req.path)) return {}
  return { task_id: null, status: 'FAILED', error: message, metadata: {}, result: null }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : ` — caused by ${describe(error.cause)}`
  return `${error.stack ?? String(error)}${cause}`
}
