/**
 * A spool that keeps small uploads in memory and the rest in files of a folder that belongs to this process, so that
 * `sweepSpool` can tell the files of a killed process from those of a living one. Refuses (1124) what would go over
 * the cap for all uploads together or no longer fits on the disk.
 */

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { concatBytes } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import { createSampler } from './sampler.ts'
import { readingOf, type Spool, type SpooledFile } from './spool.ts'
import { spoolFull } from './spool-memory.ts'

export interface NodeSpoolOptions {
  /** Shared by all processes that use the same data directory. */
  readonly dir: string
  /** For files in this spool at any time, in bytes. */
  readonly maxTotalBytes: number
  /** Uploads up to this size never touch the disk. */
  readonly memoryBytes?: number
}

export interface NodeSpool extends Spool {
  /** Ends what is under way and removes this process's folder. */
  close(): Promise<void>
}

/** Most images and one-page documents are smaller; eight of them are nothing beside one page raster. */
const defaultMemoryBytes = 1024 * 1024
/** A living process touches its folder this often; a folder of another machine untouched for ten times as long is dead. */
const beatMs = 60_000
const deadAfterMs = 10 * beatMs

export function createNodeSpool({ dir, maxTotalBytes, memoryBytes = defaultMemoryBytes }: NodeSpoolOptions): NodeSpool {
  const folder = join(dir, nameOwnFolder())
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const beat = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => undefined)
    // The dead of other machines can be told by their age only, so one look at start is not enough for them.
    sweepSpool(dir).catch(() => undefined)
  }, beatMs)
  beat.unref()

  let held = 0
  /** What `close` has to forget. */
  const alive = new Set<() => Promise<void>>()
  /** Counts bytes against the cap; what it returns gives them back, once. */
  const hold = () => {
    let own = 0
    return {
      add(bytes: number): void {
        if (held + bytes > maxTotalBytes) throw spoolFull(maxTotalBytes)
        held += bytes
        own += bytes
      },
      giveBack(): void {
        held -= own
        own = 0
      },
    }
  }

  return {
    async open() {
      if (held >= maxTotalBytes) throw spoolFull(maxTotalBytes)
      const share = hold()
      const sampler = createSampler()
      const path = join(folder, randomBytes(12).toString('hex'))
      let chunks: Uint8Array[] = []
      let size = 0
      let file: FileHandle | undefined

      const toDisk = async (): Promise<FileHandle> => {
        // Cleaners of temporary folders may have taken an idle process's folder away.
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const opened = await open(path, 'wx', 0o600)
        file = opened
        await writeAll(opened, concatBytes(chunks))
        chunks = []
        return opened
      }
      const forget = async (): Promise<void> => {
        alive.delete(forget)
        const opened = file
        file = undefined
        chunks = []
        await opened?.close().catch(() => undefined)
        if (opened !== undefined || size > memoryBytes) await rm(path, { force: true })
        share.giveBack()
      }
      alive.add(forget)

      return {
        async write(chunk) {
          share.add(chunk.length)
          sampler.add(chunk)
          size += chunk.length
          try {
            if (size <= memoryBytes) chunks.push(chunk)
            else await writeAll(file ?? (await toDisk()), chunk)
          } catch (error) {
            throw explain(error)
          }
        },
        async finish(): Promise<SpooledFile> {
          const { head, tail } = sampler.finish()
          if (file === undefined) {
            const bytes = concatBytes(chunks)
            chunks = []
            return { size, source: { kind: 'bytes', bytes }, head, tail, ...readingOf(bytes), remove: forget }
          }
          await file.close()
          file = undefined
          return { size, source: { kind: 'file', path, size }, head, tail, ...readingOfFile(path), remove: forget }
        },
        abort: forget,
      }
    },
    async close() {
      clearInterval(beat)
      for (const forget of [...alive]) await forget()
      ownFolders.delete(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }

  function nameOwnFolder(): string {
    const name = createProcessId()
    ownFolders.add(join(dir, name))
    return name
  }
}

/** Removes the folders of processes that no longer run; how many. Safe beside living processes, here or elsewhere. */
export async function sweepSpool(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  let swept = 0
  for (const name of names) {
    const folder = join(dir, name)
    if (ownFolders.has(folder) || !(await isDead(folder, name))) continue
    await rm(folder, { recursive: true, force: true })
    swept++
  }
  return swept
}

function readingOfFile(path: string): Pick<SpooledFile, 'stream' | 'digest'> {
  return {
    // Node's own type of the stream is a little wider than the web's.
    stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    async digest() {
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(path)) hash.update(chunk)
      return hash.digest('hex')
    },
  }
}

/** Folders of spools in this very process (tests have several). */
const ownFolders = new Set<string>()
/** Process ids mean something on one machine, or in one container, only. */
const hostKey = hostname().replace(/[^A-Za-z0-9.-]/g, '_')

async function isDead(folder: string, name: string): Promise<boolean> {
  const running = isProcessRunning(name)
  if (running !== null) return !running
  const stats = await stat(folder).catch(() => null)
  return stats !== null && Date.now() - stats.mtimeMs > deadAfterMs
}

/** A name that no other process, before or after, on this machine or another, has. */
export function createProcessId(): string {
  return [hostKey, process.pid, startTimeOf(process.pid) ?? 'x', randomBytes(6).toString('hex')].join('~')
}

/** Whether the process that `createProcessId` named still runs; `null` for those of other machines, which can't be told from here. */
export function isProcessRunning(name: string): boolean | null {
  const [host, pidText, startTime] = name.split('~')
  const pid = Number(pidText)
  if (host !== hostKey || !Number.isInteger(pid) || pid <= 0) return null
  // A container starts with the same few ids again and again: an id alone does not tell that it is the same process.
  const current = startTimeOf(pid)
  if (current !== null) return current === startTime
  return pid !== process.pid && isRunning(pid)
}

/** When a process began, in the kernel's ticks since boot; `null` where there is no such process or no /proc. */
function startTimeOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold anything, also blanks: count from its end.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A write may take only part of the chunk. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length; )
    offset += (await file.write(chunk, offset, chunk.length - offset)).bytesWritten
}

function explain(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return new ParseError(1124, 'Busy: the disk that uploads are kept on is full. Try again later.', { cause: error })
  return error
}
