/**
 * DirectDraw surface → pixels of its first and largest picture: uncompressed, or in blocks of BC1, BC2 and BC3 (DXT1 to DXT5).
 * Other codings (BC4 to BC7, floating point, palettes) are named and refused.
 */
import { CodecError } from '../../engines/image-codecs.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import { type BlockCoding, decodeBlocks } from './dds-blocks.ts'
import { latin1 } from './latin1.ts'

interface DdsHeader {
  readonly width: number
  readonly height: number
  readonly dataAt: number
  readonly coding: BlockCoding | Masks
}

interface Masks {
  readonly kind: 'masks'
  readonly bytesPerPixel: number
  /** Which bits of a pixel hold red, green, blue and alpha (0: it has none). */
  readonly masks: readonly [number, number, number, number]
}

const HEADER_BYTES = 128
const HEADER_BYTES_DX10 = 148

const flags = { alpha: 0x1, fourCc: 0x4, rgb: 0x40, luminance: 0x20000 } as const

const codings: Readonly<Record<string, BlockCoding>> = {
  DXT1: { kind: 'bc1', premultiplied: false },
  DXT2: { kind: 'bc2', premultiplied: true },
  DXT3: { kind: 'bc2', premultiplied: false },
  DXT4: { kind: 'bc3', premultiplied: true },
  DXT5: { kind: 'bc3', premultiplied: false },
}

function masksOf(bytesPerPixel: number, ...masks: [number, number, number, number]): Masks {
  return { kind: 'masks', bytesPerPixel, masks }
}

/** DXGI_FORMAT numbers of what we read. */
const dxgiCodings = new Map<number, BlockCoding | Masks>([
  ...[70, 71, 72].map((format) => [format, codings.DXT1!] as const),
  ...[73, 74, 75].map((format) => [format, codings.DXT3!] as const),
  ...[76, 77, 78].map((format) => [format, codings.DXT5!] as const),
  ...[27, 28, 29].map((format) => [format, masksOf(4, 0xff, 0xff00, 0xff0000, 0xff000000)] as const),
  ...[87, 90, 91].map((format) => [format, masksOf(4, 0xff0000, 0xff00, 0xff, 0xff000000)] as const),
  ...[88, 92, 93].map((format) => [format, masksOf(4, 0xff0000, 0xff00, 0xff, 0)] as const),
  [61, masksOf(1, 0xff, 0xff, 0xff, 0)],
  [85, masksOf(2, 0xf800, 0x7e0, 0x1f, 0)],
  [86, masksOf(2, 0x7c00, 0x3e0, 0x1f, 0x8000)],
])

export function isDds(head: Uint8Array): boolean {
  return latin1(head, 0, 4) === 'DDS ' && head[4] === 124 && head[5] === 0
}

/** Throws `RangeError` when the header is cut off. */
export function readDdsSize(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16, true), height: view.getUint32(12, true) }
}

/** Throws `CodecError` for codings that are not read, and `RangeError` when the header is cut off. */
function readHeader(bytes: Uint8Array): DdsHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = readDdsSize(bytes)
  const kind = view.getUint32(80, true)
  const fourCc = latin1(bytes, 84, 88)
  if ((kind & flags.fourCc) !== 0) {
    const extended = fourCc === 'DX10'
    const format = extended ? view.getUint32(HEADER_BYTES, true) : 0
    const coding = extended ? dxgiCodings.get(format) : codings[fourCc]
    if (coding === undefined)
      throw unread(extended ? `the DXGI format ${format}` : `"${fourCc.replace(/[^ -~]/g, '?')}"`)
    return { ...size, dataAt: extended ? HEADER_BYTES_DX10 : HEADER_BYTES, coding }
  }
  const bits = view.getUint32(88, true)
  const [red, green, blue, alpha] = [92, 96, 100, 104].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ]
  const seen = (kind & flags.alpha) === 0 ? 0 : alpha
  if (![8, 16, 24, 32].includes(bits) || red === 0 || (kind & (flags.rgb | flags.luminance)) === 0)
    throw unread(`pixels of ${bits} bits (flags ${kind})`)
  const gray = (kind & flags.luminance) !== 0
  return { ...size, dataAt: HEADER_BYTES, coding: masksOf(bits / 8, red, gray ? red : green, gray ? red : blue, seen) }
}

function unread(seen: string): CodecError {
  return new CodecError(`it holds ${seen}; what can be read is uncompressed, BC1, BC2 and BC3 (DXT1 to DXT5)`)
}

export function decodeDds(bytes: Uint8Array): RgbaRaster {
  const header = readHeader(bytes)
  const { width, height, dataAt, coding } = header
  const needed =
    coding.kind === 'masks'
      ? width * height * coding.bytesPerPixel
      : Math.ceil(width / 4) * Math.ceil(height / 4) * (coding.kind === 'bc1' ? 8 : 16)
  if (dataAt + needed > bytes.length)
    throw new CodecError(
      `it is cut off: its pixels need ${needed} bytes, and it has ${Math.max(0, bytes.length - dataAt)}`,
    )
  const pixels =
    coding.kind === 'masks' ? decodeMasked(bytes, header, coding) : decodeBlocks(bytes.subarray(dataAt), header, coding)
  return { width, height, pixels: new Uint8ClampedArray(pixels.buffer) }
}

function decodeMasked(
  bytes: Uint8Array,
  { width, height, dataAt }: DdsHeader,
  { masks, bytesPerPixel }: Masks,
): Uint32Array<ArrayBuffer> {
  const channels = masks.map(scaleOf)
  const [red, green, blue, alpha] = channels as [Channel, Channel, Channel, Channel]
  const out = new Uint32Array(width * height)
  for (let i = 0, at = dataAt; i < out.length; i++, at += bytesPerPixel) {
    let word = bytes[at]!
    for (let byte = 1; byte < bytesPerPixel; byte++) word |= bytes[at + byte]! << (8 * byte)
    const opacity = alpha.most === 0 ? 255 : value(word, alpha)
    out[i] = ((opacity << 24) | (value(word, blue) << 16) | (value(word, green) << 8) | value(word, red)) >>> 0
  }
  return out
}

interface Channel {
  readonly shift: number
  /** Its largest value. */
  readonly most: number
}

function scaleOf(mask: number): Channel {
  if (mask === 0) return { shift: 0, most: 0 }
  const shift = 31 - Math.clz32(mask & -mask)
  return { shift, most: mask >>> shift }
}

function value(word: number, { shift, most }: Channel): number {
  return most === 0 ? 0 : Math.round((((word >>> shift) & most) * 255) / most)
}
