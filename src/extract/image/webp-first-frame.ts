/**
 * The chunks of a WebP file (RFC 9649): its EXIF orientation, and the first frame of an animation as a still picture,
 * because the decoder knows stills only. No pixels are decoded here.
 */
import { type Orientation, readExifOrientation, upright } from './exif.ts'
import { latin1 } from './latin1.ts'

interface Chunk {
  readonly type: string
  /** Without header and padding. */
  readonly data: Uint8Array
}

const RIFF_BYTES = 12

function chunks(bytes: Uint8Array, start: number): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Chunk[] = []
  for (let at = start; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    found.push({ type: latin1(bytes, at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length & 1)
  }
  return found
}

export function readWebpOrientation(bytes: Uint8Array): Orientation {
  const exif = chunks(bytes, RIFF_BYTES).find(({ type }) => type === 'EXIF')
  return exif === undefined ? upright : readExifOrientation(exif.data)
}

export interface FirstFrame {
  /** The frame as a file of its own. */
  readonly still: Uint8Array
  /** Where it lies on the canvas, in pixels. */
  readonly x: number
  readonly y: number
  readonly canvas: { readonly width: number; readonly height: number }
  readonly frameCount: number
}

/** A frame's place, size, duration and flags before its chunks. */
const FRAME_HEADER_BYTES = 16
const ALPHA_FLAG = 0x10

/** `null` for a still picture, and for an animation without a whole frame. */
export function firstWebpFrame(bytes: Uint8Array): FirstFrame | null {
  const all = chunks(bytes, RIFF_BYTES)
  const [extended] = all
  const frames = all.filter(({ type }) => type === 'ANMF')
  const [first] = frames
  if (
    first === undefined ||
    extended?.type !== 'VP8X' ||
    first.data.length < FRAME_HEADER_BYTES ||
    extended.data.length < 10
  )
    return null
  const uint24 = (data: Uint8Array, at: number): number => data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16)
  const inside = chunks(first.data, FRAME_HEADER_BYTES)
  const pictures = inside.filter(({ type }) => type === 'ALPH' || type === 'VP8 ' || type === 'VP8L')
  const flags = pictures.some(({ type }) => type !== 'VP8 ') ? ALPHA_FLAG : 0
  const header = Uint8Array.from([flags, 0, 0, 0, ...first.data.subarray(6, 12)])
  return {
    still: riff([{ type: 'VP8X', data: header }, ...pictures]),
    x: 2 * uint24(first.data, 0),
    y: 2 * uint24(first.data, 3),
    canvas: { width: uint24(extended.data, 4) + 1, height: uint24(extended.data, 7) + 1 },
    frameCount: frames.length,
  }
}

function riff(parts: readonly Chunk[]): Uint8Array {
  const size = parts.reduce((sum, { data }) => sum + 8 + data.length + (data.length & 1), RIFF_BYTES)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const put = (text: string, at: number): void =>
    bytes.set(
      Array.from(text, (char) => char.charCodeAt(0)),
      at,
    )
  put('RIFF', 0)
  view.setUint32(4, size - 8, true)
  put('WEBP', 8)
  let at = RIFF_BYTES
  for (const { type, data } of parts) {
    put(type, at)
    view.setUint32(at + 4, data.length, true)
    bytes.set(data, at + 8)
    at += 8 + data.length + (data.length & 1)
  }
  return bytes
}
