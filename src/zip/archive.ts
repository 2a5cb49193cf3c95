/** Zip bombs are refused before anything is inflated. */
import { Inflate } from 'fflate'
import { ParseError } from '../model/errors.ts'
import {
  DEFLATED,
  damagedZip,
  MAX_DEFLATE_RATIO,
  openZipDirectory,
  packedData,
  STORED,
  type ZipEntry,
} from './directory.ts'
import { COUNT_FROM_BYTES, limitElements } from './element-limit.ts'

export interface ArchiveLimits {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly maxEntryBytes: number
}

/** Presentations have hundreds of slides; an isolate on Workers has 128 MB. */
export const archiveLimits: ArchiveLimits = { maxEntries: 10_000, maxBytes: 1 << 30, maxEntryBytes: 256 << 20 }
/** Unpacked to packed bytes, well above large worksheets. */
const MAX_RATIO = 200
const RATIO_CHECK_FROM_BYTES = 100 << 20
/** Packed bytes per decoder call, to notice oversized entries early. */
const INFLATE_STEP_BYTES = 1 << 16

/** Throws `ParseError` 1106 for damaged, encrypted and oversized archives, 1132 for too many elements. */
export class Archive {
  readonly #bytes: Uint8Array
  readonly #entries: ReadonlyMap<string, ZipEntry>
  readonly #maxEntryBytes: number
  readonly #namesByLowerCase: ReadonlyMap<string, string>

  constructor(bytes: Uint8Array, limits: ArchiveLimits = archiveLimits) {
    this.#bytes = bytes
    this.#maxEntryBytes = limits.maxEntryBytes
    this.#entries = readEntries(bytes, limits)
    this.#namesByLowerCase = new Map([...this.#entries.keys()].map((name) => [name.toLowerCase(), name]))
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  /** Prefers an exact match to one that differs in case. */
  read(name: string): Uint8Array | null {
    const entry = this.#find(name)
    return entry === undefined ? null : unpack(this.#bytes, entry, { name, maxBytes: this.#maxEntryBytes })
  }

  readRequired(name: string): Uint8Array {
    const bytes = this.read(name)
    if (bytes === null)
      throw new ParseError(1106, `The file is damaged or not of the type it claims: its part "${name}" is missing.`)
    return bytes
  }

  #find(name: string): ZipEntry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(this.#namesByLowerCase.get(name.toLowerCase()) ?? '')
  }
}

function readEntries(bytes: Uint8Array, { maxEntries, maxBytes }: ArchiveLimits): Map<string, ZipEntry> {
  const directory = openZipDirectory(bytes)
  if (directory.entryCount > maxEntries)
    throw new ParseError(1106, `The file contains ${directory.entryCount} parts; the limit is ${maxEntries}.`)
  const entries = new Map<string, ZipEntry>()
  let total = 0
  let packed = 0
  for (const entry of directory.entries()) {
    total += entry.size
    packed += entry.packedSize
    if (total > maxBytes)
      throw new ParseError(
        1106,
        `The file unpacks to more than ${maxBytes >> 20} MB, which is the limit. Remove images or split it, and send the parts.`,
      )
    if (!entries.has(entry.name)) entries.set(entry.name, entry)
  }
  if (total > RATIO_CHECK_FROM_BYTES && total > packed * MAX_RATIO)
    throw new ParseError(
      1106,
      `The file unpacks to ${Math.round(total / packed)} times its size; the limit is ${MAX_RATIO}. Such files are usually zip bombs.`,
    )
  return entries
}

function unpack(
  bytes: Uint8Array,
  entry: ZipEntry,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Uint8Array {
  if (entry.isEncrypted)
    throw new ParseError(1106, 'The file is encrypted. Remove its password, save it, and send it again.')
  if (entry.size > maxBytes)
    throw new ParseError(
      1106,
      `The part "${name}" unpacks to ${entry.size >> 20} MB; the limit is ${maxBytes >> 20} MB. Split the document.`,
    )
  const packed = packedData(bytes, entry)
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new ParseError(
      1106,
      `The part "${name}" uses an unsupported compression (method ${entry.method}). Save the file again.`,
    )
  if (entry.size >= COUNT_FROM_BYTES) checkElements(packed, entry, name)
  if (entry.method === STORED) return packed
  return inflate(packed, { size: entry.size, name })
}

interface Unpacking {
  readonly size: number
  readonly name: string
}

function checkElements(packed: Uint8Array, { method, size }: ZipEntry, name: string): void {
  const limit = limitElements(name)
  if (limit === null) return
  if (method === STORED) limit.add(packed)
  else inflateChunks(packed, { size, name }, (chunk) => limit.add(chunk))
  limit.check()
}

function inflate(packed: Uint8Array, { size, name }: Unpacking): Uint8Array {
  if (size > packed.length * MAX_DEFLATE_RATIO + INFLATE_STEP_BYTES)
    throw damagedZip(`its part "${name}" states an impossible size`)
  const unpacked = new Uint8Array(size)
  inflateChunks(packed, { size, name }, (chunk, at) => unpacked.set(chunk, at))
  return unpacked
}

function inflateChunks(
  packed: Uint8Array,
  { size, name }: Unpacking,
  take: (chunk: Uint8Array, at: number) => void,
): void {
  let filled = 0
  const decoder = new Inflate((chunk) => {
    if (filled + chunk.length > size) throw damagedZip(`its part "${name}" is larger than stated`)
    take(chunk, filled)
    filled += chunk.length
  })
  try {
    for (let at = 0; at < packed.length; at += INFLATE_STEP_BYTES)
      decoder.push(packed.subarray(at, at + INFLATE_STEP_BYTES), at + INFLATE_STEP_BYTES >= packed.length)
  } catch (error) {
    if (error instanceof ParseError) throw error
    throw damagedZip(`its part "${name}" can't be unpacked`)
  }
  if (filled < size) throw damagedZip(`its part "${name}" is smaller than stated`)
}
