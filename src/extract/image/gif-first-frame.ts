/** Cuts a GIF after its first frame: MuPDF draws all frames over each other. */
import { viewOf } from '../../model/bytes.ts'

interface GifStart {
  /** Larger of screen and first frame, as decoders allocate for either. */
  readonly width: number
  readonly height: number
  readonly firstFrameEnd: number
}

const IMAGE_BLOCK = 0x2c
const EXTENSION_BLOCK = 0x21
const TRAILER = 0x3b

export function readGifStart(bytes: Uint8Array): GifStart {
  const view = viewOf(bytes)
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = 13 + paletteBytes(view.getUint8(10))
  while (bytes[at] === EXTENSION_BLOCK) at = skipBlocks(bytes, at + 2)
  if (bytes[at] !== IMAGE_BLOCK || at + 10 > bytes.length) return { ...screen, firstFrameEnd: bytes.length }
  return {
    width: Math.max(screen.width, view.getUint16(at + 5, true)),
    height: Math.max(screen.height, view.getUint16(at + 7, true)),
    firstFrameEnd: skipFrame(bytes, at),
  }
}

export function firstGifFrame(bytes: Uint8Array): Uint8Array {
  const { firstFrameEnd } = readGifStart(bytes)
  if (firstFrameEnd + 1 >= bytes.length) return bytes
  const first = bytes.slice(0, firstFrameEnd + 1)
  first[firstFrameEnd] = TRAILER
  return first
}

/** Stops at a truncation; at least 1. */
export function countGifFrames(bytes: Uint8Array): number {
  let at = 13 + paletteBytes(bytes[10] ?? 0)
  let count = 0
  while (at < bytes.length && (bytes[at] === EXTENSION_BLOCK || bytes[at] === IMAGE_BLOCK)) {
    if (bytes[at] === IMAGE_BLOCK) count += 1
    at = bytes[at] === IMAGE_BLOCK ? skipFrame(bytes, at) : skipBlocks(bytes, at + 2)
  }
  return Math.max(1, count)
}

function skipFrame(bytes: Uint8Array, at: number): number {
  return skipBlocks(bytes, at + 10 + paletteBytes(bytes[at + 9] ?? 0) + 1)
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

function skipBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at]; length !== undefined && length !== 0; length = bytes[at]) at += length + 1
  return Math.min(at + 1, bytes.length)
}
