import type { Context } from 'hono'
import type { ApiKey } from '../../accounts/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { parseSync, type SyncResult } from '../../jobs/api/sync.ts'
import { ParseError, type SerializedError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { FormFields } from '../../model/read-options.ts'
import { receiveBody, receiveFiles } from '../../uploads/receive-files.ts'
import type { UploadedFile } from '../../uploads/receive-upload.ts'
import type { BodyReader } from '../../uploads/request-body.ts'
import { type AppEnv, addLogFields } from '../app-env.ts'
import { clientAddress } from '../client-address.ts'
import { reportError } from '../error-responses.ts'
import { publicOrigin } from '../public-origin.ts'
import { consumeRate, refuseEmpty } from '../receive-request.ts'
import { readHeaderKey, requireKey } from '../require-key.ts'
import type { UploadLimiter } from '../upload-limiter.ts'

export interface CompatContext {
  readonly deps: Deps
  readonly limiter: UploadLimiter
}

/** Form fields of the API, and options that fields cannot express. */
export interface OwnOptions {
  readonly fields: FormFields
  readonly adjust?: (options: ParseOptions) => ParseOptions
}

const invalidKey =
  'Invalid API key: send a key of this service in the header "Authorization: Bearer <key>" or "X-Api-Key".'

/** Throws `ParseError` 1107 or 1108. `fallback` is the key of requests that have none. */
export async function requireHeaderKey(
  c: Context<AppEnv>,
  deps: Deps,
  fallback: string | null = null,
): Promise<ApiKey> {
  const text = readHeaderKey(c.req.raw.headers) || (fallback ?? '')
  const apiKey = await requireKey(text, deps, invalidKey)
  addLogFields(c, { apiKeyId: apiKey.id })
  return apiKey
}

export function withErrorShape(
  { log }: Deps,
  shape: (c: Context<AppEnv>, error: SerializedError) => Response,
): (respond: (c: Context<AppEnv>) => Promise<Response>) => (c: Context<AppEnv>) => Promise<Response> {
  return (respond) => async (c) => {
    try {
      return await respond(c)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const serialized = reportError(error, c, log)
      if (serialized.status === 401) c.header('WWW-Authenticate', 'Bearer')
      return shape(c, serialized)
    }
  }
}

/** The shape of errors of FastAPI. */
export function withErrorDetail(deps: Deps): ReturnType<typeof withErrorShape> {
  return withErrorShape(deps, (c, { message, status, code }) =>
    c.json({ detail: message }, code === 1111 ? 422 : status),
  )
}

/** Throws `ParseError` 1124 at the limit of uploads. */
export async function withUploadSlot<value>(
  c: Context<AppEnv>,
  { deps, limiter }: CompatContext,
  receive: (body: BodyReader, headers: Headers) => Promise<value>,
): Promise<value> {
  const body = c.get('body')
  const slot = limiter.enter(body, clientAddress(c, deps.settings))
  try {
    // With `TIKA_API_KEY`, requests need none.
    slot.beginFile({ hasKey: readHeaderKey(c.req.raw.headers) !== '' })
    return await receive(body, c.req.raw.headers)
  } finally {
    slot.release()
  }
}

/** `partName` `null` accepts all parts with file names. The caller removes the files. */
export async function receiveForm(
  c: Context<AppEnv>,
  context: CompatContext,
  parts: { readonly partName: string | null; readonly maxFiles: number },
): ReturnType<typeof receiveFiles> {
  const { spool, settings } = context.deps
  return await withUploadSlot(c, context, (body, headers) =>
    receiveFiles(body, headers, { spool, limits: settings, ...parts }),
  )
}

/** The body is the file, which the caller removes. `receiveBody` cleans its name. */
export async function receiveRaw(c: Context<AppEnv>, context: CompatContext, fileName: string): Promise<UploadedFile> {
  const { spool, settings } = context.deps
  return await withUploadSlot(c, context, (body, headers) =>
    receiveBody(body, headers, { spool, limits: settings, fileName }),
  )
}

/** Parses while the client waits. Counts for the rate limits. */
export async function parseFile(
  c: Context<AppEnv>,
  { file, apiKey, options }: { file: UploadedFile; apiKey: ApiKey; options: OwnOptions },
  { deps }: CompatContext,
): Promise<SyncResult> {
  await consumeRate(apiKey, deps)
  refuseEmpty(file)
  const origin = publicOrigin(c, deps.settings)
  const request = { ...options, apiKeyId: apiKey.id, file, publicOrigin: origin }
  const result = await parseSync(request, deps, c.req.raw.signal)
  addLogFields(c, { code: 0, taskId: result.taskId, fileType: result.info.fileType, pages: result.pagesBilled })
  return result
}

/** Clients send names and passwords as UTF-8, and Node reads each byte as a character. Other text stays as it is. */
export function headerText(header = ''): string {
  if (!/[\x80-\xff]/.test(header) || /[^\0-\xff]/.test(header)) return header
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(
      Uint8Array.from(header, (byte) => byte.charCodeAt(0)),
    )
  } catch {
    return header
  }
}

/** Adds the name of the file to an error about its content, for requests with several files. */
export function rethrowFor(fileName: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ParseError) || ![1106, 1132].includes(error.code)) throw error
    const { code, message, status } = error
    throw new ParseError(code, `${fileName}: ${message}`, { cause: error.cause, status })
  }
}
