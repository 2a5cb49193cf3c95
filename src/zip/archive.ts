/**
 * A zip archive → its entries, inflated one by one when they are asked for. Refuses bombs before inflating anything: too many
 * entries, too many bytes, too high a ratio (1106); also encrypted entries and methods other than stored and deflated.
 */
import { Inflate } from 'fflate'
import { ParseError } from '../model/errors.ts'

export interface ArchiveLimits {
  readonly maxEntries: number
  /** Bytes of all entries together, as the directory claims them. */
  readonly maxBytes: number
  /** Bytes of one entry. */
  readonly maxEntryBytes: number
}

/** Office files of hundreds of slides have some thousand parts. Isolates of Workers have 128 MB, and a tree is larger than its text. */
export const archiveLimits: ArchiveLimits = { maxEntries: 10_000, maxBytes: 1 << 30, maxEntryBytes: 256 << 20 }
/** Text of sheets shrinks to a thirtieth; only what was made to harm, or holds nothing, shrinks to a two-hundredth. */
const maxRatio = 200
/** Below this the ratio says nothing: small files of zeros are harmless. */
const ratioFrom = 100 << 20

interface Entry {
  readonly method: number
  readonly encrypted: boolean
  readonly packedSize: number
  readonly size: number
  readonly offset: number
}

export class Archive {
  readonly #bytes: Uint8Array
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #limits: ArchiveLimits
  readonly #lowerCase: ReadonlyMap<string, string>

  constructor(bytes: Uint8Array, limits: ArchiveLimits = archiveLimits) {
    this.#bytes = bytes
    this.#limits = limits
    this.#entries = readDirectory(bytes, limits)
    this.#lowerCase = new Map([...this.#entries.keys()].map((name) => [name.toLowerCase(), name]))
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  /** An entry's bytes; `null` when there is none of that name (compared without regard to case if need be). */
  read(name: string): Uint8Array | null {
    const entry = this.#find(name)
    return entry === undefined ? null : inflateEntry(this.#bytes, entry, { name, maxBytes: this.#limits.maxEntryBytes })
  }

  /** An entry that must be there. */
  need(name: string): Uint8Array {
    const bytes = this.read(name)
    if (bytes === null)
      throw new ParseError(1106, `The file is damaged or not what it claims: its part "${name}" is missing.`)
    return bytes
  }

  #find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#entries.get(this.#lowerCase.get(name.toLowerCase()) ?? '')
  }
}

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const localMark = 0x04034b50
/** The end record has 22 bytes and a comment of at most 65 535. */
const endWithin = 22 + 0xffff

function damaged(what: string): ParseError {
  return new ParseError(
    1106,
    `The file is damaged or cut off: ${what}. Send it again, or repair it with the program it comes from.`,
  )
}

function readDirectory(bytes: Uint8Array, limits: ArchiveLimits): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  const stop = Math.max(0, bytes.length - endWithin)
  while (end >= stop && view.getUint32(end, true) !== endMark) end--
  if (end < stop || end < 0) throw damaged('the directory of its zip archive is missing')
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  // Of zip64 nothing is needed below the size limit but the count and place, which then stand in a record of their own.
  const wide = count === 0xffff || start === 0xffffffff ? wideEnd(view, end) : null
  const entryCount = wide?.count ?? count
  if (entryCount > limits.maxEntries)
    throw new ParseError(1106, `The file holds ${entryCount} parts; the limit is ${limits.maxEntries}.`)
  const entries = new Map<string, Entry>()
  let at = wide?.start ?? start
  // Bytes before the archive (a stub, a mail header) shift everything; the directory ends where the end record begins.
  const directorySize = view.getUint32(end + 12, true)
  const shift = wide === null && directorySize !== 0xffffffff && end - directorySize > at ? end - directorySize - at : 0
  at += shift
  let total = 0
  let packed = 0
  for (let index = 0; index < entryCount; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryMark)
      throw damaged('the directory of its zip archive breaks off')
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const name = decodeName(bytes.subarray(at + 46, at + 46 + nameLength))
    const entry: Entry = {
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true) + shift,
    }
    total += entry.size
    packed += entry.packedSize
    if (total > limits.maxBytes)
      throw new ParseError(
        1106,
        `The file unpacks to more than ${limits.maxBytes >> 20} MB, which is the limit. Remove pictures or split it, and send the parts.`,
      )
    if (!entries.has(name)) entries.set(name, entry)
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  if (total > ratioFrom && total > packed * maxRatio)
    throw new ParseError(
      1106,
      `The file unpacks to ${Math.round(total / packed)} times its size; the limit is ${maxRatio}. Files like that are made to harm.`,
    )
  return entries
}

function wideEnd(view: DataView, end: number): { count: number; start: number } {
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50)
    throw damaged('the directory of its zip archive is missing')
  const record = Number(view.getBigUint64(locator + 8, true))
  if (record + 56 > view.byteLength || view.getUint32(record, true) !== 0x06064b50)
    throw damaged('the directory of its zip archive is missing')
  return { count: Number(view.getBigUint64(record + 32, true)), start: Number(view.getBigUint64(record + 48, true)) }
}

function decodeName(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\\', '/').replace(/^\/+/, '')
}

function inflateEntry(
  bytes: Uint8Array,
  entry: Entry,
  { name, maxBytes }: { name: string; maxBytes: number },
): Uint8Array {
  if (entry.encrypted)
    throw new ParseError(1106, 'The file is encrypted. Remove its password, save it, and send it again.')
  if (entry.size > maxBytes)
    throw new ParseError(
      1106,
      `The part "${name}" unpacks to ${entry.size >> 20} MB; the limit is ${maxBytes >> 20} MB. Split the document.`,
    )
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== localMark)
    throw damaged(`its part "${name}" is not where the directory says`)
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  const packed = bytes.subarray(start, start + entry.packedSize)
  if (packed.length < entry.packedSize) throw damaged(`its part "${name}" breaks off`)
  if (entry.method === 0) return packed
  if (entry.method !== 8)
    throw new ParseError(
      1106,
      `The part "${name}" is packed in a way (method ${entry.method}) that is not supported. Save the file again.`,
    )
  return inflate(packed, { size: entry.size, name })
}

/** Packed bytes given to the decoder at once: what lies about its size is caught before it has grown far. */
const stepBytes = 1 << 16
/** Deflate packs at most 258 bytes into two bits. */
const maxDeflate = 1032

function inflate(packed: Uint8Array, { size, name }: { size: number; name: string }): Uint8Array {
  if (size > packed.length * maxDeflate + stepBytes)
    throw damaged(`its part "${name}" claims more than can be packed into it`)
  const whole = new Uint8Array(size)
  let filled = 0
  const decoder = new Inflate((chunk) => {
    if (filled + chunk.length > size) throw damaged(`its part "${name}" is larger than it claims`)
    whole.set(chunk, filled)
    filled += chunk.length
  })
  try {
    for (let at = 0; at < packed.length; at += stepBytes)
      decoder.push(packed.subarray(at, at + stepBytes), at + stepBytes >= packed.length)
  } catch (error) {
    if (error instanceof ParseError) throw error
    throw damaged(`its part "${name}" can't be unpacked`)
  }
  if (filled < size) throw damaged(`its part "${name}" is shorter than it claims`)
  return whole
}
