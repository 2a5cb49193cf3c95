/**
 * Truevision Targa → pixels: 8 to 32 bits, gray, colored or with a color map, plain or run-length coded, from any corner.
 * The format has no magic number of its own, so files are recognized only by a header that fits to the last field.
 */
import { CodecError } from '../../engines/image-codecs.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import { latin1 } from './latin1.ts'

interface TgaHeader {
  readonly width: number
  readonly height: number
  readonly kind: 'mapped' | 'color' | 'gray'
  readonly runs: boolean
  /** Bits a pixel, and of an entry of the color map. */
  readonly depth: number
  readonly mapDepth: number
  readonly mapFirst: number
  readonly mapLength: number
  readonly mapAt: number
  readonly dataAt: number
  readonly alphaBits: number
  readonly fromTop: boolean
  readonly fromRight: boolean
}

const HEADER_BYTES = 18
/** Version 2 ends so; the places of two further areas stand before it. */
const FOOTER = 'TRUEVISION-XFILE.\0'
const FOOTER_BYTES = 26
/** A picture without the footer may be followed by little: padding, or a note of its program. */
const MOST_TRAILING_BYTES = 4096
/** What one packet of runs can stand for, at most. */
const LONGEST_RUN = 128

const kinds = { 1: 'mapped', 2: 'color', 3: 'gray', 9: 'mapped', 10: 'color', 11: 'gray' } as const
/** Bits a pixel → bits of alpha that may go with it. */
const depths: Record<TgaHeader['kind'], Readonly<Record<number, readonly number[]>>> = {
  mapped: { 8: [0, 8], 16: [0] },
  color: { 15: [0], 16: [0, 1], 24: [0], 32: [0, 8] },
  gray: { 8: [0, 8], 16: [0, 8] },
}
const mapDepths = new Set([15, 16, 24, 32])

/** The header, or `null` when some field of it makes no sense. */
export function readTgaHeader(bytes: Uint8Array): TgaHeader | null {
  if (bytes.length < HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = view.getUint8(2)
  const kind = kinds[type as keyof typeof kinds]
  const mapped = view.getUint8(1)
  const [mapFirst, mapLength, mapDepth] = [view.getUint16(3, true), view.getUint16(5, true), view.getUint8(7)]
  if (kind === undefined || mapped !== (kind === 'mapped' ? 1 : 0)) return null
  if (kind === 'mapped' ? mapLength === 0 || !mapDepths.has(mapDepth) : mapFirst + mapLength + mapDepth > 0) return null
  const descriptor = view.getUint8(17)
  const depth = view.getUint8(16)
  const alphaBits = descriptor & 15
  // The two highest bits told of interleaved rows, in the days of the first version.
  if (depths[kind][depth]?.includes(alphaBits) !== true || descriptor >= 0x40) return null
  const mapAt = HEADER_BYTES + view.getUint8(0)
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)]
  return {
    ...{ width, height, kind, depth, mapDepth, mapFirst, mapLength, mapAt, alphaBits },
    runs: type > 8,
    dataAt: mapAt + mapLength * Math.ceil(mapDepth / 8),
    fromTop: (descriptor & 0x20) !== 0,
    fromRight: (descriptor & 0x10) !== 0,
  }
}

/** Bytes that a file with this header has at least: all pixels, or the shortest runs that give as many. */
export function tgaBytes({ width, height, depth, dataAt, runs }: TgaHeader): number {
  const pixelBytes = Math.ceil(depth / 8)
  return dataAt + (runs ? Math.ceil((width * height) / LONGEST_RUN) * (1 + pixelBytes) : width * height * pixelBytes)
}

/** Beginning and end of a file, as in `Sample`. */
export function isTga({
  head,
  tail,
  size,
  fileName,
}: {
  head: Uint8Array
  tail: Uint8Array
  size: number
  fileName: string
}): boolean {
  const header = readTgaHeader(head)
  if (header === null || header.width === 0 || header.height === 0) return false
  if (latin1(tail, tail.length - FOOTER.length, tail.length) === FOOTER) return true
  // A good header by chance is rare; that the length fits as well, or the name, rules out the rest.
  if (/\.(tga|vda|icb|vst)$/i.test(fileName)) return true
  const least = tgaBytes(header)
  const most = header.runs ? header.dataAt + header.width * header.height * (Math.ceil(header.depth / 8) + 1) : least
  return size >= least && size <= most + MOST_TRAILING_BYTES
}

/** Throws `CodecError` when the pixels end too early. */
export function decodeTga(bytes: Uint8Array): RgbaRaster {
  const header = readTgaHeader(bytes)
  if (header === null) throw new CodecError('its header makes no sense')
  const { width, height, dataAt, fromTop, fromRight, runs } = header
  const pixelBytes = Math.ceil(header.depth / 8)
  const read = pixelReader(bytes, header)
  const out = new Uint32Array(width * height)
  const missing = new CodecError('it is cut off: some of its pixels are missing')
  let at = dataAt
  let left = 0
  let repeated = false
  for (let row = 0; row < height; row++) {
    const y = fromTop ? row : height - 1 - row
    for (let column = 0; column < width; column++) {
      if (runs && left === 0) {
        const packet = bytes[at++] ?? 0
        repeated = packet >= LONGEST_RUN
        left = (packet & 127) + 1
      }
      if (at + pixelBytes > bytes.length) throw missing
      out[y * width + (fromRight ? width - 1 - column : column)] = read(at)
      left -= 1
      if (!repeated || left === 0) at += pixelBytes
    }
  }
  if (!hasAlpha(bytes, header)) for (let i = 0; i < out.length; i++) out[i]! |= 0xff000000
  return { width, height, pixels: new Uint8ClampedArray(opaqueWhenEmpty(out).buffer) }
}

/** Red in the lowest byte, alpha in the highest, as rasters have them. */
type PixelReader = (at: number) => number

function pixelReader(bytes: Uint8Array, header: TgaHeader): PixelReader {
  if (header.kind === 'gray')
    return (at) => (((header.depth === 16 ? bytes[at + 1]! : 255) << 24) | (bytes[at]! * 0x010101)) >>> 0
  if (header.kind === 'color') return colorReader(bytes, header.depth)
  const entry = colorReader(bytes, header.mapDepth)
  const step = Math.ceil(header.mapDepth / 8)
  const { mapFirst, mapLength, mapAt, depth } = header
  return (at) => {
    const index = (depth === 16 ? bytes[at]! | (bytes[at + 1]! << 8) : bytes[at]!) - mapFirst
    if (index < 0 || index >= mapLength) throw new CodecError('a pixel has a colour that the colour map lacks')
    return entry(mapAt + index * step)
  }
}

function colorReader(bytes: Uint8Array, depth: number): PixelReader {
  if (depth === 24) return (at) => (0xff000000 | (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!) >>> 0
  if (depth === 32)
    return (at) => ((bytes[at + 3]! << 24) | (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!) >>> 0
  const wide = (five: number): number => (five << 3) | (five >> 2)
  return (at) => {
    const word = bytes[at]! | (bytes[at + 1]! << 8)
    const alpha = word & 0x8000 ? 255 : 0
    return ((alpha << 24) | (wide(word & 31) << 16) | (wide((word >> 5) & 31) << 8) | wide((word >> 10) & 31)) >>> 0
  }
}

/** Where the extension area of version 2 says what the alpha channel is worth; 3: it is alpha. */
const ATTRIBUTES_AT = 494
const USEFUL_ALPHA = 3

function hasAlpha(bytes: Uint8Array, { kind, depth, alphaBits, mapDepth }: TgaHeader): boolean {
  if (kind === 'mapped') return mapDepth === 32
  if (kind === 'color' && alphaBits === 0) return false
  if (kind === 'gray') return depth === 16
  if (bytes.length < FOOTER_BYTES || latin1(bytes, bytes.length - FOOTER.length, bytes.length) !== FOOTER) return true
  const extension = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(
    bytes.length - FOOTER_BYTES,
    true,
  )
  return (
    extension === 0 || extension + ATTRIBUTES_AT >= bytes.length || bytes[extension + ATTRIBUTES_AT]! >= USEFUL_ALPHA
  )
}

/** Many programs write 32 bits and leave the last eight zero: a picture that nobody could see is meant to be seen. */
export function opaqueWhenEmpty(pixels: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  for (let i = 0; i < pixels.length; i++) if (pixels[i]! >>> 24 !== 0) return pixels
  for (let i = 0; i < pixels.length; i++) pixels[i]! |= 0xff000000
  return pixels
}
