/**
 * Does an image file hold the pixels that its header claims? Formats whose data tells are counted here, because decoders
 * fill what is missing with white and say nothing; the others are left to their decoders.
 */

import { jpegPrecision, type PixelSize } from './claimed-size.ts'
import { type ImageType, readPnmHeader } from './image-type.ts'
import { latin1 } from './latin1.ts'
import { readTgaHeader, tgaBytes } from './tga.ts'
import { readXbmHeader, xbmBytes } from './xbm.ts'
import { readXpmHeader, xpmBytes } from './xpm.ts'

/** What is wrong, as the end of a sentence; `null` when nothing is. */
export async function findMissingData(bytes: Uint8Array, type: ImageType, size: PixelSize): Promise<string | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === '.png') return pngProblem(view, bytes, size)
  if (type === '.jpg') return jpegProblem(bytes)
  const needed = neededBytes(bytes, type, size)
  return needed > bytes.length ? `needs ${needed} bytes, but the file has ${bytes.length}` : null
}

function jpegProblem(bytes: Uint8Array): string | null {
  const precision = jpegPrecision(bytes)
  return precision === null || precision === readablePrecision
    ? null
    : `has ${precision} bits a sample; only JPEGs of ${readablePrecision} bits can be read`
}

const readablePrecision = 8

/** At least so many bytes; 0 where only decoding tells. */
function neededBytes(bytes: Uint8Array, type: ImageType, size: PixelSize): number {
  switch (type) {
    case '.bmp':
      return bmpBytes(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), size)
    case '.pnm':
      return pnmBytes(bytes)
    case '.tga':
      return whenRead(readTgaHeader(bytes), tgaBytes)
    case '.xbm':
      return whenRead(readXbmHeader(bytes), xbmBytes)
    case '.xpm':
      return whenRead(readXpmHeader(bytes), xpmBytes)
    default:
      return 0
  }
}

function whenRead<header>(header: header | null, bytesOf: (header: header) => number): number {
  return header === null ? 0 : bytesOf(header)
}

/** No deflate stream grows by more than this (RFC 1951: 258 bytes from two bits). */
const deflateRatio = 1032

/** Samples per pixel by PNG's color type. */
const pngChannels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

async function pngProblem(view: DataView, bytes: Uint8Array, size: PixelSize): Promise<string | null> {
  const bits = view.getUint8(24) * (pngChannels[view.getUint8(25)] ?? 0)
  if (bits === 0) return 'has an impossible kind of pixels'
  const expected = pngDataBytes(size, bits, view.getUint8(28) === 1)
  const coded = pngCodedParts(view, bytes)
  const codedLength = coded.reduce((sum, part) => sum + part.length, 0)
  if (expected > codedLength * deflateRatio)
    return `needs ${expected} bytes of pixels, but its ${codedLength} coded bytes can't hold them`
  const found = await inflatedLength(coded)
  if (found === null) return "is damaged or cut off: its pixels can't be unpacked"
  const row = Math.ceil((size.width * bits) / 8) + 1
  if (found < expected) return `needs ${expected} bytes of pixels, but the file holds ${found}`
  // A little more is sloppy; a whole row more means that the header lies.
  return found >= expected + row ? `needs ${expected} bytes of pixels, but the file holds ${found}` : null
}

/** Bytes before compression: a filter byte and the packed pixels per row, for each of Adam7's passes where interlaced. */
function pngDataBytes({ width, height }: PixelSize, bits: number, interlaced: boolean): number {
  const pass = (columns: number, rows: number): number =>
    columns === 0 ? 0 : rows * (Math.ceil((columns * bits) / 8) + 1)
  if (!interlaced) return pass(width, height)
  const adam7 = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ] as const
  return adam7.reduce(
    (sum, [x, stepX, y, stepY]) =>
      sum + pass(Math.max(0, Math.ceil((width - x) / stepX)), Math.max(0, Math.ceil((height - y) / stepY))),
    0,
  )
}

function pngCodedParts(view: DataView, bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let at = 8
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at)
    const type = latin1(bytes, at + 4, at + 8)
    if (type === 'IDAT') parts.push(bytes.slice(at + 8, at + 8 + length))
    if (type === 'IEND') break
    at += 12 + length
  }
  return parts
}

/** Unpacks and counts, keeping nothing; `null` when the data is damaged. */
async function inflatedLength(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<number | null> {
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  let length = 0
  try {
    for await (const chunk of packed.pipeThrough(new DecompressionStream('deflate'))) length += chunk.length
  } catch {
    return null
  }
  return length
}

const bmpUncompressed = new Set([0, 3, 6])

function bmpBytes(view: DataView, { width, height }: PixelSize): number {
  const old = view.getUint32(14, true) === 12
  const bits = view.getUint16(old ? 24 : 28, true)
  if (!old && !bmpUncompressed.has(view.getUint32(30, true))) return 0
  return view.getUint32(10, true) + Math.ceil((width * bits) / 32) * 4 * height
}

function pnmBytes(bytes: Uint8Array): number {
  const header = readPnmHeader(bytes)
  if (header === null) return 0
  const { kind, width, height, channels, maxValue, dataAt } = header
  if (kind === 'P4') return dataAt + Math.ceil(width / 8) * height
  const samples = width * height * channels
  // In the plain text kinds a sample takes a digit at least, and but for bitmaps a blank.
  if (kind === 'P1') return dataAt + samples
  if (kind === 'P2' || kind === 'P3') return dataAt + 2 * samples - 1
  return dataAt + samples * (maxValue > 255 ? 2 : 1)
}
