/** A shard has two blobs: the join loads pages without images, then one image at a time by its range. */
import type { Blobs } from '../../blobs/blobs.ts'
import { concatBytes } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { SerializedPage } from '../../pool/pool.ts'
import { pagesPrefix } from './blob-keys.ts'

export interface StoredImage extends Pick<ExtractedImage, 'name' | 'type'> {
  readonly blobKey: string
  readonly offset: number
  readonly size: number
}

export interface StoredPage {
  readonly pageIndex: number
  readonly json: Uint8Array
  readonly images: readonly StoredImage[]
}

/** Positions in the task's page list, inclusive. */
export interface PageRange {
  readonly first: number
  readonly last: number
}

/** Stored as JSON after its length (32 bits, big-endian). */
interface Directory {
  readonly pages: readonly {
    readonly pageIndex: number
    readonly bytes: number
    readonly pictures: readonly Pick<StoredImage, 'name' | 'type' | 'size'>[]
  }[]
}

const LENGTH_BYTES = 4

export async function storePages(
  blobs: Blobs,
  taskId: string,
  { records, ...range }: PageRange & { records: readonly SerializedPage[] },
): Promise<void> {
  const directory: Directory = {
    pages: records.map(({ pageIndex, json, images }) => ({
      pageIndex,
      bytes: json.length,
      pictures: images.map(({ name, type, bytes }) => ({ name, type, size: bytes.length })),
    })),
  }
  const key = shardKey(taskId, range)
  const options = { type: 'application/octet-stream' }
  const images = records.flatMap((record) => record.images.map(({ bytes }) => bytes))
  // Images come first, so that every stored page has its images.
  if (images.length > 0) await blobs.put(`${key}.pictures`, toStream(images), options)
  const head = new TextEncoder().encode(JSON.stringify(directory))
  const length = new Uint8Array(LENGTH_BYTES)
  new DataView(length.buffer).setUint32(0, head.length)
  await blobs.put(`${key}.pages`, concatBytes([length, head, ...records.map(({ json }) => json)]), options)
}

/** Throws when the shard is missing. */
export async function loadPages(blobs: Blobs, taskId: string, range: PageRange): Promise<StoredPage[]> {
  const key = shardKey(taskId, range)
  const bytes = await readBlob(blobs, `${key}.pages`)
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  let offset = LENGTH_BYTES + headLength
  let imageOffset = 0
  const { pages }: Directory = JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, offset)))
  return pages.map((page) => {
    const json = bytes.slice(offset, offset + page.bytes)
    offset += page.bytes
    const images = page.pictures.map((image) => {
      const stored = { ...image, blobKey: `${key}.pictures`, offset: imageOffset }
      imageOffset += image.size
      return stored
    })
    return { pageIndex: page.pageIndex, json, images }
  })
}

export async function loadImage(blobs: Blobs, { blobKey, offset, size }: StoredImage): Promise<Uint8Array> {
  return size === 0 ? new Uint8Array(0) : await readBlob(blobs, blobKey, { first: offset, last: offset + size - 1 })
}

function shardKey(taskId: string, { first, last }: PageRange): string {
  return `${pagesPrefix(taskId)}${String(first).padStart(4, '0')}-${String(last).padStart(4, '0')}`
}

async function readBlob(blobs: Blobs, blobKey: string, range?: PageRange): Promise<Uint8Array> {
  const stored = await blobs.get(blobKey, range)
  if (stored === null) throw new Error(`The blob ${blobKey} does not exist`)
  return concatBytes(await Array.fromAsync(stored.body))
}

/** Workers have no `ReadableStream.from`. */
export function toStream(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  onCancel?: () => Promise<void> | undefined,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
        await onCancel?.()
      },
    },
    { highWaterMark: 0 },
  )
}
