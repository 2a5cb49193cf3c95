/** Blob store in an S3-compatible bucket, with uploads in parts. A rule of the bucket should remove unfinished ones. */
import { S3Errors } from '@bradenmacdonald/s3-lite-client'
import type { BlobInfo, Blobs } from './blobs.ts'
import { checkBlobKey, checkBlobPrefix, isKept } from './keys.ts'
import { BoundedS3Client, defaultTimeouts, type StoreTimeouts, translateError } from './s3-client.ts'

export interface S3Options {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly timeouts?: StoreTimeouts
}

/** Stores allow 10,000 parts, so 80 GB. */
const PART_BYTES = 8 * 1024 * 1024
const PARALLEL_REMOVALS = 8

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
      throw translateError(error)
    }
  }

  return {
    async put(blobKey, body, { type }) {
      checkBlobKey(blobKey)
      const data =
        body instanceof Uint8Array
          ? new Uint8Array<ArrayBuffer>(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
          : body
      try {
        await client.putObject(root + blobKey, data, { metadata: { 'Content-Type': type }, partSize: PART_BYTES })
      } catch (error) {
        throw translateError(error)
      }
    },

    async get(blobKey, range) {
      checkBlobKey(blobKey)
      const response = await nullIfMissing(() =>
        range === undefined
          ? client.getObject(root + blobKey)
          : client.getPartialObject(root + blobKey, { offset: range.first, length: range.last - range.first + 1 }),
      )
      if (response === null) return null
      const { headers } = response
      const size = Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length'))
      return {
        blobKey,
        size,
        type: headers.get('content-type') ?? 'application/octet-stream',
        modifiedAt: Date.parse(headers.get('last-modified') ?? ''),
        body: truncate(
          response.body ?? new Blob([]).stream(),
          range === undefined ? Number.POSITIVE_INFINITY : range.last - range.first + 1,
        ),
      }
    },

    async head(blobKey) {
      checkBlobKey(blobKey)
      const status = await nullIfMissing(() => client.statObject(root + blobKey))
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

    async remove(blobPrefix, options = {}) {
      checkBlobPrefix(blobPrefix)
      // Removing objects during a listing may skip others.
      const listed = await Array.fromAsync(list(blobPrefix), ({ blobKey }) => blobKey)
      const keys = listed.filter((blobKey) => !isKept(blobKey, options)).map((blobKey) => root + blobKey)
      for (let first = 0; first < keys.length; first += PARALLEL_REMOVALS)
        await Promise.all(
          keys
            .slice(first, first + PARALLEL_REMOVALS)
            .map((objectName) => nullIfMissing(() => client.deleteObject(objectName))),
        )
    },
  }
}

/** Some stores exceed the requested range. */
function truncate(body: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
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

/** Some stores report missing objects for removals, too. */
async function nullIfMissing<value>(request: () => Promise<value>): Promise<value | null> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof S3Errors.ServerError && error.statusCode === 404 && error.code !== 'NoSuchBucket') return null
    throw translateError(error)
  }
}
