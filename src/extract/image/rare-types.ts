import { latin1, viewOf } from '../../model/bytes.ts'
import type { FileSample } from '../types.ts'

export function isDds(head: Uint8Array): boolean {
  return latin1(head, 0, 8) === 'DDS \x7c\0\0\0'
}

export function isXpm(head: Uint8Array): boolean {
  return /^\s*\/\*\s*XPM\s*\*\//.test(latin1(head, 0, 64))
}

const XBM_HEADER_BYTES = 4096

/** XBM is C source that begins with two dimensions and an array. */
export function isXbm(head: Uint8Array): boolean {
  const space = String.raw`(?:\s|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*`
  const define = (name: string): string => String.raw`#[ \t]*define[ \t]+\w*${name}[ \t]+\d+${space}`
  const header = `^${space}${define('width')}${define('height')}(?:${define('x_hot')}${define('y_hot')})?`
  const array = String.raw`(?:static|const)[\s\w]*\b(?:char|short)\s+\w*\[[^\]]*\]\s*=\s*\{`
  return new RegExp(header + array).test(latin1(head, 0, XBM_HEADER_BYTES))
}

const ICO_HEADER_BYTES = 6
const ICO_ENTRY_BYTES = 16

/** The signature has only four bytes, so directory entries are checked too. */
export function isIco({ head, size }: FileSample): boolean {
  if (latin1(head, 0, 4) !== '\0\0\x01\0' || head.length < ICO_HEADER_BYTES) return false
  const view = viewOf(head)
  const count = view.getUint16(4, true)
  const directoryEnd = ICO_HEADER_BYTES + count * ICO_ENTRY_BYTES
  if (count === 0 || directoryEnd > head.length) return false
  for (let at = ICO_HEADER_BYTES; at < directoryEnd; at += ICO_ENTRY_BYTES) {
    const [reserved, planes] = [view.getUint8(at + 3), view.getUint16(at + 4, true)]
    const [dataBytes, dataAt] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)]
    if (reserved !== 0 || planes > 1 || dataBytes === 0 || dataAt < directoryEnd || dataAt >= size) return false
  }
  return true
}

const TGA_HEADER_BYTES = 18
const TGA_FOOTER = 'TRUEVISION-XFILE.\0'
const TGA_NAME = /\.(?:tga|vda|icb|vst)$/i
const MAX_TGA_TRAILER_BYTES = 4096
const MAX_TGA_RUN = 128
const TGA_RLE_FLAG = 8
/** Bits per pixel, by image type. */
const TGA_DEPTHS: Readonly<Record<number, readonly number[]>> = { 1: [8, 16], 2: [15, 16, 24, 32], 3: [8, 16] }

/** TGA has no signature: the header must be valid, and footer, name or size agree. */
export function isTga({ head, tail, size, fileName }: FileSample): boolean {
  if (head.length < TGA_HEADER_BYTES) return false
  const view = viewOf(head)
  const [idBytes, hasMap, type, depth] = [view.getUint8(0), view.getUint8(1), view.getUint8(2), view.getUint8(16)]
  const [mapFirst, mapLength, mapDepth] = [view.getUint16(3, true), view.getUint16(5, true), view.getUint8(7)]
  const [width, height, descriptor] = [view.getUint16(12, true), view.getUint16(14, true), view.getUint8(17)]
  const isMapped = (type & ~TGA_RLE_FLAG) === 1
  if (TGA_DEPTHS[type & ~TGA_RLE_FLAG]?.includes(depth) !== true || hasMap !== Number(isMapped)) return false
  if (isMapped ? mapLength === 0 || ![15, 16, 24, 32].includes(mapDepth) : mapFirst + mapLength + mapDepth > 0)
    return false
  if (width === 0 || height === 0 || descriptor >= 0x40 || ![0, 1, 8].includes(descriptor & 15)) return false
  if (latin1(tail, tail.length - TGA_FOOTER.length, tail.length) === TGA_FOOTER || TGA_NAME.test(fileName)) return true
  const pixelBytes = Math.ceil(depth / 8)
  const dataAt = TGA_HEADER_BYTES + idBytes + mapLength * Math.ceil(mapDepth / 8)
  const pixels = width * height
  const isRle = type >= TGA_RLE_FLAG
  const minBytes = isRle ? Math.ceil(pixels / MAX_TGA_RUN) * (1 + pixelBytes) : pixels * pixelBytes
  const maxBytes = isRle ? pixels * (1 + pixelBytes) : minBytes
  return size >= dataAt + minBytes && size <= dataAt + maxBytes + MAX_TGA_TRAILER_BYTES
}
