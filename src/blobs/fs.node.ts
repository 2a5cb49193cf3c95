/**
 * Blob store in a folder. Temporary files are synced and renamed, so that blobs appear atomically. The media type is
 * part of the file name (`table.png~image%2Fpng`).
 */

import { mkdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { streamOf } from '../model/bytes.ts'
import { busyIfDiskFull } from '../model/errors.ts'
import type { BlobInfo, Blobs, StoredBlob } from './blobs.ts'
import { checkBlobKey, checkBlobPrefix } from './keys.ts'

/** Folder that is not a valid blob key. */
const temporaryDir = '.tmp'
/** Age at which a temporary file of an unknown process counts as abandoned. */
const staleMs = 3_600_000
/** Bytes per read, which bound the memory of slow readers. */
const chunkBytes = 65_536
/** Character that blob keys exclude. */
const typeSeparator = '~'

interface BlobProcesses {
  /** Prefix of the files of this process. */
  readonly processId: string
  /** Returns `null` if the state is unknown, for example of a process of another machine. */
  isRunning(processId: string): boolean | null
}

const unknownProcess: BlobProcesses = { processId: 'unknown', isRunning: () => null }

/** Creates the folder, and removes temporary files of crashed processes. */
export function createFsBlobs(root: string, processes: BlobProcesses = unknownProcess): Blobs {
  mkdirSync(join(root, temporaryDir), { recursive: true, mode: 0o700 })
  const swept = sweepTemporary(join(root, temporaryDir), processes)
  const folderOf = (blobKey: string): string => join(root, dirname(blobKey))

  return {
    async put(blobKey, body, { type }) {
      checkBlobKey(blobKey)
      await swept
      const temporary = join(root, temporaryDir, `${processes.processId}.${crypto.randomUUID()}`)
      try {
        await writeDurably(temporary, body)
        await renameInto(folderOf(blobKey), {
          temporary,
          file: `${nameOf(blobKey)}${typeSeparator}${encodeURIComponent(type)}`,
        })
      } catch (error) {
        throw busyIfDiskFull(error, 'the disk that documents and results are kept on')
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async get(blobKey, range) {
      const file = await findFile(root, blobKey)
      if (file === null) return null
      if (range === undefined) {
        const small = await readSmall(blobKey, file)
        if (small !== null) return small
      }
      const info = await statBlob(blobKey, file)
      if (info === null) return null
      const { first, last } = range ?? { first: 0, last: info.size - 1 }
      if (range !== undefined && (first < 0 || first >= info.size || last < first))
        throw new RangeError(`Bytes ${first}–${last} are not in blob ${blobKey} of ${info.size} bytes`)
      return { ...info, body: streamFile(file, { info, first, last }) }
    },

    async head(blobKey) {
      const file = await findFile(root, blobKey)
      return file === null ? null : statBlob(blobKey, file)
    },

    async file(blobKey) {
      const path = await findFile(root, blobKey)
      const info = path === null ? null : await statBlob(blobKey, path)
      return path === null || info === null ? null : { path, size: info.size }
    },

    async *list(prefix) {
      checkBlobPrefix(prefix)
      for await (const { blobKey, file } of walk(root, prefix)) {
        const info = await statBlob(blobKey, file)
        if (info !== null) yield info
      }
    },

    async remove(prefix) {
      checkBlobPrefix(prefix)
      const folders = new Set<string>()
      for await (const { blobKey, file } of walk(root, prefix)) {
        await rm(file, { force: true })
        folders.add(dirname(blobKey))
      }
      for (const folder of folders) await removeEmpty(root, folder)
    },
  }
}

const nameOf = (blobKey: string): string => blobKey.slice(blobKey.lastIndexOf('/') + 1)

async function writeDurably(path: string, body: Uint8Array | ReadableStream<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    if (body instanceof Uint8Array) await handle.writeFile(body)
    else for await (const chunk of body) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Another process may remove the empty folder in between. */
async function renameInto(folder: string, { temporary, file }: { temporary: string; file: string }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await rename(temporary, join(folder, file))
      break
    } catch (error) {
      if (!isMissing(error) || attempt === 5) throw error
    }
  }
  // The earlier blob is removed if it had another type.
  const stem = file.slice(0, file.indexOf(typeSeparator) + 1)
  for (const other of await readdir(folder))
    if (other.startsWith(stem) && other !== file) await rm(join(folder, other), { force: true })
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function findFile(root: string, blobKey: string): Promise<string | null> {
  checkBlobKey(blobKey)
  const folder = join(root, dirname(blobKey))
  const stem = nameOf(blobKey) + typeSeparator
  const name = (await readFolder(folder)).find((entry) => entry.name.startsWith(stem))?.name
  return name === undefined ? null : join(folder, name)
}

/** Yields files in key order: a folder sorts with its trailing `/`. */
async function* walk(root: string, prefix: string): AsyncGenerator<{ blobKey: string; file: string }> {
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

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function statBlob(blobKey: string, file: string): Promise<BlobInfo | null> {
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

/** A small blob needs half the system calls of a stream. Returns `null` for larger or missing blobs. */
async function readSmall(blobKey: string, file: string): Promise<StoredBlob | null> {
  const handle = await open(file).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (handle === null) return null
  try {
    const info = infoOf(blobKey, file, await handle.stat())
    if (info.size > chunkBytes) return null
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

/** The file opens with the first read, so that unread bodies keep no file open. */
function streamFile(file: string, part: { info: BlobInfo; first: number; last: number }): ReadableStream<Uint8Array> {
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
          const wanted = Math.min(chunkBytes, part.last - position + 1)
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

async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      await rmdir(join(root, path))
    } catch {
      return
    }
  }
}

async function sweepTemporary(folder: string, { isRunning }: BlobProcesses): Promise<void> {
  for (const { name } of await readFolder(folder)) {
    const running = isRunning(name.slice(0, name.lastIndexOf('.')))
    if (running === true) continue
    const stats = await stat(join(folder, name)).catch(() => null)
    if (stats === null || (running === null && Date.now() - stats.mtimeMs <= staleMs)) continue
    await rm(join(folder, name), { force: true })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
