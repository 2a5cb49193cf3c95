/**
 * The strips or tiles of a TIFF page that MuPDF misreads (differences in tiles or in 16-bit samples, one plane for each color)
 * → rows of 8-bit samples side by side. Knows the lossless packings only; fax and JPEG pages are MuPDF's.
 */
import { unzlibSync } from 'fflate'
import { CodecError } from '../../engines/image-codecs.ts'
import { unpackBits, unpackLzw } from './packbits-lzw.ts'
import { numberOf, numbersOf, type TiffEntry, type TiffFile, tags } from './tiff.ts'

const compressions = { none: 1, lzw: 5, deflate: 8, oldDeflate: 32946, packBits: 32773 } as const
const knownCompressions = new Set<number>(Object.values(compressions))
const DIFFERENCES = 2
const PLANES = 2
const FLOATING_POINT = 3

/** How the pixels of a page are laid out. */
interface PixelLayout {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly samples: number
  readonly compression: number
  readonly predictor: number
  readonly planes: boolean
  /** Of a strip or tile, in pixels. */
  readonly pieceWidth: number
  readonly pieceHeight: number
  readonly tiled: boolean
  readonly offsets: readonly number[]
  readonly sizes: readonly number[]
}

/** `null`: MuPDF reads the page right, or refuses it with good reason. Throws `CodecError` for floating-point pictures, which it would show black. */
export function layoutToUnpack(file: TiffFile, directory: readonly TiffEntry[]): PixelLayout | null {
  const number = (tag: number, otherwise: number): number => numberOf(file, directory, tag) ?? otherwise
  if (number(tags.sampleFormat, 1) === FLOATING_POINT)
    throw new CodecError('its samples are floating-point numbers; whole numbers can be read')
  const tileWidth = number(tags.tileWidth, 0)
  const tiled = tileWidth > 0
  const samples = number(tags.samples, 1)
  const bits = number(tags.bits, 1)
  const predictor = number(tags.predictor, 1)
  const planes = samples > 1 && number(tags.planes, 1) === PLANES
  const compression = number(tags.compression, 1)
  const misread = planes || (predictor === DIFFERENCES && (tiled || bits !== 8)) || bits === 32
  if (!misread || !knownCompressions.has(compression) || ![8, 16, 32].includes(bits)) return null
  const [width, height] = [number(tags.width, 0), number(tags.height, 0)]
  const offsets = numbersOf(file, directory, tiled ? tags.tileOffsets : tags.stripOffsets) ?? []
  const sizes = numbersOf(file, directory, tiled ? tags.tileBytes : tags.stripBytes) ?? []
  const pieceHeight = tiled ? number(tags.tileHeight, 0) : Math.min(height, number(tags.rowsPerStrip, height))
  if (
    pieceHeight < 1 ||
    samples > MOST_SAMPLES ||
    tileWidth > MOST_TILE_SIDE ||
    (tiled && pieceHeight > MOST_TILE_SIDE)
  )
    return null
  return {
    ...{ width, height, bits, samples, compression, predictor, planes, tiled, offsets, sizes, pieceHeight },
    pieceWidth: tiled ? tileWidth : width,
  }
}

/** Color, alpha and a few more; a tile is allocated whole, however small the picture. */
const MOST_SAMPLES = 16
const MOST_TILE_SIDE = 8192

/** All samples of the page in 8 bits, row by row. */
export function unpackPage(file: TiffFile, layout: PixelLayout): Uint8Array {
  const { width, height, bits, samples, planes, pieceWidth, pieceHeight, offsets, sizes } = layout
  const out = new Uint8Array(width * height * samples)
  const across = Math.ceil(width / pieceWidth)
  const down = Math.ceil(height / pieceHeight)
  const inPiece = planes ? 1 : samples
  const sampleBytes = bits / 8
  const rowBytes = pieceWidth * inPiece * sampleBytes
  // Whole numbers are cut to their highest byte.
  const high = file.little ? sampleBytes - 1 : 0
  for (let index = 0; index < across * down * (planes ? samples : 1); index++) {
    const [offset, size] = [offsets[index], sizes[index]]
    if (offset === undefined || size === undefined || offset + size > file.view.byteLength)
      throw new CodecError('it is cut off: some of its pixels are missing')
    const plane = Math.floor(index / (across * down))
    const left = (index % across) * pieceWidth
    const top = Math.floor((index % (across * down)) / across) * pieceHeight
    const rows = Math.min(pieceHeight, height - top)
    const packed = new Uint8Array(file.view.buffer, file.view.byteOffset + offset, size)
    const piece = unpack(packed, new Uint8Array(rowBytes * (layout.tiled ? pieceHeight : rows)), layout.compression)
    if (layout.predictor === DIFFERENCES)
      for (let y = 0; y < rows; y++)
        addDifferences(new DataView(piece.buffer, piece.byteOffset + y * rowBytes, rowBytes), {
          sampleBytes,
          inPiece,
          little: file.little,
        })
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < Math.min(pieceWidth, width - left); x++)
        for (let sample = 0; sample < inPiece; sample++)
          out[((top + y) * width + left + x) * samples + plane + sample] =
            piece[y * rowBytes + (x * inPiece + sample) * sampleBytes + high]!
  }
  return out
}

function unpack(packed: Uint8Array, out: Uint8Array, compression: number): Uint8Array {
  const cutOff = new CodecError('it is damaged or cut off: some of its pixels are missing')
  if (compression === compressions.deflate || compression === compressions.oldDeflate) {
    try {
      const found = unzlibSync(packed, { out })
      if (found.length < out.length) throw cutOff
      return found
    } catch (cause) {
      throw new CodecError(cutOff.message, { cause })
    }
  }
  const length =
    compression === compressions.lzw
      ? unpackLzw(packed, out)
      : compression === compressions.packBits
        ? unpackBits(packed, out)
        : copy(packed, out)
  if (length < out.length) throw cutOff
  return out
}

function copy(bytes: Uint8Array, out: Uint8Array): number {
  out.set(bytes.subarray(0, out.length))
  return Math.min(bytes.length, out.length)
}

/** Each sample was stored as what it differs from its neighbor on the left by (TIFF 6.0, section 14). */
function addDifferences(
  row: DataView,
  { sampleBytes, inPiece, little }: { sampleBytes: number; inPiece: number; little: boolean },
): void {
  const step = inPiece * sampleBytes
  for (let at = step; at + sampleBytes <= row.byteLength; at += sampleBytes) {
    if (sampleBytes === 1) row.setUint8(at, row.getUint8(at) + row.getUint8(at - step))
    else if (sampleBytes === 2) row.setUint16(at, row.getUint16(at, little) + row.getUint16(at - step, little), little)
    else row.setUint32(at, row.getUint32(at, little) + row.getUint32(at - step, little), little)
  }
}
