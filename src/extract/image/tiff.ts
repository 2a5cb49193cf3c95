/**
 * The directories of a TIFF file, classic or BigTIFF: which tags each page has and where their values lie.
 * Reads no pixels; a crafted file may bend its list of directories into a ring, so each is read once.
 */
import { fromExif, type Orientation, orientationTag } from './exif.ts'

export interface TiffEntry {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** Where the values begin, within the entry itself or elsewhere in the file. */
  readonly at: number
}

export interface TiffFile {
  readonly view: DataView
  readonly little: boolean
  readonly big: boolean
  readonly directories: readonly (readonly TiffEntry[])[]
}

export const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planes: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  sampleFormat: 339,
} as const

/** Bytes of a value, by type. */
export const typeBytes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}

/** More pages than any limit allows: the rest need not be looked at. */
const MOST_DIRECTORIES = 10_000

/** Throws `RangeError` when the header is cut off; directories that are cut off are left out. */
export function readTiff(bytes: Uint8Array): TiffFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = view.getUint8(0) === 0x49
  const big = view.getUint16(2, little) === 43
  const offset = (at: number): number => (big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little))
  const directories: TiffEntry[][] = []
  const seen = new Set<number>()
  const [countBytes, entryBytes, valueBytes] = big ? [8, 20, 8] : [2, 12, 4]
  let at = offset(big ? 8 : 4)
  while (at !== 0 && at + countBytes <= bytes.length && !seen.has(at) && directories.length < MOST_DIRECTORIES) {
    seen.add(at)
    const count = big ? Number(view.getBigUint64(at, little)) : view.getUint16(at, little)
    const end = at + countBytes + count * entryBytes
    if (end > bytes.length) break
    const entries: TiffEntry[] = []
    for (let entry = at + countBytes; entry < end; entry += entryBytes) {
      const type = view.getUint16(entry + 2, little)
      const values = offset(entry + 4)
      const valueAt = entry + entryBytes - valueBytes
      const size = values * (typeBytes[type] ?? 0)
      const start = size <= valueBytes ? valueAt : offset(valueAt)
      if (size > 0 && start + size <= bytes.length)
        entries.push({ tag: view.getUint16(entry, little), type, count: values, at: start })
    }
    directories.push(entries)
    at = end + (big ? 8 : 4) <= bytes.length ? offset(end) : 0
  }
  return { view, little, big, directories }
}

/** The whole numbers of a tag; `null` when the page lacks it or they are none. */
export function numbersOf({ view, little }: TiffFile, directory: readonly TiffEntry[], tag: number): number[] | null {
  const entry = directory.find((each) => each.tag === tag)
  if (entry === undefined) return null
  const size = typeBytes[entry.type] ?? 0
  const read = readers[entry.type]
  return read === undefined
    ? null
    : Array.from({ length: entry.count }, (_, index) => read(view, entry.at + index * size, little))
}

const readers: Readonly<Record<number, (view: DataView, at: number, little: boolean) => number>> = {
  1: (view, at) => view.getUint8(at),
  3: (view, at, little) => view.getUint16(at, little),
  4: (view, at, little) => view.getUint32(at, little),
  13: (view, at, little) => view.getUint32(at, little),
  16: (view, at, little) => Number(view.getBigUint64(at, little)),
  18: (view, at, little) => Number(view.getBigUint64(at, little)),
}

export function numberOf(file: TiffFile, directory: readonly TiffEntry[], tag: number): number | null {
  return numbersOf(file, directory, tag)?.[0] ?? null
}

/** How each page must be turned. */
export function readTiffOrientations(bytes: Uint8Array): Orientation[] {
  const file = readTiff(bytes)
  return file.directories.map((directory) => fromExif(numberOf(file, directory, orientationTag) ?? 1))
}
