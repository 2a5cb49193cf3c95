/**
 * Photoshop files whose merged picture MuPDF misreads or refuses (gray, bitmap, duotone, palette, and the large format PSB) → samples.
 * Layers are never looked at; Lab, multichannel and 32-bit pictures are refused where MuPDF can't help.
 */
import { unzlibSync } from 'fflate'
import { CodecError } from '../../engines/image-codecs.ts'
import { unpackBits } from './packbits-lzw.ts'
import type { Samples } from './pam.ts'

const modes = { bitmap: 0, gray: 1, palette: 2, rgb: 3, cmyk: 4, duotone: 8 } as const
/** Kinds of packing. */
const packings = { none: 0, runs: 1, zip: 2 } as const
const LARGE_FORMAT = 2
const HEADER_BYTES = 26
const PALETTE_COLORS = 256

interface PsdHeader {
  readonly large: boolean
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly depth: number
  readonly mode: number
}

function readHeader(view: DataView): PsdHeader {
  return {
    large: view.getUint16(4) === LARGE_FORMAT,
    channels: view.getUint16(12),
    height: view.getUint32(14),
    width: view.getUint32(18),
    depth: view.getUint16(22),
    mode: view.getUint16(24),
  }
}

/** Whether MuPDF shows the file as it is meant: it takes gray for ink, and knows neither palettes nor the large format. */
export function mupdfReadsPsd(bytes: Uint8Array): boolean {
  const { large, mode } = readHeader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return !large && mode !== modes.bitmap && mode !== modes.gray && mode !== modes.palette && mode !== modes.duotone
}

/** The merged picture. Throws `CodecError` for kinds that are not read, and when its data is cut off. */
export function decodePsd(bytes: Uint8Array): Samples {
  try {
    return decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new CodecError('it is cut off: its picture is missing', { cause: error })
    throw error
  }
}

function decode(bytes: Uint8Array): Samples {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readHeader(view)
  const { width, height, depth, mode, large } = header
  const wanted = mode === modes.rgb ? 3 : mode === modes.cmyk ? 4 : 1
  const known = (Object.values(modes) as number[]).includes(mode)
  if (!known || ![1, 8, 16].includes(depth) || header.channels < wanted)
    throw new CodecError(
      `it holds ${header.channels} channels of ${depth} bits in colour mode ${mode}; gray, palette, RGB and CMYK of 8 or 16 bits can be read`,
    )
  const paletteAt = HEADER_BYTES + 4
  let at = paletteAt + view.getUint32(HEADER_BYTES)
  at += 4 + view.getUint32(at)
  at += large ? 8 + Number(view.getBigUint64(at)) : 4 + view.getUint32(at)
  const rows = openRows(bytes, at, header)
  const data = new Uint8Array(width * height * wanted)
  for (let channel = 0; channel < wanted; channel++)
    for (let y = 0; y < height; y++) {
      const row = rows(channel, y)
      const to = y * width * wanted + channel
      for (let x = 0; x < width; x++) data[to + x * wanted] = sampleAt(row, x, header)
    }
  if (mode === modes.palette)
    return {
      width,
      height,
      channels: 3,
      data: applyPalette(data, bytes.subarray(paletteAt, paletteAt + 3 * PALETTE_COLORS)),
    }
  return { width, height, channels: wanted, data }
}

/** Bitmaps have 1 for ink, and CMYK 255 for no ink. */
function sampleAt(row: Uint8Array, x: number, { depth, mode }: PsdHeader): number {
  if (depth === 1) return ((row[x >> 3]! >> (7 - (x & 7))) & 1) === 1 ? 0 : 255
  const sample = row[depth === 16 ? 2 * x : x]!
  return mode === modes.cmyk ? 255 - sample : sample
}

function applyPalette(indexes: Uint8Array, palette: Uint8Array): Uint8Array {
  const data = new Uint8Array(indexes.length * 3)
  for (let i = 0; i < indexes.length; i++)
    for (let channel = 0; channel < 3; channel++)
      data[3 * i + channel] = palette[channel * PALETTE_COLORS + indexes[i]!] ?? 0
  return data
}

/** How to get at a row of a channel; they lie one channel after the other. */
function openRows(
  bytes: Uint8Array,
  at: number,
  { width, height, channels, depth, large }: PsdHeader,
): (channel: number, y: number) => Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rowBytes = Math.ceil((width * depth) / 8)
  const packing = view.getUint16(at)
  const dataAt = at + 2
  if (packing === packings.none || packing === packings.zip) {
    const size = rowBytes * height * channels
    const data =
      packing === packings.none
        ? bytes.subarray(dataAt)
        : unzlibSync(bytes.subarray(dataAt), { out: new Uint8Array(size) })
    if (data.length < size)
      throw new CodecError(`it is cut off: its pixels need ${size} bytes, and it has ${data.length}`)
    return (channel, y) => data.subarray((channel * height + y) * rowBytes, (channel * height + y + 1) * rowBytes)
  }
  if (packing !== packings.runs) throw new CodecError(`its pixels are packed in a way that is not read (${packing})`)
  const countBytes = large ? 4 : 2
  const starts = new Float64Array(height * channels + 1)
  starts[0] = dataAt + countBytes * height * channels
  for (let row = 0; row < height * channels; row++)
    starts[row + 1] = starts[row]! + (large ? view.getUint32(dataAt + 4 * row) : view.getUint16(dataAt + 2 * row))
  const out = new Uint8Array(rowBytes)
  return (channel, y) => {
    const row = channel * height + y
    if (unpackBits(bytes.subarray(starts[row]!, starts[row + 1]!), out) < rowBytes)
      throw new CodecError(`it is cut off: row ${y + 1} is not whole`)
    return out
  }
}
