import { BusyError, ConnectionError, toError } from './errors.ts'

export interface ClientSettings {
  /** Address of the service, for example `https://sheaf.example.com`. */
  readonly url: string
  readonly apiKey: string
  /** Maximum repetitions while the service is busy (1124). Default: 5. */
  readonly maxRetries?: number
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

interface Envelope<data> {
  readonly code: number
  readonly message: string
  readonly data: data
  readonly warnings?: readonly string[]
}

const BUSY = 1124
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

export interface Requests {
  /** Throws the error of the response. */
  send<envelope extends { readonly code: number }>(
    path: string,
    form: FormData,
    signal?: AbortSignal,
  ): Promise<envelope>
  /** Returns a stream of events. Throws the error of another response. */
  open(path: string, form: FormData, signal?: AbortSignal): Promise<Response>
}

export function createRequests({ url, apiKey, maxRetries = 5, fetch: send = fetch }: ClientSettings): Requests {
  const base = url.replace(/\/+$/, '')

  async function attempt(path: string, form: FormData, signal: AbortSignal | undefined): Promise<Response> {
    // The fetch of Node 26 ends the process when a form is sent with an aborted signal.
    signal?.throwIfAborted()
    const init = { method: 'POST', body: withKey(apiKey, form), ...(signal === undefined ? {} : { signal }) }
    const response = await send(`${base}/api/v1${path}`, init).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw new ConnectionError(`No response from ${base}: ${reasonOf(error)}`, { cause: error })
    })
    if (!isJson(response)) return response
    const envelope = (await response.clone().json()) as Partial<Envelope<unknown>>
    if (envelope.code === 0) return response
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw toError(envelope.code ?? 0, envelope.message ?? '', {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    })
  }

  async function repeat(path: string, form: FormData, signal: AbortSignal | undefined): Promise<Response> {
    for (let retries = 0; ; retries++) {
      try {
        return await attempt(path, form, signal)
      } catch (error) {
        if (!(error instanceof BusyError) || error.code !== BUSY || retries >= maxRetries) throw error
        // A random half of the delay keeps clients from retrying at the same time.
        const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries) * (0.5 + Math.random() / 2)
        await sleep(Math.max(delayMs, (error.retryAfterSeconds ?? 0) * 1000), signal)
      }
    }
  }

  return {
    async send<envelope>(path: string, form: FormData, signal?: AbortSignal) {
      const response = await repeat(path, form, signal)
      if (isJson(response)) return (await response.json()) as envelope
      throw new ConnectionError(`The response of ${base} has status ${response.status} and is not JSON.`)
    },
    async open(path, form, signal) {
      const response = await repeat(path, form, signal)
      if (response.ok && hasType(response, 'text/event-stream')) return response
      await response.body?.cancel()
      throw new ConnectionError(`The response of ${base} has status ${response.status} and is not a stream of events.`)
    },
  }
}

/** The message of Node's `fetch` is only "fetch failed"; its cause says why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${String(error)}${cause}`
}

/** Rejects when the signal aborts. */
export async function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, delayMs)
  const onAbort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The key is the first field, so that a wrong one is refused before the upload. */
function withKey(apiKey: string, form: FormData): FormData {
  const keyed = new FormData()
  keyed.append('api_key', apiKey)
  for (const [name, value] of form) keyed.append(name, value)
  return keyed
}

function isJson(response: Response): boolean {
  return hasType(response, 'application/json')
}

function hasType(response: Response, mediaType: string): boolean {
  return response.headers.get('content-type')?.includes(mediaType) === true
}
