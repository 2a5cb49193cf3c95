/** Requests use addresses relative to the page, so that a proxy's path prefix is kept. */
import { errorMessage } from '../../model/errors.ts'
import { t } from '../messages/messages.ts'
import type { Envelope } from './types.ts'

export const apiPath = 'api/v1'

/** An error of the API, or of the connection (`code` 0), with a message for users. */
export class ApiError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface Problem {
  /** 0: without a code of the service. */
  readonly code: number
  readonly detail: string
}

export function problemOf(error: unknown): Problem {
  return { code: error instanceof ApiError ? error.code : 0, detail: errorMessage(error) }
}

export async function post<data>(
  path: string,
  body: FormData | URLSearchParams,
  signal?: AbortSignal,
): Promise<Envelope<data>> {
  const response = await send(`${apiPath}/${path}`, { method: 'POST', body, ...(signal ? { signal } : {}) })
  return await readEnvelope<data>(response)
}

export function formOf(fields: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(fields)
}

export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, t('noAnswer'))
  }
}

/** Throws `ApiError` for codes other than 0. */
export async function readEnvelope<data>(response: Response): Promise<Envelope<data>> {
  const envelope: Envelope<data> | null = await response.json().catch(() => null)
  if (envelope === null || typeof envelope.code !== 'number')
    throw new ApiError(0, t('wrongAnswer', { status: response.status }))
  if (envelope.code !== 0) throw new ApiError(envelope.code, envelope.message)
  return envelope
}

/** Result files may be on another host (`PUBLIC_URL`), but the page may only load from its own. */
export function localFile(url: string | undefined): string | null {
  if (url === undefined || url === '') return null
  if (/^data:image\/(png|jpeg);base64,/.test(url)) return url
  return /^https?:\/\/[^?#]*?\/(files\/[0-9a-f]{32,64}\/[^/?#]+)$/.exec(url)?.[1] ?? null
}
