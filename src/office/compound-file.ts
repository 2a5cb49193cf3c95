/** Compound files (OLE 2, [MS-CFB]): DOC, XLS, PPT and encrypted OOXML. Damaged sector chains end early. */
import { concatBytes, hasBytesAt, viewOf } from '../model/bytes.ts'

/** Stream names are compared without case ([MS-CFB] 2.6.4). */
export interface CompoundFile {
  has(name: string): boolean
  read(name: string, maxBytes: number): Uint8Array | null
  /** Maps offsets in a section of a stream to the file; `null` without such a section. */
  locate(name: string, start: number, length: number): ((offset: number) => number) | null
}

interface StreamEntry {
  readonly name: string
  readonly start: number
  readonly size: number
  readonly isRoot: boolean
}

/** First four bytes of the signature, enough to detect the container. */
export const COMPOUND_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0]
const SIGNATURE = [...COMPOUND_SIGNATURE, 0xa1, 0xb1, 0x1a, 0xe1]
const HEADER_BYTES = 512
const FIRST_SPECIAL_SECTOR = 0xfffffffa
const END_OF_CHAIN = 0xfffffffe
/** Number of allocation table sectors in the header; a chain lists the others. */
const HEADER_TABLES = 109
const MAX_TABLES = 20_000
const ENTRY_BYTES = 128
const ROOT_TYPE = 5
const SIBLINGS_OFFSET = 68
const CHILD_OFFSET = 76
const MAX_DIRECTORY_BYTES = 1 << 20
const MAX_MINI_BYTES = 1 << 26

export function openCompoundFile(bytes: Uint8Array): CompoundFile | null {
  if (bytes.length < HEADER_BYTES || !hasBytesAt(bytes, 0, SIGNATURE)) return null
  return new SectorReader(bytes)
}

class SectorReader implements CompoundFile {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #sectorBytes: number
  readonly #miniSectorBytes: number
  /** Smaller streams are in mini sectors, which are parts of the root stream. */
  readonly #miniStreamBelow: number
  readonly #tables: readonly number[]
  readonly #entries: readonly StreamEntry[]
  readonly #chains = new Map<number, readonly number[]>()
  #miniStream: { readonly data: Uint8Array; readonly table: DataView } | null = null

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#sectorBytes = 1 << Math.min(16, this.#view.getUint16(30, true))
    this.#miniSectorBytes = 1 << Math.min(12, this.#view.getUint16(32, true))
    this.#miniStreamBelow = this.#view.getUint32(56, true)
    this.#tables = this.#readTables()
    this.#entries = readDirectory(this.#readChain(this.#number(48), MAX_DIRECTORY_BYTES))
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  read(name: string, maxBytes: number): Uint8Array | null {
    const entry = this.#find(name)
    if (entry === undefined) return null
    return entry.size < this.#miniStreamBelow
      ? this.#readMini(entry, maxBytes)
      : this.#readChain(entry.start, Math.min(entry.size, maxBytes))
  }

  locate(name: string, start: number, length: number): ((offset: number) => number) | null {
    const entry = this.#find(name)
    if (entry === undefined || start + length > entry.size) return null
    const isMini = entry.size < this.#miniStreamBelow
    const sectorBytes = isMini ? this.#miniSectorBytes : this.#sectorBytes
    const chain = isMini ? this.#miniChain(entry.start) : this.#chain(entry.start)
    if (start + length > chain.length * sectorBytes) return null
    if (!isMini) return (offset) => this.#offsetIn(chain, start + offset)
    const root = this.#chain(this.#rootStart)
    return (offset) => {
      const at = start + offset
      return this.#offsetIn(root, chain[Math.floor(at / sectorBytes)]! * sectorBytes + (at % sectorBytes))
    }
  }

  #find(name: string): StreamEntry | undefined {
    return this.#entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  }

  get #rootStart(): number {
    return this.#entries.find(({ isRoot }) => isRoot)?.start ?? FIRST_SPECIAL_SECTOR
  }

  #number(at: number): number {
    return at >= 0 && at + 4 <= this.#bytes.length ? this.#view.getUint32(at, true) : END_OF_CHAIN
  }

  #sectorOffset(sector: number): number {
    return (sector + 1) * this.#sectorBytes
  }

  #readTables(): number[] {
    const tables: number[] = []
    const add = (at: number): void => {
      const sector = this.#number(at)
      if (sector < FIRST_SPECIAL_SECTOR) tables.push(sector)
    }
    for (let index = 0; index < HEADER_TABLES; index++) add(76 + 4 * index)
    let sector = this.#number(68)
    for (let seen = 0; sector < FIRST_SPECIAL_SECTOR && seen < MAX_TABLES; seen++) {
      const next = this.#sectorOffset(sector) + this.#sectorBytes - 4
      for (let at = this.#sectorOffset(sector); at < next; at += 4) add(at)
      sector = this.#number(next)
    }
    return tables
  }

  #nextSector(sector: number): number {
    const perTable = this.#sectorBytes / 4
    const table = this.#tables[Math.floor(sector / perTable)]
    return table === undefined
      ? FIRST_SPECIAL_SECTOR
      : this.#number(this.#sectorOffset(table) + 4 * (sector % perTable))
  }

  #isSector(sector: number): boolean {
    return sector < FIRST_SPECIAL_SECTOR && this.#sectorOffset(sector) < this.#bytes.length
  }

  #readChain(start: number, maxBytes: number): Uint8Array {
    const sectors = this.#chain(start).slice(0, Math.ceil(maxBytes / this.#sectorBytes))
    const parts = sectors.map((sector) => {
      const at = this.#sectorOffset(sector)
      return this.#bytes.subarray(at, at + this.#sectorBytes)
    })
    return concatBytes(parts).subarray(0, maxBytes)
  }

  #openMiniStream(): { readonly data: Uint8Array; readonly table: DataView } {
    if (this.#miniStream === null) {
      const table = this.#readChain(this.#number(60), MAX_MINI_BYTES / 16)
      this.#miniStream = {
        data: this.#readChain(this.#rootStart, MAX_MINI_BYTES),
        table: viewOf(table),
      }
    }
    return this.#miniStream
  }

  #readMini({ start, size }: StreamEntry, maxBytes: number): Uint8Array {
    const { data, table } = this.#openMiniStream()
    const sectorBytes = this.#miniSectorBytes
    const content = new Uint8Array(Math.min(size, maxBytes))
    for (let sector = start, at = 0; sector < FIRST_SPECIAL_SECTOR && at < content.length; at += sectorBytes) {
      const from = sector * sectorBytes
      content.set(data.subarray(from, from + Math.min(sectorBytes, content.length - at)), at)
      sector = sector * 4 + 4 <= table.byteLength ? table.getUint32(sector * 4, true) : FIRST_SPECIAL_SECTOR
    }
    return content
  }

  #chain(start: number): readonly number[] {
    let chain = this.#chains.get(start)
    if (chain === undefined) {
      const sectors: number[] = []
      const maxLength = this.#bytes.length / this.#sectorBytes
      for (let sector = start; this.#isSector(sector) && sectors.length <= maxLength; sector = this.#nextSector(sector))
        sectors.push(sector)
      chain = sectors
      this.#chains.set(start, chain)
    }
    return chain
  }

  #miniChain(start: number): readonly number[] {
    const { table } = this.#openMiniStream()
    const chain: number[] = []
    const count = table.byteLength / 4
    for (let sector = start; sector < count && chain.length <= count; sector = table.getUint32(sector * 4, true))
      chain.push(sector)
    return chain
  }

  #offsetIn(chain: readonly number[], at: number): number {
    return (
      this.#sectorOffset(chain[Math.floor(at / this.#sectorBytes)] ?? FIRST_SPECIAL_SECTOR) + (at % this.#sectorBytes)
    )
  }
}

/** Streams of the file itself are before those of embedded objects, which may have the same names. */
function readDirectory(bytes: Uint8Array): StreamEntry[] {
  const view = viewOf(bytes)
  const decoder = new TextDecoder('utf-16le')
  const ownStreams = findRootChildren(view)
  const own: StreamEntry[] = []
  const embedded: StreamEntry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = view.getUint16(at + 64, true)
    if (nameBytes < 2 || nameBytes > 64) continue
    const group = ownStreams.has(at / ENTRY_BYTES) ? own : embedded
    group.push({
      name: decoder.decode(bytes.subarray(at, at + nameBytes - 2)),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
      isRoot: bytes[at + 66] === ROOT_TYPE,
    })
  }
  return [...own, ...embedded]
}

/** Indexes of the entries in the tree of the root storage ([MS-CFB] 2.6.4). */
function findRootChildren(view: DataView): Set<number> {
  const found = new Set<number>()
  const isEntry = (index: number): boolean => (index + 1) * ENTRY_BYTES <= view.byteLength
  const waiting = isEntry(0) ? [view.getUint32(CHILD_OFFSET, true)] : []
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (!isEntry(index) || found.has(index)) continue
    found.add(index)
    const siblings = index * ENTRY_BYTES + SIBLINGS_OFFSET
    waiting.push(view.getUint32(siblings, true), view.getUint32(siblings + 4, true))
  }
  return found
}
