/** Detects files with fewer pixels than claimed, where decoders fill in white. */
import { viewOf } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'
import { MAX_DEFLATE_RATIO } from '../../zip/directory.ts'
import { jpegPrecision } from './claimed-size.ts'
import type { ImageType } from './image-type.ts'
import { pngChunks } from './png-chunks.ts'
import { readPnmHeader } from './pnm.ts'

/** Returns the end of a sentence; `null` if nothing is missing. */
export async function findMissingData(bytes: Uint8Array, type: ImageType, size: Size): Promise<string | null> {
  const view = viewOf(bytes)
  switch (type) {
    case '.png':
      return findMissingPngData(view, bytes, size)
    case '.jpg':
      return checkJpegPrecision(bytes)
    case '.bmp':
      return compareLength(bytes, bmpBytes(view, size))
    case '.pnm':
      return compareLength(bytes, pnmBytes(bytes))
    default:
      return null
  }
}

function compareLength(bytes: Uint8Array, minBytes: number): string | null {
  return minBytes > bytes.length ? `needs ${minBytes} bytes, but the file has ${bytes.length}` : null
}

const READABLE_JPEG_PRECISION = 8

function checkJpegPrecision(bytes: Uint8Array): string | null {
  const precision = jpegPrecision(bytes)
  return precision === null || precision === READABLE_JPEG_PRECISION
    ? null
    : `has ${precision} bits per sample; only JPEG files with ${READABLE_JPEG_PRECISION} bits can be read`
}

const BMP_CORE_HEADER_BYTES = 12
/** BI_RGB, BI_BITFIELDS and BI_ALPHABITFIELDS. */
const BMP_UNCOMPRESSED = new Set([0, 3, 6])

function bmpBytes(view: DataView, { width, height }: Size): number {
  const hasCoreHeader = view.getUint32(14, true) === BMP_CORE_HEADER_BYTES
  const bits = view.getUint16(hasCoreHeader ? 24 : 28, true)
  if (!hasCoreHeader && !BMP_UNCOMPRESSED.has(view.getUint32(30, true))) return 0
  return view.getUint32(10, true) + Math.ceil((width * bits) / 32) * 4 * height
}

function pnmBytes(bytes: Uint8Array): number {
  const header = readPnmHeader(bytes)
  if (header === null) return 0
  const { kind, width, height, channels, maxValue, dataAt } = header
  if (kind === 'P4') return dataAt + Math.ceil(width / 8) * height
  const samples = width * height * channels
  if (kind === 'P1') return dataAt + samples
  if (kind === 'P2' || kind === 'P3') return dataAt + 2 * samples - 1
  return dataAt + samples * (maxValue > 255 ? 2 : 1)
}

/** By color type. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

async function findMissingPngData(view: DataView, bytes: Uint8Array, size: Size): Promise<string | null> {
  const bits = view.getUint8(24) * (PNG_CHANNELS[view.getUint8(25)] ?? 0)
  if (bits === 0) return 'has an invalid color type'
  const expected = pngDataBytes(size, bits, view.getUint8(28) === 1)
  const chunks = readIdatChunks(bytes)
  const compressed = chunks.reduce((sum, { length }) => sum + length, 0)
  if (expected > compressed * MAX_DEFLATE_RATIO)
    return `needs ${expected} bytes of pixels, which its ${compressed} compressed bytes cannot contain`
  const found = await inflatedLength(chunks)
  if (found === null) return 'is damaged or truncated: its pixels cannot be decompressed'
  // Some writers append bytes; an extra row means a wrong header.
  const row = Math.ceil((size.width * bits) / 8) + 1
  return found < expected || found >= expected + row
    ? `needs ${expected} bytes of pixels, but the file has ${found}`
    : null
}

const ADAM7_PASSES = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const

function pngDataBytes({ width, height }: Size, bits: number, isInterlaced: boolean): number {
  const passes = isInterlaced ? ADAM7_PASSES : [[0, 1, 0, 1] as const]
  return passes.reduce((sum, [x, stepX, y, stepY]) => {
    const columns = Math.max(0, Math.ceil((width - x) / stepX))
    const rows = Math.max(0, Math.ceil((height - y) / stepY))
    return columns === 0 ? sum : sum + rows * (Math.ceil((columns * bits) / 8) + 1)
  }, 0)
}

function readIdatChunks(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (const { type, data } of pngChunks(bytes)) {
    if (type === 'IDAT') chunks.push(data.slice())
    if (type === 'IEND') break
  }
  return chunks
}

async function inflatedLength(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<number | null> {
  const compressed = new Blob([...chunks]).stream()
  let length = 0
  try {
    for await (const chunk of compressed.pipeThrough(new DecompressionStream('deflate'))) length += chunk.length
  } catch {
    return null
  }
  return length
}
