/**
 * The S3 client with an end to every wait: the library's own requests wait minutes for a store that takes connections and never
 * answers. So requests are signed (aws4fetch) and sent here; a transfer that makes progress may take as long as it likes.
 */
import { S3Client, type S3ClientOptions, S3Errors } from '@bradenmacdonald/s3-lite-client'
import { AwsV4Signer } from 'aws4fetch'
import { toHex } from '../model/bytes.ts'
import { UnavailableError } from '../model/errors.ts'

export interface StoreTimeouts {
  /** From the end of a request to the beginning of its answer. */
  readonly answerMs: number
  /** Between two pieces of an answer, while somebody waits for the next. */
  readonly idleMs: number
}

/** Stores answer within tenths of a second; a busy one within seconds. */
export const defaultTimeouts: StoreTimeouts = { answerMs: 10_000, idleMs: 20_000 }
/** A request has the more time the more it carries: nobody tells how much of it has been sent. 128 KiB a second is a poor line to a store. */
const slowestBytesPerMs = 128

type Request = Parameters<S3Client['makeRequest']>[0]

export class BoundedS3Client extends S3Client {
  readonly #secret: string
  readonly #timeouts: StoreTimeouts

  constructor(options: S3ClientOptions, timeouts: StoreTimeouts) {
    super(options)
    this.#secret = options.secretKey ?? ''
    this.#timeouts = timeouts
  }

  override async makeRequest({
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
    // A blank that is a plus on the way is a plus to some stores.
    url.search = (typeof query === 'object' ? new URLSearchParams(query).toString() : (query ?? '')).replaceAll(
      '+',
      '%20',
    )
    // In memory of its own: that is what some runtimes' types ask for.
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
    if (response.status !== statusCode)
      throw new S3Errors.ServerError(
        response.status,
        'UnexpectedStatusCode',
        `The store answered ${response.status}, not ${statusCode}`,
      )
    if (!returnBody) await response.body?.cancel()
    return response
  }

  async #send(url: URL, init: { method: string; headers: Headers; body?: Uint8Array<ArrayBuffer> }): Promise<Response> {
    const ending = new AbortController()
    const { answerMs, idleMs } = this.#timeouts
    const response = await within(answerMs + (init.body?.length ?? 0) / slowestBytesPerMs, ending, () =>
      fetch(url, { ...init, signal: ending.signal }),
    )
    const { status, statusText, headers } = response
    return new Response(response.body === null ? null : watched(response.body, ending, idleMs), {
      status,
      statusText,
      headers,
    })
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Only waiting is timed: what a slow reader has not asked for yet is not late. */
function watched(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  ending: AbortController,
  idleMs: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await within(idleMs, ending, () => reader.read())
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          // An answer that breaks off is a store that is away, too.
          throw explain(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function within<value>(timeoutMs: number, ending: AbortController, work: () => Promise<value>): Promise<value> {
  const timer = setTimeout(
    () => ending.abort(new DOMException('The store did not answer in time', 'TimeoutError')),
    timeoutMs,
  )
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/** Of what `fetch` throws, a connection that failed is the `TypeError` with a cause. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof S3Errors.ServerError
    ? error.statusCode >= 500 || error.statusCode === 429
    : isTimeout(error) || (error instanceof TypeError && error.cause !== undefined)
}

/** It said nothing in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** A store that is away comes back: whoever sends is told to come again, and steps of tasks wait for it instead of failing. */
export function explain(error: unknown): unknown {
  return isUnavailable(error)
    ? new UnavailableError('the store that documents and results are kept in does not answer', { cause: error })
    : error
}
