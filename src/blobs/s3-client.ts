/** S3 client with time limits, which s3-lite-client lacks. */
import { S3Client, type S3ClientOptions, S3Errors } from '@bradenmacdonald/s3-lite-client'
import { AwsV4Signer } from 'aws4fetch'
import { sha256 } from '../model/bytes.ts'
import { UnavailableError } from '../model/errors.ts'
import { retry } from '../model/retry.ts'

export interface StoreTimeouts {
  /** From the end of a request to its response. */
  readonly responseMs: number
  /** Between two chunks while a reader waits. */
  readonly idleMs: number
}

export const defaultTimeouts: StoreTimeouts = { responseMs: 10_000, idleMs: 20_000 }
/** Minimum upload speed, which extends the time limit of a request. */
const MIN_BYTES_PER_MS = 128

const MAX_ATTEMPTS = 4

type Request = Parameters<S3Client['makeRequest']>[0]

export class BoundedS3Client extends S3Client {
  readonly #secret: string
  readonly #timeouts: StoreTimeouts

  constructor(options: S3ClientOptions, timeouts: StoreTimeouts) {
    super(options)
    this.#secret = options.secretKey ?? ''
    this.#timeouts = timeouts
  }

  /** A busy store refuses some requests (503 "Slow Down", 429), which are repeated. */
  override async makeRequest(request: Request): Promise<Response> {
    const mayRetry = (error: unknown): boolean => mayRepeat(error, request)
    return await retry(() => this.#makeRequest(request), { attempts: MAX_ATTEMPTS, mayRetry })
  }

  async #makeRequest({
    method,
    payload,
    headers,
    query,
    objectName,
    bucketName,
    statusCode = 200,
    returnBody = false,
  }: Request): Promise<Response> {
    const bucket = this.getBucketName(bucketName === undefined ? {} : { bucketName })
    const path = `${this.pathPrefix ?? ''}/${bucket}/${objectName}`.split('/').map(encodeURIComponent).join('/')
    const url = new URL(`${this.protocol}//${this.host}${path}`)
    // Some stores do not decode `+` as a space.
    url.search = (typeof query === 'object' ? new URLSearchParams(query).toString() : (query ?? '')).replaceAll(
      '+',
      '%20',
    )
    const bytes =
      typeof payload === 'string' ? new Uint8Array(new TextEncoder().encode(payload)) : (payload ?? new Uint8Array())
    const stamped = new Headers(headers)
    stamped.set('x-amz-content-sha256', await sha256(bytes))
    const signer = new AwsV4Signer({
      service: 's3',
      method,
      url: url.href,
      headers: stamped,
      region: this.region,
      accessKeyId: this.accessKey ?? '',
      secretAccessKey: this.#secret,
    })
    const { headers: signed } = await signer.sign()
    const response = await this.#send(url, {
      method,
      headers: signed,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: bytes }),
    })
    if (response.status >= 400) throw await S3Errors.parseServerError(response)
    if (response.status !== statusCode) {
      await response.body?.cancel()
      throw new S3Errors.ServerError(
        response.status,
        'UnexpectedStatusCode',
        `The store responded with ${response.status}, not ${statusCode}`,
      )
    }
    if (!returnBody) await response.body?.cancel()
    return response
  }

  async #send(url: URL, init: { method: string; headers: Headers; body?: Uint8Array<ArrayBuffer> }): Promise<Response> {
    const aborter = new AbortController()
    const { responseMs, idleMs } = this.#timeouts
    const response = await withTimeLimit(responseMs + (init.body?.length ?? 0) / MIN_BYTES_PER_MS, aborter, () =>
      fetch(url, { ...init, signal: aborter.signal }),
    )
    const { status, statusText, headers } = response
    return new Response(response.body === null ? null : withIdleLimit(response.body, aborter, idleMs), {
      status,
      statusText,
      headers,
    })
  }
}

/** A slow reader has no limit. */
function withIdleLimit(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  aborter: AbortController,
  idleMs: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await withTimeLimit(idleMs, aborter, () => reader.read())
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          throw translateError(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function withTimeLimit<value>(
  timeoutMs: number,
  aborter: AbortController,
  work: () => Promise<value>,
): Promise<value> {
  const timer = setTimeout(
    () => aborter.abort(new DOMException('The store did not answer in time', 'TimeoutError')),
    timeoutMs,
  )
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/** After a timeout another attempt would take too long. The end of an upload (POST) may have succeeded. */
function mayRepeat(error: unknown, { method }: Request): boolean {
  if (!isUnavailable(error) || isTimeout(error)) return false
  return method !== 'POST' || (error instanceof S3Errors.ServerError && [429, 503].includes(error.statusCode))
}

/** `fetch` throws a `TypeError` with a cause for failed connections. */
function isUnavailable(error: unknown): boolean {
  return error instanceof S3Errors.ServerError
    ? error.statusCode >= 500 || error.statusCode === 429
    : isTimeout(error) || (error instanceof TypeError && error.cause !== undefined)
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

export function translateError(error: unknown): unknown {
  return isUnavailable(error)
    ? new UnavailableError('the store that documents and results are kept in does not answer', { cause: error })
    : error
}
