/** Spool in memory for small uploads, otherwise in a folder per process. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { concatBytes } from '../model/bytes.ts'
import { busyIfDiskFails } from '../model/errors.ts'
import { createProcessId, isProcessRunning } from './process-id.node.ts'
import { createSampler } from './sampler.ts'
import {
  createSpoolQuota,
  memoryContent,
  type Spool,
  type SpooledFile,
  type SpoolWriter,
  type UploadUsage,
} from './spool.ts'

interface NodeSpoolOptions {
  readonly dir: string
  readonly maxTotalBytes: number
}

export interface NodeSpool extends Spool {
  close(): Promise<void>
}

/** Maximum upload in memory; most images and one-page documents are smaller. */
const MEMORY_BYTES = 1024 * 1024
const HEARTBEAT_MS = 60_000
/** Age of another machine's folder at which its process counts as crashed. */
const STALE_MS = 10 * HEARTBEAT_MS

const ownFolders = new Set<string>()

export function createNodeSpool({ dir, maxTotalBytes }: NodeSpoolOptions): NodeSpool {
  const folder = join(dir, createProcessId())
  ownFolders.add(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => undefined)
    // Processes of other machines are identified by age, so the sweep repeats.
    sweepSpool(dir).catch(() => undefined)
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const quota = createSpoolQuota(maxTotalBytes)
  const uploads = new Set<NodeUpload>()
  return {
    async open() {
      quota.check()
      const upload = new NodeUpload(folder, { usage: quota.open(), onRemove: () => uploads.delete(upload) })
      uploads.add(upload)
      return upload
    },
    async close() {
      clearInterval(heartbeat)
      for (const upload of [...uploads]) await upload.abort()
      ownFolders.delete(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the number of removed folders. Safe while other processes run. */
export async function sweepSpool(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  let swept = 0
  for (const name of names) {
    const folder = join(dir, name)
    if (ownFolders.has(folder) || !(await isAbandoned(folder, name))) continue
    await rm(folder, { recursive: true, force: true })
    swept++
  }
  return swept
}

async function isAbandoned(folder: string, processId: string): Promise<boolean> {
  const running = isProcessRunning(processId)
  if (running !== null) return !running
  const stats = await stat(folder).catch(() => null)
  return stats !== null && Date.now() - stats.mtimeMs > STALE_MS
}

interface UploadContext {
  readonly usage: UploadUsage
  readonly onRemove: () => void
}

class NodeUpload implements SpoolWriter {
  readonly #folder: string
  readonly #path: string
  readonly #context: UploadContext
  readonly #sampler = createSampler()
  #chunks: Uint8Array[] = []
  #size = 0
  #file: FileHandle | undefined

  constructor(folder: string, context: UploadContext) {
    this.#folder = folder
    this.#path = join(folder, randomBytes(12).toString('hex'))
    this.#context = context
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#context.usage.add(chunk.length)
    this.#sampler.add(chunk)
    this.#size += chunk.length
    try {
      if (this.#size <= MEMORY_BYTES) this.#chunks.push(chunk)
      else await writeAll(this.#file ?? (await this.#moveToDisk()), chunk)
    } catch (error) {
      throw busyIfDiskFails(error, 'the disk for uploads')
    }
  }

  async finish(): Promise<SpooledFile> {
    const { head, tail } = this.#sampler.finish()
    const size = this.#size
    const remove = (): Promise<void> => this.abort()
    if (this.#file === undefined) {
      const bytes = concatBytes(this.#chunks)
      this.#chunks = []
      return { size, source: { kind: 'bytes', bytes }, head, tail, ...memoryContent(bytes), remove }
    }
    await this.#file.close()
    this.#file = undefined
    const path = this.#path
    return { size, source: { kind: 'file', path, size }, head, tail, ...fileContent(path), remove }
  }

  async abort(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#chunks = []
    this.#context.onRemove()
    await file?.close().catch(() => undefined)
    // A failure here would hide the response. The file is removed with the folder.
    if (this.#size > MEMORY_BYTES) await rm(this.#path, { force: true }).catch(() => undefined)
    this.#context.usage.release()
  }

  async #moveToDisk(): Promise<FileHandle> {
    // Cleaners of temporary folders may have removed an idle one.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = await open(this.#path, 'wx', 0o600)
    this.#file = file
    await writeAll(file, concatBytes(this.#chunks))
    this.#chunks = []
    return file
  }
}

function fileContent(path: string): Pick<SpooledFile, 'stream' | 'digest'> {
  return {
    stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    async digest() {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk)
      return hash.digest('hex')
    },
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; )
    offset += (await file.write(chunk, offset, chunk.length - offset)).bytesWritten
}
