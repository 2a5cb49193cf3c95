/**
 * A converter behind HTTP: our own sidecar or a Gotenberg, which has the same form (`POST /forms/libreoffice/convert`).
 * Runs wherever there is `fetch`; asks once more where the answer may be another one, and tells every refusal in our own words.
 */
import { ParseError } from '../model/errors.ts'
import type { ConvertJob, OfficeConverter } from './converter.ts'
import { typeOfConverted } from './formats.ts'

export interface HttpConverterOptions {
  /** Without a trailing slash. User and password in it are sent as basic authorisation. */
  readonly url: string
  /** Bearer token; `null`: none. */
  readonly token: string | null
  /** For one conversion, waiting in the converter's queue included. */
  readonly timeoutMs: number
  /** Milliseconds before the second attempt; for tests. */
  readonly retryDelayMs?: number
}

/** Without a word from it within this time it is not ready. */
const healthTimeoutMs = 2000
const defaultRetryDelayMs = 500
/** Of the converter's own explanation, for the log. */
const maxReason = 300

export function createHttpConverter(options: HttpConverterOptions): OfficeConverter {
  const { timeoutMs, retryDelayMs = defaultRetryDelayMs } = options
  const { address, authorization } = credentials(options)

  async function attempt(job: ConvertJob, signal: AbortSignal): Promise<Uint8Array> {
    const response = await reach(() =>
      fetch(`${address}/forms/libreoffice/convert`, {
        method: 'POST',
        headers: headersOf(job, authorization),
        body: formOf(job),
        redirect: 'manual',
        signal,
      }),
    )
    if (response.status !== 200) throw await refusal(response)
    const bytes = new Uint8Array(await reach(() => response.arrayBuffer()))
    if (!isPdf(bytes) && !(job.into === 'xlsx' && typeOfConverted(bytes) === '.xlsx'))
      throw new ParseError(
        1139,
        'The Office converter answered with something that is no PDF. Does OFFICE_CONVERTER_URL lead to a converter?',
      )
    return bytes
  }

  return {
    place: 'remote',
    async convert(job, { signal } = {}) {
      const late = AbortSignal.timeout(timeoutMs)
      const stop = signal === undefined ? late : AbortSignal.any([signal, late])
      try {
        return await attempt(job, stop).catch(async (error: unknown) => {
          if (stop.aborted || !isPassing(error)) throw error
          await pause(retryDelayMs, stop)
          return await attempt(job, stop)
        })
      } catch (error) {
        if (signal?.aborted === true) throw signal.reason
        if (late.aborted) throw tooLate(timeoutMs, error)
        throw error instanceof PassingError ? error.last : error
      }
    },
    async ready() {
      try {
        const response = await fetch(`${address}/health`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(healthTimeoutMs),
        })
        await response.body?.cancel()
        return response.status === 200
      } catch {
        return false
      }
    },
  }
}

/** May pass when asked again: `last` is what to say when it does not. */
class PassingError extends Error {
  readonly last: ParseError

  constructor(last: ParseError) {
    super(last.message)
    this.last = last
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof PassingError
}

/** Breaks of the connection may pass; an abort is told apart by the caller. */
async function reach<result>(act: () => Promise<result>): Promise<result> {
  try {
    return await act()
  } catch (cause) {
    const message =
      'The Office converter does not answer, or broke off in the middle. Try again in a few seconds; if that does not help, it is not running.'
    throw new PassingError(new ParseError(1139, message, { status: 503, cause }))
  }
}

async function refusal(response: Response): Promise<Error> {
  const { status } = response
  const reason = (await response.text().catch(() => '')).trim().slice(0, maxReason)
  const cause = new Error(`The Office converter answered ${status}: ${reason}`)
  if (status === 400 && /password/i.test(reason))
    return new ParseError(
      1106,
      'The document is protected with a password. Send the right one in the field "password", or a file without one.',
      { cause },
    )
  if (status === 400 || status === 415 || status === 422)
    return new ParseError(
      1106,
      'The Office converter could not read the document: it is damaged, or not what its content claims to be.',
      { cause },
    )
  if (status === 413)
    return new ParseError(
      1118,
      'The document is larger than the Office converter takes. Make it smaller, or save it as PDF and send that.',
      { cause },
    )
  if (status === 401 || status === 403)
    return new ParseError(
      1139,
      'The Office converter refuses this service: OFFICE_CONVERTER_TOKEN, or the user in OFFICE_CONVERTER_URL, is wrong.',
      { cause },
    )
  if (status === 429)
    return new PassingError(
      new ParseError(1124, 'Busy: the Office converter has too many documents waiting. Try again in a few seconds.', {
        cause,
      }),
    )
  if (status === 503 && /time ?(limit|out)/i.test(reason))
    return new ParseError(
      1138,
      'Converting the document took longer than the Office converter allows, and was ended. Split the document, or save it as PDF.',
      {
        cause,
      },
    )
  if (status === 503 || status === 502 || status === 504)
    return new PassingError(
      new ParseError(1139, 'The Office converter is not ready. Try again in a few seconds.', { status: 503, cause }),
    )
  if (status >= 500)
    return new PassingError(
      new ParseError(1106, 'The Office converter failed with this document. Save it as PDF and send that.', { cause }),
    )
  return new ParseError(
    1139,
    `The Office converter answered with status ${status}. Does OFFICE_CONVERTER_URL lead to a converter?`,
    { cause },
  )
}

/** Always a tagged PDF: Gotenberg writes one only when it is asked for PDF/UA. */
function formOf({ bytes, fileType, password, maxPages, into }: ConvertJob): FormData {
  const form = new FormData()
  // The name's ending decides the import filter; the sender's own name is nobody's business.
  form.append('files', new Blob([new Uint8Array(bytes)]), `d${fileType}`)
  form.append('pdfua', 'true')
  form.append('nativePageRanges', `1-${maxPages}`)
  form.append('exportBookmarks', 'true')
  form.append('updateIndexes', 'false')
  form.append('losslessImageCompression', 'false')
  form.append('quality', '90')
  // Gotenberg does not know this field and answers with a PDF.
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

/** `fetch` refuses addresses with a user in them. */
function credentials({ url, token }: HttpConverterOptions): { address: string; authorization: string | null } {
  const parsed = new URL(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const address = parsed.href.replace(/\/+$/, '')
  if (token !== null) return { address, authorization: `Bearer ${token}` }
  if (username === '' && password === '') return { address, authorization: null }
  const pair = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { address, authorization: `Basic ${btoa(String.fromCharCode(...pair))}` }
}

function isPdf(bytes: Uint8Array): boolean {
  // Some bytes may stand before the head.
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
}

function tooLate(timeoutMs: number, cause: unknown): ParseError {
  const seconds = timeoutMs / 1000
  return new ParseError(
    1138,
    `The Office converter took longer than ${seconds} seconds, the limit here (OFFICE_TIMEOUT_MS). Split the document, or save it as PDF.`,
    {
      cause,
    },
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    const giveUp = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
