/**
 * Blobs in a bucket of any S3-compatible store, over web APIs alone. A stream is sent in parts of fixed size, so memory
 * holds a few parts and nothing appears before the last one is in; the store should drop unfinished uploads by a rule.
 */
import { S3Errors } from '@bradenmacdonald/s3-lite-client'
import type { BlobInfo, Blobs } from './blobs.ts'
import { checkBlobKey, checkBlobPrefix } from './keys.ts'
import { BoundedS3Client, defaultTimeouts, explain, isTimeout, isUnavailable, type StoreTimeouts } from './s3-client.ts'

export interface S3Options {
  /** `https://host[:port]` */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Keys begin with this and a slash; empty: they are the bucket's own. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly timeouts?: StoreTimeouts
}

/** Several parts are under way at once: 10 000 of them are the most a store takes, so 80 GB. */
const partBytes = 8 * 1024 * 1024
/** Removals under way at once. */
const parallelRemovals = 8
/** What a store that is busy or away gets asked again, with a pause between that doubles. */
const maxTries = 4
const firstPauseMs = 100

export function createS3Blobs({
  endpoint,
  region,
  bucket,
  prefix,
  accessKeyId,
  secretAccessKey,
  timeouts = defaultTimeouts,
}: S3Options): Blobs {
  const client = new BoundedS3Client(
    { endPoint: endpoint, region, bucket, accessKey: accessKeyId, secretKey: secretAccessKey, pathStyle: true },
    timeouts,
  )
  const root = prefix === '' ? '' : `${prefix}/`

  async function* list(blobPrefix: string): AsyncGenerator<Omit<BlobInfo, 'type'>> {
    try {
      for await (const { key, size, lastModified } of client.listObjects({ prefix: root + blobPrefix }))
        yield { blobKey: key.slice(root.length), size, modifiedAt: lastModified.getTime() }
    } catch (error) {
      throw explain(error)
    }
  }

  return {
    async put(blobKey, body, { type }) {
      checkBlobKey(blobKey)
      // The client takes bytes that are no part of shared memory, which ours never are; only the types don't say so.
      const data =
        body instanceof Uint8Array
          ? new Uint8Array<ArrayBuffer>(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
          : body
      try {
        await client.putObject(root + blobKey, data, { metadata: { 'Content-Type': type }, partSize: partBytes })
      } catch (error) {
        throw explain(error)
      }
    },

    async get(blobKey, range) {
      checkBlobKey(blobKey)
      const response = await orNull(() =>
        range === undefined
          ? client.getObject(root + blobKey)
          : client.getPartialObject(root + blobKey, { offset: range.first, length: range.last - range.first + 1 }),
      )
      if (response === null) return null
      const { headers } = response
      // "bytes 3-5/10": the whole blob's size is the last number.
      const size = Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length'))
      return {
        blobKey,
        size,
        type: headers.get('content-type') ?? 'application/octet-stream',
        modifiedAt: Date.parse(headers.get('last-modified') ?? ''),
        body: cut(
          response.body ?? new Blob([]).stream(),
          range === undefined ? Number.POSITIVE_INFINITY : range.last - range.first + 1,
        ),
      }
    },

    async head(blobKey) {
      checkBlobKey(blobKey)
      const status = await orNull(() => client.statObject(root + blobKey))
      if (status === null) return null
      const { size, lastModified, metadata } = status
      return {
        blobKey,
        size,
        type: metadata['Content-Type'] ?? 'application/octet-stream',
        modifiedAt: lastModified.getTime(),
      }
    },

    async *list(blobPrefix) {
      checkBlobPrefix(blobPrefix)
      yield* list(blobPrefix)
    },

    async remove(blobPrefix) {
      checkBlobPrefix(blobPrefix)
      // Collected first: removing while a list is read may skip objects.
      const keys = (await Array.fromAsync(list(blobPrefix))).map(({ blobKey }) => root + blobKey)
      for (let first = 0; first < keys.length; first += parallelRemovals)
        await Promise.all(
          keys
            .slice(first, first + parallelRemovals)
            .map((objectName) => orNull(() => client.deleteObject(objectName))),
        )
    },
  }
}

/** Some stores send more than a range asks for. */
function cut(body: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  if (length === Number.POSITIVE_INFINITY) return body
  let left = length
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left))
        left -= Math.min(left, chunk.length)
        if (left === 0) controller.terminate()
      },
    }),
  )
}

/** `null` for an object that is not there; some stores say so also when removing. Only for what may be asked again. */
async function orNull<value>(ask: () => Promise<value>): Promise<value | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof S3Errors.ServerError && error.statusCode === 404 && error.code !== 'NoSuchBucket')
        return null
      // One that was silent for so long is not asked again: somebody waits.
      if (!isUnavailable(error) || isTimeout(error) || attempt === maxTries) throw explain(error)
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (attempt - 1)))
    }
  }
}
