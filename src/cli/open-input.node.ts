import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer as readAll } from 'node:stream/consumers'
import type { SourceDocument } from '../extract/open-document.ts'
import { requireFileType } from '../extract/require-file-type.ts'
import type { FileSample } from '../extract/types.ts'
import { ParseError } from '../model/errors.ts'
import type { SourceRef } from '../model/source-ref.ts'
import { reasonOf } from '../runtime/start-errors.node.ts'
import { SAMPLE_BYTES, sampleOf } from '../uploads/sampler.ts'
import { STANDARD_INPUT } from './input-files.node.ts'

interface LocatedInput {
  readonly source: SourceRef
  readonly fileName: string
  readonly fileType: string
}

/** Throws `ParseError` 1104, 1111 or 1118. */
export async function readInput(path: string, password: string | null): Promise<SourceDocument> {
  const read = await readable(path === STANDARD_INPUT ? readAll(process.stdin) : readFile(path))
  // `slice` of a `Buffer` does not copy.
  const bytes = new Uint8Array(read.buffer, read.byteOffset, read.byteLength)
  const fileName = fileNameOf(path)
  return { bytes, fileName, fileType: typeOf({ ...sampleOf(bytes), fileName }), password }
}

/** Reads only the beginning and the end of a file, but a whole pipe. Throws as `readInput`. */
export async function locateInput(path: string): Promise<LocatedInput> {
  const stats = path === STANDARD_INPUT ? null : await readable(stat(path))
  if (stats === null || !stats.isFile()) {
    const { bytes, fileName, fileType } = await readInput(path, null)
    return { source: { kind: 'bytes', bytes }, fileName, fileType }
  }
  const { size } = stats
  const fileName = fileNameOf(path)
  const sample = await readable(readSample(path, size))
  return { source: { kind: 'file', path, size }, fileName, fileType: typeOf({ ...sample, size, fileName }) }
}

async function readSample(path: string, size: number): Promise<{ head: Uint8Array; tail: Uint8Array }> {
  await using file = await open(path)
  const read = async (position: number): Promise<Uint8Array> => {
    const { buffer, bytesRead } = await file.read(new Uint8Array(SAMPLE_BYTES), { position })
    return buffer.subarray(0, bytesRead)
  }
  const head = await read(0)
  return { head, tail: size <= SAMPLE_BYTES ? head : await read(size - SAMPLE_BYTES) }
}

async function readable<value>(reading: Promise<value>): Promise<value> {
  return await reading.catch((error: NodeJS.ErrnoException) => {
    const code = error.code === 'ERR_FS_FILE_TOO_LARGE' ? 1118 : 1111
    throw new ParseError(code, `The file can't be read: ${reasonOf(error)}.`, { cause: error })
  })
}

function fileNameOf(path: string): string {
  return path === STANDARD_INPUT ? 'stdin' : basename(path)
}

function typeOf(sample: FileSample): string {
  if (sample.size === 0) throw new ParseError(1111, 'The file is empty.')
  return requireFileType(sample)
}
