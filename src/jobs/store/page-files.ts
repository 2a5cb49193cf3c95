/**
 * Parsed pages as two blobs per shard: the pages (a directory and their JSON) and their pictures' bytes one after the
 * other. The join reads all pages without any picture, then each picture by its place.
 */
import type { Blobs } from '../../blobs/blobs.ts'
import { concatBytes } from '../../model/bytes.ts'
import type { ExtractedImage } from '../../model/document.ts'
import type { SerializedPage } from '../../pool/pool.ts'

/** A picture in a blob. */
export interface StoredImage {
  readonly name: string
  readonly type: ExtractedImage['type']
  readonly blobKey: string
  readonly offset: number
  readonly size: number
}

export interface StoredPage {
  readonly pageIndex: number
  readonly json: Uint8Array
  readonly pictures: readonly StoredImage[]
}

interface Directory {
  readonly pages: readonly {
    readonly pageIndex: number
    readonly bytes: number
    readonly pictures: readonly { name: string; type: ExtractedImage['type']; size: number }[]
  }[]
}

const lengthBytes = 4

export function pagesPrefix(taskId: string): string {
  return `tasks/${taskId}/pages/`
}

/** The same name for the same shard, whoever parses it: a shard that is parsed twice is stored once. */
function shardKey(taskId: string, { first, last }: ShardPlace): string {
  return `${pagesPrefix(taskId)}${String(first).padStart(4, '0')}-${String(last).padStart(4, '0')}`
}

interface ShardPlace {
  readonly first: number
  readonly last: number
}

export async function storePages(
  blobs: Blobs,
  taskId: string,
  { records, ...place }: ShardPlace & { records: readonly SerializedPage[] },
): Promise<void> {
  const directory: Directory = {
    pages: records.map(({ pageIndex, json, images }) => ({
      pageIndex,
      bytes: json.length,
      pictures: images.map(({ name, type, bytes }) => ({ name, type, size: bytes.length })),
    })),
  }
  const pictures = records.flatMap((record) => record.images)
  const key = shardKey(taskId, place)
  // The pages last: who finds them finds the pictures too.
  if (pictures.length > 0)
    await blobs.put(`${key}.pictures`, streamOf(pictures.map(({ bytes }) => bytes)), {
      type: 'application/octet-stream',
    })
  const head = new TextEncoder().encode(JSON.stringify(directory))
  const length = new Uint8Array(lengthBytes)
  new DataView(length.buffer).setUint32(0, head.length)
  await blobs.put(`${key}.pages`, concatBytes([length, head, ...records.map(({ json }) => json)]), {
    type: 'application/octet-stream',
  })
}

/** Throws when the shard is not there. */
export async function loadPages(blobs: Blobs, taskId: string, place: ShardPlace): Promise<StoredPage[]> {
  const key = shardKey(taskId, place)
  const bytes = await readBlob(blobs, `${key}.pages`)
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  // Written by `storePages`; nothing else writes there.
  const { pages }: Directory = JSON.parse(
    new TextDecoder().decode(bytes.subarray(lengthBytes, lengthBytes + headLength)),
  )
  let offset = lengthBytes + headLength
  let pictureOffset = 0
  return pages.map((page) => {
    const json = bytes.slice(offset, offset + page.bytes)
    offset += page.bytes
    const pictures = page.pictures.map(({ name, type, size }) => {
      const picture = { name, type, size, blobKey: `${key}.pictures`, offset: pictureOffset }
      pictureOffset += size
      return picture
    })
    return { pageIndex: page.pageIndex, json, pictures }
  })
}

export async function loadPicture(blobs: Blobs, { blobKey, offset, size }: StoredImage): Promise<Uint8Array> {
  return size === 0 ? new Uint8Array(0) : await readBlob(blobs, blobKey, { first: offset, last: offset + size - 1 })
}

async function readBlob(blobs: Blobs, blobKey: string, range?: { first: number; last: number }): Promise<Uint8Array> {
  const stored = await blobs.get(blobKey, range)
  if (stored === null) throw new Error(`The blob ${blobKey} is not there`)
  return concatBytes(await Array.fromAsync(stored.body))
}

/** Hands out one piece per read. */
export function streamOf(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
