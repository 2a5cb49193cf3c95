/**
 * Windows icon → its largest picture: a PNG as it stands, or the pixels of a bitmap (1 to 32 bits) with its transparency mask.
 * Cursors are no icons, and compressed bitmaps do not occur in icons.
 */
import { CodecError } from '../../engines/image-codecs.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import { opaqueWhenEmpty } from './tga.ts'

const HEADER_BYTES = 6
const ENTRY_BYTES = 16
const DIB_HEADER_BYTES = 40
const pngStart = 0x89504e47
const depths = new Set([0, 1, 2, 4, 8, 16, 24, 32])
/** A file holds a handful; this much is beyond doubt another format. */
const MOST_ENTRIES = 256

interface Entry {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly at: number
  readonly size: number
}

/** Beginning of a file and its length, as in `Sample`. */
export function isIco({ head, size }: { head: Uint8Array; size: number }): boolean {
  const entries = readEntries(head)
  return (
    entries.length > 0 &&
    entries.every(
      (entry) => entry.at >= HEADER_BYTES + ENTRY_BYTES * entries.length && entry.size > 0 && entry.at < size,
    )
  )
}

function readEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES || view.getUint16(0, true) !== 0 || view.getUint16(2, true) !== 1) return []
  const count = view.getUint16(4, true)
  if (count > MOST_ENTRIES || HEADER_BYTES + count * ENTRY_BYTES > bytes.length) return []
  const entries = Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES
    // A side of 256 pixels does not fit into a byte and is written as 0.
    const side = (value: number): number => (value === 0 ? 256 : value)
    const sane =
      view.getUint8(at + 3) === 0 && view.getUint16(at + 4, true) <= 1 && depths.has(view.getUint16(at + 6, true))
    return {
      width: side(view.getUint8(at)),
      height: side(view.getUint8(at + 1)),
      depth: view.getUint16(at + 6, true),
      size: view.getUint32(at + 8, true),
      at: sane ? view.getUint32(at + 12, true) : 0,
    }
  })
  return entries
}

export interface Icon {
  readonly kind: 'png' | 'bitmap'
  /** From the beginning of the picture on. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** The largest picture, of several the one with most colors; `null` when it can't be found. Throws `RangeError` when its header is cut off. */
export function chooseIcon(bytes: Uint8Array): Icon | null {
  const [largest] = readEntries(bytes).sort((a, b) => b.width * b.height - a.width * a.height || b.depth - a.depth)
  if (largest === undefined) return null
  const inside = bytes.subarray(largest.at, largest.at + largest.size)
  const view = new DataView(inside.buffer, inside.byteOffset, inside.byteLength)
  if (view.getUint32(0) === pngStart)
    return { kind: 'png', bytes: inside, width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint32(0, true) !== DIB_HEADER_BYTES) return null
  // The height counts colors and mask.
  return {
    kind: 'bitmap',
    bytes: inside,
    width: view.getInt32(4, true),
    height: Math.floor(view.getInt32(8, true) / 2),
  }
}

interface Bitmap {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly paletteAt: number
  readonly colors: number
  readonly dataAt: number
  /** Bytes of a row, padded to whole words. */
  readonly stride: number
}

const COMPRESSED = 'its bitmap is compressed'

/** The pixels of an icon's bitmap. Throws `CodecError` when they are cut off. */
export function decodeIcon({ bytes, width, height }: Icon): RgbaRaster {
  const bitmap = readBitmap(bytes, { width, height })
  const { depth, dataAt, stride } = bitmap
  const maskAt = dataAt + stride * height
  if (maskAt > bytes.length)
    throw new CodecError(`it is cut off: its pixels need ${maskAt} bytes, and it has ${bytes.length}`)
  const out = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = dataAt + (height - 1 - y) * stride
    for (let x = 0; x < width; x++) out[y * width + x] = pixelAt(bytes, row, { x, bitmap })
  }
  const transparent = depth === 32 && out.some((pixel) => pixel >>> 24 !== 0)
  if (!transparent) applyMask(opaqueWhenEmpty(out), bytes, { width, height, maskAt })
  return { width, height, pixels: new Uint8ClampedArray(out.buffer) }
}

function readBitmap(bytes: Uint8Array, { width, height }: { width: number; height: number }): Bitmap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const depth = view.getUint16(14, true)
  const compression = view.getUint32(16, true)
  if (compression !== 0) throw new CodecError(COMPRESSED)
  if (!depths.has(depth) || depth === 0 || width < 1 || height < 1) throw new CodecError('its header makes no sense')
  const used = view.getUint32(32, true)
  const colors = depth > 8 ? 0 : used === 0 ? 2 ** depth : Math.min(used, 2 ** depth)
  return {
    width,
    height,
    depth,
    paletteAt: DIB_HEADER_BYTES,
    colors,
    dataAt: DIB_HEADER_BYTES + 4 * colors,
    stride: Math.ceil((width * depth) / 32) * 4,
  }
}

/** Blue, green and red in the file; red in the lowest byte of the answer, alpha in the highest. */
function pixelAt(bytes: Uint8Array, row: number, { x, bitmap }: { x: number; bitmap: Bitmap }): number {
  const { depth, paletteAt, colors } = bitmap
  const color = (at: number, alpha: number): number =>
    ((alpha << 24) | (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!) >>> 0
  if (depth === 32) return color(row + 4 * x, bytes[row + 4 * x + 3]!)
  if (depth === 24) return color(row + 3 * x, 255)
  if (depth === 16) {
    const word = bytes[row + 2 * x]! | (bytes[row + 2 * x + 1]! << 8)
    const wide = (five: number): number => (five << 3) | (five >> 2)
    return (0xff000000 | (wide(word & 31) << 16) | (wide((word >> 5) & 31) << 8) | wide((word >> 10) & 31)) >>> 0
  }
  const bit = x * depth
  const index = (bytes[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  return index < colors ? color(paletteAt + 4 * index, 255) : 0xff000000
}

/** One bit a pixel behind the colors; set means that the screen shows through. Missing rows hide nothing. */
function applyMask(
  pixels: Uint32Array,
  bytes: Uint8Array,
  { width, height, maskAt }: { width: number; height: number; maskAt: number },
): void {
  const stride = Math.ceil(width / 32) * 4
  for (let y = 0; y < height; y++) {
    const row = maskAt + (height - 1 - y) * stride
    for (let x = 0; x < width; x++) if (((bytes[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) pixels[y * width + x] = 0
  }
}
