/** Client of this project's sidecar or of Gotenberg. Retries transient failures once. */

import { latin1, toBase64 } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import { linkSignals } from '../model/linked-signal.ts'
import type { ConvertJob, OfficeConverter } from './converter.ts'
import { typeOfConverted } from './formats.ts'

interface HttpConverterOptions {
  /** Without a trailing slash. User and password become basic authentication. */
  readonly url: string
  readonly token: string | null
  /** Includes the converter's queue and a retry. */
  readonly timeoutMs: number
  readonly retryDelayMs?: number
}

const HEALTH_TIMEOUT_MS = 2000
const DEFAULT_RETRY_DELAY_MS = 500
const MAX_REASON_LENGTH = 300

export function createHttpConverter(options: HttpConverterOptions): OfficeConverter {
  const { timeoutMs, retryDelayMs = DEFAULT_RETRY_DELAY_MS } = options
  const { address, authorization } = credentials(options)

  async function attempt(job: ConvertJob, signal: AbortSignal): Promise<Uint8Array> {
    const response = await withNetworkErrors(() =>
      fetch(`${address}/forms/libreoffice/convert`, {
        method: 'POST',
        headers: headersOf(job, authorization),
        body: formOf(job),
        redirect: 'manual',
        signal,
      }),
    )
    if (response.status !== 200) throw await responseError(response)
    const bytes = new Uint8Array(await withNetworkErrors(() => response.arrayBuffer()))
    if (!isPdf(bytes) && !(job.into === 'xlsx' && typeOfConverted(bytes) === '.xlsx'))
      throw new ParseError(
        1139,
        'The response of the Office converter is not a PDF. Is OFFICE_CONVERTER_URL the address of a converter?',
      )
    return bytes
  }

  return {
    kind: 'remote',
    async convert(job, { signal } = {}) {
      const linked = linkSignals(signal === undefined ? [] : [signal], { timeoutMs })
      try {
        return await attempt(job, linked.signal).catch(async (error: unknown) => {
          if (linked.signal.aborted || !(error instanceof TransientError)) throw error
          await pause(retryDelayMs, linked.signal)
          return await attempt(job, linked.signal)
        })
      } catch (error) {
        signal?.throwIfAborted()
        if (linked.timedOut) throw timeoutError(timeoutMs, error)
        throw error instanceof TransientError ? error.cause : error
      } finally {
        linked.release()
      }
    },
    async ready() {
      try {
        const response = await fetch(`${address}/health`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
        })
        await response.body?.cancel()
        return response.status === 200
      } catch {
        return false
      }
    },
  }
}

class TransientError extends Error {
  override readonly cause: ParseError

  constructor(cause: ParseError) {
    super(cause.message)
    this.cause = cause
  }
}

async function withNetworkErrors<result>(send: () => Promise<result>): Promise<result> {
  try {
    return await send()
  } catch (cause) {
    const message =
      'The Office converter does not respond, or closed the connection early. Try again in a few seconds; if the error remains, it is not running.'
    throw new TransientError(new ParseError(1139, message, { status: 503, cause }))
  }
}

async function responseError(response: Response): Promise<Error> {
  const { status } = response
  const reason = (await response.text().catch(() => '')).trim().slice(0, MAX_REASON_LENGTH)
  const cause = new Error(`The Office converter responded with ${status}: ${reason}`)
  const error = (code: ParseError['code'], message: string): ParseError => new ParseError(code, message, { cause })
  switch (status) {
    case 400:
    case 415:
    case 422:
      return status === 400 && /password/i.test(reason)
        ? error(
            1106,
            'The document is protected with a password. Send the right one in the field "password", or a file without one.',
          )
        : error(
            1106,
            'The Office converter could not read the document: it is damaged, or not of the type that its content indicates.',
          )
    case 413:
      return error(
        1118,
        'The document is larger than the Office converter accepts. Make it smaller, or save it as PDF and send that.',
      )
    case 401:
    case 403:
      return error(
        1139,
        'The Office converter refuses this service: OFFICE_CONVERTER_TOKEN, or the user in OFFICE_CONVERTER_URL, is wrong.',
      )
    case 429:
      return new TransientError(
        error(1124, 'Busy: too many documents are waiting for the Office converter. Try again in a few seconds.'),
      )
    case 502:
    case 503:
    case 504:
      if (status === 503 && /time ?(limit|out)/i.test(reason))
        return error(
          1138,
          'The conversion took longer than the Office converter allows, and was stopped. Split the document, or save it as PDF.',
        )
      return new TransientError(
        new ParseError(1139, 'The Office converter is not ready. Try again in a few seconds.', { status: 503, cause }),
      )
    default:
      return status >= 500
        ? new TransientError(
            error(1106, 'The Office converter failed with this document. Save it as PDF and send that.'),
          )
        : error(
            1139,
            `The Office converter responded with status ${status}. Is OFFICE_CONVERTER_URL the address of a converter?`,
          )
  }
}

function formOf({ bytes, fileType, password, maxPages, into }: ConvertJob): FormData {
  const form = new FormData()
  // The extension selects the import filter. The original name is not disclosed.
  form.append('files', new Blob([new Uint8Array(bytes)]), `d${fileType}`)
  // Gotenberg writes tags only for PDF/UA.
  form.append('pdfua', 'true')
  form.append('nativePageRanges', `1-${maxPages}`)
  form.append('exportBookmarks', 'true')
  form.append('updateIndexes', 'false')
  form.append('losslessImageCompression', 'false')
  form.append('quality', '90')
  // Gotenberg ignores this field and returns a PDF.
  if (into !== 'pdf') form.append('outputFormat', into)
  if (password !== null) form.append('password', password)
  return form
}

function headersOf({ requestId }: ConvertJob, authorization: string | null): Record<string, string> {
  return {
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...(requestId === undefined ? {} : { 'Gotenberg-Trace': requestId }),
  }
}

/** `fetch` refuses addresses with user and password. */
function credentials({ url, token }: HttpConverterOptions): { address: string; authorization: string | null } {
  const parsed = new URL(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const address = parsed.href.replace(/\/+$/, '')
  if (token !== null) return { address, authorization: `Bearer ${token}` }
  if (username === '' && password === '') return { address, authorization: null }
  const pair = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { address, authorization: `Basic ${toBase64(pair)}` }
}

function isPdf(bytes: Uint8Array): boolean {
  return latin1(bytes, 0, 1024).includes('%PDF-')
}

function timeoutError(timeoutMs: number, cause: unknown): ParseError {
  return new ParseError(
    1138,
    `The Office converter took longer than ${timeoutMs / 1000} seconds, the limit here (OFFICE_TIMEOUT_MS). Split the document, or save it as PDF.`,
    { cause },
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel)
      resolve()
    }, ms)
    const cancel = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', cancel, { once: true })
  })
}
