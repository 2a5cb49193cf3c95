/** R2 needs the length of a stream in advance, so streams are uploaded in parts. */
import { UnavailableError } from '../model/errors.ts'
import type { BlobInfo, Blobs } from './blobs.ts'
import { checkBlobKey, checkBlobPrefix, isKept } from './keys.ts'

/** Minimum of R2. All parts except the last must have the same size. */
const PART_BYTES = 5 * 1024 * 1024
/** Maximum objects per deletion in R2. */
const MAX_DELETES = 1000

export function createR2Blobs(bucket: R2Bucket): Blobs {
  return {
    async put(blobKey, body, { type }) {
      checkBlobKey(blobKey)
      const options = { httpMetadata: { contentType: type } }
      await translateErrors(async () => {
        if (body instanceof Uint8Array) await bucket.put(blobKey, body, options)
        else await putStream(bucket, body, { blobKey, options })
      })
    },

    async get(blobKey, range) {
      checkBlobKey(blobKey)
      const stored = await translateErrors(() =>
        range === undefined
          ? bucket.get(blobKey)
          : bucket.get(blobKey, { range: { offset: range.first, length: range.last - range.first + 1 } }),
      )
      return stored === null ? null : { ...infoOf(stored), body: stored.body }
    },

    async head(blobKey) {
      checkBlobKey(blobKey)
      const stored = await translateErrors(() => bucket.head(blobKey))
      return stored === null ? null : infoOf(stored)
    },

    async *list(prefix) {
      checkBlobPrefix(prefix)
      for await (const stored of listObjects(bucket, prefix)) yield infoOf(stored)
    },

    async remove(prefix, options = {}) {
      checkBlobPrefix(prefix)
      // Deleting objects during a listing may skip others.
      const keys: string[] = []
      for await (const { key } of listObjects(bucket, prefix)) if (!isKept(key, options)) keys.push(key)
      for (let start = 0; start < keys.length; start += MAX_DELETES)
        await translateErrors(() => bucket.delete(keys.slice(start, start + MAX_DELETES)))
    },
  }
}

async function putStream(
  bucket: R2Bucket,
  body: ReadableStream<Uint8Array>,
  target: { blobKey: string; options: R2MultipartOptions },
): Promise<void> {
  const { blobKey, options } = target
  const part = new Uint8Array(PART_BYTES)
  const parts: R2UploadedPart[] = []
  let filled = 0
  let upload: R2MultipartUpload | null = null
  try {
    for await (const chunk of body) {
      for (let offset = 0; offset < chunk.length; ) {
        const slice = chunk.subarray(offset, offset + PART_BYTES - filled)
        part.set(slice, filled)
        filled += slice.length
        offset += slice.length
        if (filled < PART_BYTES) continue
        upload ??= await bucket.createMultipartUpload(blobKey, options)
        parts.push(await upload.uploadPart(parts.length + 1, part))
        filled = 0
      }
    }
    if (upload === null) {
      await bucket.put(blobKey, part.subarray(0, filled), options)
      return
    }
    if (filled > 0) parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)))
    await upload.complete(parts)
  } catch (error) {
    // If this fails, the bucket's rule removes the parts.
    await upload?.abort().catch(() => undefined)
    throw error
  }
}

/** Temporary: internal error, unavailable, client disconnected, too many requests, lost connection. */
const temporaryErrors = /\((10001|10043|10054|10058)\)\s*$|Network connection lost|internal error/i

async function translateErrors<value>(work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && temporaryErrors.test(error.message))) throw error
    throw new UnavailableError('the store that documents and results are kept in does not answer', { cause: error })
  }
}

async function* listObjects(bucket: R2Bucket, prefix: string): AsyncGenerator<R2Object> {
  let cursor: string | undefined
  do {
    const page: R2Objects = await translateErrors(() =>
      bucket.list({ prefix, include: ['httpMetadata'], ...(cursor === undefined ? {} : { cursor }) }),
    )
    yield* page.objects
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
}

function infoOf(stored: R2Object): BlobInfo {
  return {
    blobKey: stored.key,
    size: stored.size,
    type: stored.httpMetadata?.contentType ?? 'application/octet-stream',
    modifiedAt: stored.uploaded.getTime(),
  }
}
