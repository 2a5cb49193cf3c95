/** WebP chunks (RFC 9649): orientation, and the first frame of an animation, which the decoder rejects. */
import { latin1, viewOf } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'
import { asStored, type Orientation, readExifOrientation } from './orientation.ts'

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

const RIFF_HEADER_BYTES = 12

function readChunks(bytes: Uint8Array, start: number): Chunk[] {
  const view = viewOf(bytes)
  const chunks: Chunk[] = []
  for (let at = start; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    chunks.push({ type: latin1(bytes, at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length & 1)
  }
  return chunks
}

export function readWebpOrientation(bytes: Uint8Array): Orientation {
  const exif = readChunks(bytes, RIFF_HEADER_BYTES).find(({ type }) => type === 'EXIF')
  return exif === undefined ? asStored : readExifOrientation(exif.data)
}

interface FirstFrame {
  readonly still: Uint8Array
  readonly x: number
  readonly y: number
  readonly canvas: Size
  readonly frameCount: number
}

const FRAME_HEADER_BYTES = 16
const ALPHA_FLAG = 0x10

export function firstWebpFrame(bytes: Uint8Array): FirstFrame | null {
  const chunks = readChunks(bytes, RIFF_HEADER_BYTES)
  const [extended] = chunks
  const frames = chunks.filter(({ type }) => type === 'ANMF')
  const [first] = frames
  if (extended?.type !== 'VP8X' || extended.data.length < 10) return null
  if (first === undefined || first.data.length < FRAME_HEADER_BYTES) return null
  const uint24 = (data: Uint8Array, at: number): number => data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16)
  const images = readChunks(first.data, FRAME_HEADER_BYTES).filter(({ type }) =>
    ['ALPH', 'VP8 ', 'VP8L'].includes(type),
  )
  const flags = images.some(({ type }) => type !== 'VP8 ') ? ALPHA_FLAG : 0
  const header = Uint8Array.from([flags, 0, 0, 0, ...first.data.subarray(6, 12)])
  return {
    still: writeRiff([{ type: 'VP8X', data: header }, ...images]),
    x: 2 * uint24(first.data, 0),
    y: 2 * uint24(first.data, 3),
    canvas: { width: uint24(extended.data, 4) + 1, height: uint24(extended.data, 7) + 1 },
    frameCount: frames.length,
  }
}

function writeRiff(chunks: readonly Chunk[]): Uint8Array {
  const size = chunks.reduce((sum, { data }) => sum + 8 + data.length + (data.length & 1), RIFF_HEADER_BYTES)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const writeText = (text: string, at: number): void => void new TextEncoder().encodeInto(text, bytes.subarray(at))
  writeText('RIFF', 0)
  view.setUint32(4, size - 8, true)
  writeText('WEBP', 8)
  let at = RIFF_HEADER_BYTES
  for (const { type, data } of chunks) {
    writeText(type, at)
    view.setUint32(at + 4, data.length, true)
    bytes.set(data, at + 8)
    at += 8 + data.length + (data.length & 1)
  }
  return bytes
}
