/** Directories (one per page) of a TIFF or BigTIFF file. */
import { viewOf } from '../../model/bytes.ts'

/** First value of each integer tag. */
export type TiffDirectory = ReadonlyMap<number, number>

export interface TiffFile {
  readonly isBigTiff: boolean
  readonly directories: readonly TiffDirectory[]
}

export const tiffTags = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  orientation: 274,
  samplesPerPixel: 277,
  planarConfiguration: 284,
  predictor: 317,
  tileWidth: 322,
  sampleFormat: 339,
} as const

const MAX_DIRECTORIES = 10_000

type ReadValue = (view: DataView, at: number, littleEndian: boolean) => number

const INTEGER_TYPES: Readonly<Record<number, { readonly bytes: number; readonly read: ReadValue }>> = {
  1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  3: { bytes: 2, read: (view, at, littleEndian) => view.getUint16(at, littleEndian) },
  4: { bytes: 4, read: (view, at, littleEndian) => view.getUint32(at, littleEndian) },
  16: { bytes: 8, read: (view, at, littleEndian) => Number(view.getBigUint64(at, littleEndian)) },
}

/** Throws `RangeError` for truncated headers; skips truncated and cyclic directories. */
export function readTiff(bytes: Uint8Array): TiffFile {
  const view = viewOf(bytes)
  const littleEndian = view.getUint8(0) === 0x49
  const isBigTiff = view.getUint16(2, littleEndian) === 43
  const readOffset = (at: number): number =>
    isBigTiff ? Number(view.getBigUint64(at, littleEndian)) : view.getUint32(at, littleEndian)
  const [countBytes, entryBytes, offsetBytes] = isBigTiff ? [8, 20, 8] : [2, 12, 4]
  const directories: TiffDirectory[] = []
  const seen = new Set<number>()
  let at = readOffset(isBigTiff ? 8 : 4)
  while (at !== 0 && at + countBytes <= bytes.length && !seen.has(at) && directories.length < MAX_DIRECTORIES) {
    seen.add(at)
    const count = isBigTiff ? Number(view.getBigUint64(at, littleEndian)) : view.getUint16(at, littleEndian)
    const end = at + countBytes + count * entryBytes
    if (end > bytes.length) break
    const directory = new Map<number, number>()
    for (let entry = at + countBytes; entry < end; entry += entryBytes) {
      const type = INTEGER_TYPES[view.getUint16(entry + 2, littleEndian)]
      const size = (type?.bytes ?? 0) * readOffset(entry + 4)
      const inlineAt = entry + entryBytes - offsetBytes
      const valueAt = size <= offsetBytes ? inlineAt : readOffset(inlineAt)
      if (type !== undefined && size > 0 && valueAt + size <= bytes.length)
        directory.set(view.getUint16(entry, littleEndian), type.read(view, valueAt, littleEndian))
    }
    directories.push(directory)
    at = end + offsetBytes <= bytes.length ? readOffset(end) : 0
  }
  return { isBigTiff, directories }
}

const PREDICTOR_DIFFERENCES = 2
const SEPARATE_PLANES = 2
const FLOATING_POINT = 3

/** MuPDF rejects BigTIFF and floating point; it misreads color planes, 32-bit samples and some predictors. */
export function mupdfReadsTiff({ isBigTiff, directories }: TiffFile): boolean {
  return !isBigTiff && directories.every(mupdfReadsDirectory)
}

function mupdfReadsDirectory(directory: TiffDirectory): boolean {
  const bits = directory.get(tiffTags.bitsPerSample) ?? 1
  const hasPlanes =
    (directory.get(tiffTags.samplesPerPixel) ?? 1) > 1 &&
    directory.get(tiffTags.planarConfiguration) === SEPARATE_PLANES
  const hasDifferences = directory.get(tiffTags.predictor) === PREDICTOR_DIFFERENCES
  const isTiled = (directory.get(tiffTags.tileWidth) ?? 0) > 0
  return !(
    hasPlanes ||
    bits === 32 ||
    directory.get(tiffTags.sampleFormat) === FLOATING_POINT ||
    (hasDifferences && (isTiled || bits !== 8))
  )
}
