import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { streamOf } from '../model/bytes.ts'
import type { BlobInfo, StoredBlob } from './blobs.ts'
import { checkBlobKey } from './keys.ts'

/** Bytes per read, which bound the memory of slow readers. */
const CHUNK_BYTES = 65_536
export const typeSeparator = '~'
export const nameOf = (blobKey: string): string => blobKey.slice(blobKey.lastIndexOf('/') + 1)

export async function findFile(root: string, blobKey: string): Promise<string | null> {
  checkBlobKey(blobKey)
  const folder = join(root, dirname(blobKey))
  const stem = nameOf(blobKey) + typeSeparator
  const name = (await readFolder(folder)).find((entry) => entry.name.startsWith(stem))?.name
  return name === undefined ? null : join(folder, name)
}

/** In key order: a folder sorts with its trailing `/`. */
export async function* walk(root: string, prefix: string): AsyncGenerator<{ blobKey: string; file: string }> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const entries = (await readFolder(join(root, folder)))
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => ({
      name: entry.name,
      blobKey:
        folder + (entry.isDirectory() ? `${entry.name}/` : entry.name.slice(0, entry.name.indexOf(typeSeparator))),
    }))
    .filter(({ blobKey }) => blobKey.startsWith(prefix))
    .sort((a, b) => (a.blobKey < b.blobKey ? -1 : a.blobKey > b.blobKey ? 1 : 0))
  for (const { name, blobKey } of entries) {
    if (blobKey.endsWith('/')) yield* walk(root, blobKey)
    else yield { blobKey, file: join(root, folder, name) }
  }
}

export async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export async function statBlob(blobKey: string, file: string): Promise<BlobInfo | null> {
  try {
    return infoOf(blobKey, file, await stat(file))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function infoOf(blobKey: string, file: string, { size, mtimeMs }: { size: number; mtimeMs: number }): BlobInfo {
  return {
    blobKey,
    size,
    type: decodeURIComponent(file.slice(file.lastIndexOf(typeSeparator) + 1)),
    modifiedAt: Math.floor(mtimeMs),
  }
}

/** Needs half the system calls of a stream. Returns `null` for larger or missing blobs. */
export async function readSmall(blobKey: string, file: string): Promise<StoredBlob | null> {
  const handle = await open(file).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (handle === null) return null
  try {
    const info = infoOf(blobKey, file, await handle.stat())
    if (info.size > CHUNK_BYTES) return null
    const bytes = new Uint8Array(info.size)
    for (let filled = 0; filled < info.size; ) {
      const { bytesRead } = await handle.read(bytes, filled, info.size - filled, filled)
      // Blobs never change in place, so the file is damaged.
      if (bytesRead === 0) throw new Error(`Blob ${blobKey} ends after ${filled} of ${info.size} bytes`)
      filled += bytesRead
    }
    return { ...info, body: streamOf(bytes) }
  } finally {
    await handle.close()
  }
}

/** Opens the file with the first read, so that unread bodies keep no file open. */
export function streamFile(
  file: string,
  part: { info: BlobInfo; first: number; last: number },
): ReadableStream<Uint8Array> {
  let position = part.first
  let handle: FileHandle | null = null
  const close = async (): Promise<void> => {
    await handle?.close()
    handle = null
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          handle ??= await openUnchanged(file, part.info)
          const wanted = Math.min(CHUNK_BYTES, part.last - position + 1)
          const chunk = new Uint8Array(Math.max(0, wanted))
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
          position += bytesRead
          if (bytesRead > 0) return controller.enqueue(chunk.subarray(0, bytesRead))
          await close()
          controller.close()
        } catch (error) {
          await close()
          controller.error(error)
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}

/** Throws if the blob was replaced after its size was read. */
async function openUnchanged(file: string, info: BlobInfo): Promise<FileHandle> {
  const handle = await open(file)
  const stats = await handle.stat()
  if (stats.size === info.size && Math.floor(stats.mtimeMs) === info.modifiedAt) return handle
  await handle.close()
  throw new Error(`Blob ${info.blobKey} was replaced while it was being read`)
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
