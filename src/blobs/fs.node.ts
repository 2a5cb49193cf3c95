/** Blob store in a folder. Blobs appear atomically; file names contain the media type (`table.png~image%2Fpng`). */

import { constants, mkdirSync } from 'node:fs'
import { access, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { busyIfDiskFails, UnavailableError } from '../model/errors.ts'
import type { Blobs } from './blobs.ts'
import {
  findFile,
  isMissing,
  nameOf,
  readFolder,
  readSmall,
  statBlob,
  streamFile,
  typeSeparator,
  walk,
} from './fs-files.node.ts'
import { checkBlobKey, checkBlobPrefix, isKept } from './keys.ts'

/** Folder that is not a valid blob key. */
const temporaryDir = '.tmp'
/** Age at which a temporary file counts as abandoned. */
const STALE_MS = 3_600_000

interface BlobProcesses {
  readonly processId: string
  /** Returns `null` if unknown, for example on another machine. */
  isRunning(processId: string): boolean | null
}

const unknownProcess: BlobProcesses = { processId: 'unknown', isRunning: () => null }

/** Removes temporary files of crashed processes. */
export function createFsBlobs(root: string, processes: BlobProcesses = unknownProcess): Blobs {
  mkdirSync(join(root, temporaryDir), { recursive: true, mode: 0o700 })
  // A disk that cannot be written may keep the files until another start.
  const swept = sweepTemporary(join(root, temporaryDir), processes).catch(() => {})
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
        // A volume that is not mounted must not be replaced by a new folder.
        if (isMissing(error) || isReplaced(error)) throw folderMissing(error)
        throw busyIfDiskFails(error, 'the disk that documents and results are kept on')
      } finally {
        // A failure here would hide the first one. The file is removed at the next start.
        await rm(temporary, { force: true }).catch(() => {})
      }
    },

    async get(blobKey, range) {
      const file = await findFile(root, blobKey)
      if (file === null) return null
      if (range === undefined) {
        const content = await readSmall(blobKey, file)
        if (content !== null) return content
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
      if (file !== null) return statBlob(blobKey, file)
      const stats = await stat(join(root, temporaryDir)).catch((error: unknown) => {
        throw folderMissing(error)
      })
      if (!stats.isDirectory()) throw folderMissing()
      return null
    },

    async writeProblem() {
      try {
        await access(join(root, temporaryDir), constants.W_OK)
        return null
      } catch {
        return 'The folder for documents and results cannot be written.'
      }
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

    async remove(prefix, options = {}) {
      checkBlobPrefix(prefix)
      const folders = new Set<string>()
      for await (const { blobKey, file } of walk(root, prefix)) {
        if (isKept(blobKey, options)) continue
        await rm(file, { force: true })
        folders.add(dirname(blobKey))
      }
      for (const folder of folders) await removeEmpty(root, folder)
    },
  }
}

function isReplaced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function folderMissing(cause?: unknown): UnavailableError {
  return new UnavailableError('the folder for documents and results is missing', { cause })
}

async function writeDurably(path: string, body: Uint8Array | ReadableStream<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600).catch(async (error: unknown) => {
    if (body instanceof ReadableStream) await body.cancel(error).catch(() => {})
    throw error
  })
  try {
    if (body instanceof Uint8Array) await handle.writeFile(body)
    else for await (const chunk of body) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Maximum attempts to write into a folder that others remove when it is empty. */
const MAX_FOLDER_ATTEMPTS = 20

async function renameInto(folder: string, { temporary, file }: { temporary: string; file: string }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(temporary, join(folder, file))
      break
    } catch (error) {
      if (!isMissing(error) || attempt === MAX_FOLDER_ATTEMPTS) throw error
    }
  }
  const stem = file.slice(0, file.indexOf(typeSeparator) + 1)
  for (const { name } of await readFolder(folder))
    if (name.startsWith(stem) && name !== file) await rm(join(folder, name), { force: true })
  // A folder that is missing now was removed with the file.
  const handle = await open(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return null
  })
  if (handle === null) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
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
    if (stats === null || (running === null && Date.now() - stats.mtimeMs <= STALE_MS)) continue
    await rm(join(folder, name), { force: true })
  }
}
