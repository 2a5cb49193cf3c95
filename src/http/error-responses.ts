/** Clients see only `ParseError`s; other errors are logged under the request id. */
import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { Deps } from '../deps.ts'
import {
  describeError,
  type ErrorCode,
  ParseError,
  type SerializedError,
  serializeError,
  UnavailableError,
} from '../model/errors.ts'
import type { Log } from '../telemetry/log.ts'
import { type AppEnv, addLogFields, basePath } from './app-env.ts'

export interface Envelope {
  readonly code: 0 | ErrorCode
  readonly message: string
  readonly data: object
}

export function successOf(data: object, message = ''): Envelope {
  return { code: 0, message, data }
}

/** Default `Retry-After` of 1124. Most causes last for seconds. */
const DEFAULT_RETRY_SECONDS = 2

export function errorResponse({ settings, log }: Deps): ErrorHandler<AppEnv> {
  return (error, c) => {
    const { code, message, status } = reportError(error, c, log)
    // Only API clients expect 200 for errors.
    const isSemantic = settings.semanticStatus || !c.req.path.startsWith(`${basePath}/`)
    return c.json(envelopeOf(c, code, message), isSemantic ? status : 200)
  }
}

export function reportError(error: Error, c: Context<AppEnv>, log: Log): SerializedError {
  logError(error, c, log)
  const serialized = serializeError(error)
  addLogFields(c, { code: serialized.code })
  const seconds = error instanceof ParseError ? error.retryAfterSeconds : undefined
  if (serialized.code === 1124 || seconds !== undefined)
    c.header('Retry-After', String(seconds ?? DEFAULT_RETRY_SECONDS))
  return serialized
}

function logError(error: Error, c: Context<AppEnv>, log: Log): void {
  const requestId = c.get('requestId')
  if (error instanceof UnavailableError)
    log.info('request refused', { requestId, code: serializeError(error).code, cause: error.message })
  else if (!(error instanceof ParseError))
    log.error('request failed inside the service', { requestId, path: c.req.path, error: describeError(error) })
  else if (error.cause !== undefined)
    log.info('request refused', { requestId, code: error.code, cause: describeError(error.cause) })
}

/** The status is 404 regardless of `ERROR_HTTP_STATUS`. */
export const notFoundResponse: NotFoundHandler<AppEnv> = (c) =>
  routeErrorResponse(
    c,
    `There is nothing at ${c.req.method} ${c.req.path.slice(0, 200)}. The service is at ${basePath}.`,
    404,
  )

export function methodNotAllowedResponse(c: Context<AppEnv>, methods: readonly string[]): Response {
  const allowed = methods.join(', ')
  c.header('Allow', allowed)
  return routeErrorResponse(c, `${c.req.path} allows ${allowed}, not ${c.req.method}.`, 405)
}

export function routeErrorResponse(c: Context<AppEnv>, message: string, status: 404 | 405): Response {
  addLogFields(c, { code: 1133 })
  if (tikaPath.test(c.req.path)) return c.text(`${message}\n`, status)
  return c.json(compatPath.test(c.req.path) ? { detail: message } : envelopeOf(c, 1133, message), status)
}

const compatPath = /^\/(?:v1|general|process)(?:\/|$)/
const tikaPath = /^\/(?:tika|rmeta|meta|detect)(?:\/|$)/

/** On the parse routes `data` has the fields that old clients read before `code`. */
function envelopeOf(c: Context<AppEnv>, code: ErrorCode, message: string): Envelope {
  const isParseRoute = /^\/api\/v1\/(parse|extract)\//.test(c.req.path)
  const data = isParseRoute ? { task_id: null, status: 'FAILED', error: message, metadata: {}, result: null } : {}
  return { code, message, data }
}
