/**
 * A compound file (OLE 2: DOC, XLS, PPT and encrypted OOXML) → its streams by name. Chains that go round or lead out of the file
 * end there; a file without the signature gives `null`. After [MS-CFB].
 */

interface StreamEntry {
  readonly name: string
  readonly start: number
  readonly size: number
  readonly isRoot: boolean
}

export interface CompoundFile {
  readonly names: readonly string[]
  /** A stream's first bytes; `null` when there is none of that name, whatever its case. */
  read(name: string, maxBytes: number): Uint8Array | null
  /** Where in the file the bytes of a stream's piece stand, by their place in the piece; `null` where the stream has no such piece. */
  places(name: string, start: number, length: number): ((offset: number) => number) | null
}

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Sector numbers from here on are marks: end of chain, free, table. */
const firstMark = 0xfffffffa
const headerTables = 109
const entryBytes = 128
const rootType = 5
/** Directories of the largest presentations have some hundred entries. */
const maxDirectoryBytes = 1 << 20
const maxMiniBytes = 1 << 26
const maxTables = 20_000

export function openCompoundFile(bytes: Uint8Array): CompoundFile | null {
  if (bytes.length < 512 || signature.some((byte, at) => bytes[at] !== byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sectorBytes = 1 << Math.min(16, view.getUint16(30, true))
  const miniBytes = 1 << Math.min(12, view.getUint16(32, true))
  const miniBelow = view.getUint32(56, true)
  const offsetOf = (sector: number): number => (sector + 1) * sectorBytes
  const wordAt = (at: number): number => (at >= 0 && at + 4 <= bytes.length ? view.getUint32(at, true) : 0xfffffffe)

  const tables: number[] = []
  for (let at = 0; at < headerTables; at++) if (wordAt(76 + 4 * at) < firstMark) tables.push(wordAt(76 + 4 * at))
  const perSector = sectorBytes / 4
  for (
    let sector = wordAt(68), seen = 0;
    sector < firstMark && seen < maxTables;
    seen++, sector = wordAt(offsetOf(sector) + sectorBytes - 4)
  )
    for (let at = 0; at < perSector - 1; at++)
      if (wordAt(offsetOf(sector) + 4 * at) < firstMark) tables.push(wordAt(offsetOf(sector) + 4 * at))

  const next = (sector: number): number => {
    const table = tables[Math.floor(sector / perSector)]
    return table === undefined ? firstMark : wordAt(offsetOf(table) + 4 * (sector % perSector))
  }
  const readChain = (start: number, maxBytes: number): Uint8Array => {
    const pieces: Uint8Array[] = []
    let length = 0
    for (
      let sector = start;
      sector < firstMark && length < maxBytes && offsetOf(sector) < bytes.length;
      sector = next(sector)
    ) {
      const piece = bytes.subarray(offsetOf(sector), Math.min(offsetOf(sector) + sectorBytes, bytes.length))
      pieces.push(piece)
      length += piece.length
      // A chain can't be longer than the file.
      if (length > bytes.length) break
    }
    const whole = new Uint8Array(Math.min(length, maxBytes))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece.subarray(0, whole.length - at), at)
      at += piece.length
      if (at >= whole.length) break
    }
    return whole
  }

  const entries = readDirectory(readChain(wordAt(48), maxDirectoryBytes))
  const root = entries.find(({ isRoot }) => isRoot)
  let mini: { readonly data: Uint8Array; readonly table: DataView } | null = null

  const openMini = (): NonNullable<typeof mini> => {
    if (mini === null) {
      const table = readChain(wordAt(60), maxMiniBytes / 16)
      mini = { data: readChain(root?.start ?? firstMark, maxMiniBytes), table: new DataView(table.buffer) }
    }
    return mini
  }
  const readMini = ({ start, size }: StreamEntry, maxBytes: number): Uint8Array => {
    const { data, table } = openMini()
    const whole = new Uint8Array(Math.min(size, maxBytes))
    for (let sector = start, at = 0; sector < firstMark && at < whole.length; at += miniBytes) {
      whole.set(data.subarray(sector * miniBytes, sector * miniBytes + Math.min(miniBytes, whole.length - at)), at)
      sector = sector * 4 + 4 <= table.byteLength ? table.getUint32(sector * 4, true) : firstMark
    }
    return whole
  }

  const chains = new Map<number, readonly number[]>()
  const chainOf = (start: number): readonly number[] => {
    const known = chains.get(start)
    if (known !== undefined) return known
    const chain: number[] = []
    const longest = bytes.length / sectorBytes
    for (
      let sector = start;
      sector < firstMark && offsetOf(sector) < bytes.length && chain.length <= longest;
      sector = next(sector)
    )
      chain.push(sector)
    chains.set(start, chain)
    return chain
  }
  /** Small streams lie in sectors of their own inside the root's stream. */
  const miniChainOf = (start: number): readonly number[] => {
    const { table } = openMini()
    const chain: number[] = []
    const longest = table.byteLength / 4
    for (let sector = start; sector < longest && chain.length <= longest; sector = table.getUint32(sector * 4, true))
      chain.push(sector)
    return chain
  }
  const placeIn = (chain: readonly number[], at: number): number =>
    offsetOf(chain[Math.floor(at / sectorBytes)] ?? firstMark) + (at % sectorBytes)
  const find = (name: string): StreamEntry | undefined =>
    entries.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())

  return {
    names: entries.map(({ name }) => name),
    read(name, maxBytes) {
      const entry = find(name)
      if (entry === undefined) return null
      return entry.size < miniBelow ? readMini(entry, maxBytes) : readChain(entry.start, Math.min(entry.size, maxBytes))
    },
    places(name, start, length) {
      const entry = find(name)
      if (entry === undefined || start + length > entry.size) return null
      const isMini = entry.size < miniBelow
      const chain = isMini ? miniChainOf(entry.start) : chainOf(entry.start)
      if (start + length > chain.length * (isMini ? miniBytes : sectorBytes)) return null
      if (!isMini) return (offset) => placeIn(chain, start + offset)
      const whole = chainOf(root?.start ?? firstMark)
      return (offset) =>
        placeIn(whole, chain[Math.floor((start + offset) / miniBytes)]! * miniBytes + ((start + offset) % miniBytes))
    },
  }
}

function readDirectory(bytes: Uint8Array): StreamEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const decoder = new TextDecoder('utf-16le')
  const entries: StreamEntry[] = []
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const nameBytes = view.getUint16(at + 64, true)
    if (nameBytes < 2 || nameBytes > 64) continue
    const name = decoder.decode(bytes.subarray(at, at + nameBytes - 2))
    entries.push({
      name,
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
      isRoot: bytes[at + 66] === rootType,
    })
  }
  return entries
}
