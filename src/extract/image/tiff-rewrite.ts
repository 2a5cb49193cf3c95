/**
 * A TIFF file that MuPDF can't read right (BigTIFF, and pages of `tiff-unpack.ts`) → a classic one that it can: the old bytes stay where
 * they are, new directories and repacked pages follow behind. Other files pass through untouched.
 */
import { zlibSync } from 'fflate'
import { numberOf, readTiff, type TiffEntry, type TiffFile, tags, typeBytes } from './tiff.ts'
import { layoutToUnpack, unpackPage } from './tiff-unpack.ts'

/** Repacked, since all pages wait in memory to be read; the quickest kind. */
const DEFLATE = { tag: 8, level: 1 } as const
const types = { short: 3, long: 4, long8: 16 } as const
const ENTRY_BYTES = 12

/** Throws `CodecError` when a page can be read by nobody. `maxPages`: of more pages none is repacked, since the file will be refused. */
export function forMupdf(bytes: Uint8Array, maxPages: number): Uint8Array {
  const file = readTiff(bytes)
  if (file.directories.length > maxPages) return bytes
  const layouts = file.directories.map((directory) => layoutToUnpack(file, directory))
  if (!file.big && layouts.every((layout) => layout === null)) return bytes

  const parts: Uint8Array[] = []
  let end = bytes.length
  function append(part: Uint8Array): number {
    // Offsets are even by the standard.
    const padding = end % 2
    if (padding > 0) parts.push(new Uint8Array(padding))
    const at = end + padding
    parts.push(part)
    end = at + part.length
    return at
  }
  const directories = file.directories.map((directory, index) => {
    const layout = layouts[index] ?? null
    if (layout === null) return directory.map((entry) => classicEntry(file, entry, append))
    const packed = zlibSync(unpackPage(file, layout), { level: DEFLATE.level })
    return repackedEntries(
      file,
      directory,
      { at: append(packed), size: packed.length, samples: layout.samples, height: layout.height },
      append,
    )
  })
  const first = appendDirectories(directories, file.little, { append, end: () => end })
  const result = new Uint8Array(end)
  result.set(bytes)
  let at = bytes.length
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  const view = new DataView(result.buffer)
  view.setUint16(2, 42, file.little)
  view.setUint32(4, first, file.little)
  return result
}

/** Twelve bytes of a directory. */
interface ClassicEntry {
  readonly tag: number
  readonly bytes: Uint8Array
}

type Append = (part: Uint8Array) => number

/** The same tag with offsets of four bytes: values that lay in the entry and no longer fit are pointed at where they are. */
function classicEntry(file: TiffFile, entry: TiffEntry, append: Append): ClassicEntry {
  const { view, little } = file
  if (entry.type === types.long8 || entry.type === 18) {
    const numbers = Array.from({ length: entry.count }, (_, index) =>
      Number(view.getBigUint64(entry.at + 8 * index, little)),
    )
    return longEntry(entry.tag, numbers, { little, append })
  }
  const size = entry.count * (typeBytes[entry.type] ?? 0)
  const bytes = entryHead(entry, little)
  if (size <= 4) bytes.set(new Uint8Array(view.buffer, view.byteOffset + entry.at, size), 8)
  else new DataView(bytes.buffer).setUint32(8, entry.at, little)
  return { tag: entry.tag, bytes }
}

function entryHead(
  { tag, type, count }: { tag: number; type: number; count: number },
  little: boolean,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ENTRY_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, tag, little)
  view.setUint16(2, type, little)
  view.setUint32(4, count, little)
  return bytes
}

function longEntry(
  tag: number,
  numbers: readonly number[],
  { little, append }: { little: boolean; append: Append },
): ClassicEntry {
  const bytes = entryHead({ tag, type: types.long, count: numbers.length }, little)
  const view = new DataView(bytes.buffer)
  if (numbers.length === 1) view.setUint32(8, numbers[0]!, little)
  else {
    const values = new DataView(new ArrayBuffer(4 * numbers.length))
    for (const [index, number] of numbers.entries()) values.setUint32(4 * index, number, little)
    view.setUint32(8, append(new Uint8Array(values.buffer)), little)
  }
  return { tag, bytes }
}

/** What told of the old packing, and is told anew. */
const replacedTags = new Set<number>([
  ...[tags.bits, tags.compression, tags.stripOffsets, tags.rowsPerStrip, tags.stripBytes, tags.planes, tags.predictor],
  ...[tags.tileWidth, tags.tileHeight, tags.tileOffsets, tags.tileBytes, tags.sampleFormat],
])

function repackedEntries(
  file: TiffFile,
  directory: readonly TiffEntry[],
  strip: { at: number; size: number; samples: number; height: number },
  append: Append,
): ClassicEntry[] {
  const { little } = file
  const long = (tag: number, ...numbers: number[]): ClassicEntry => longEntry(tag, numbers, { little, append })
  const bits = new DataView(new ArrayBuffer(2 * strip.samples))
  for (let sample = 0; sample < strip.samples; sample++) bits.setUint16(2 * sample, 8, little)
  const bitsEntry = entryHead({ tag: tags.bits, type: types.short, count: strip.samples }, little)
  if (strip.samples <= 2) bitsEntry.set(new Uint8Array(bits.buffer), 8)
  else new DataView(bitsEntry.buffer).setUint32(8, append(new Uint8Array(bits.buffer)), little)
  const kept = directory.filter(({ tag }) => !replacedTags.has(tag)).map((entry) => classicEntry(file, entry, append))
  const made = [
    { tag: tags.bits, bytes: bitsEntry },
    long(tags.compression, DEFLATE.tag),
    long(tags.stripOffsets, strip.at),
    long(tags.rowsPerStrip, numberOf(file, directory, tags.height) ?? strip.height),
    long(tags.stripBytes, strip.size),
  ]
  return [...kept, ...made].sort((a, b) => a.tag - b.tag)
}

/** Chains the directories; answers where the first one lies. */
function appendDirectories(
  directories: readonly (readonly ClassicEntry[])[],
  little: boolean,
  { append, end }: { append: Append; end: () => number },
): number {
  let first = 0
  for (const [index, entries] of directories.entries()) {
    const size = 2 + ENTRY_BYTES * entries.length + 4
    const bytes = new Uint8Array(size)
    const view = new DataView(bytes.buffer)
    view.setUint16(0, entries.length, little)
    for (const [place, entry] of entries.entries()) bytes.set(entry.bytes, 2 + ENTRY_BYTES * place)
    const at = end() + (end() % 2)
    // The next one follows at once, behind its padding.
    view.setUint32(size - 4, index + 1 < directories.length ? at + size + ((at + size) % 2) : 0, little)
    if (index === 0) first = at
    append(bytes)
  }
  return first
}
