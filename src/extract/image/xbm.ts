/**
 * X bitmap, which is a piece of C source → black on white. Reads both of its forms (bytes of X11, 16-bit words of X10);
 * anything that does not begin as such a source does is none.
 */
import { CodecError } from '../../engines/image-codecs.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import { latin1 } from './latin1.ts'

interface XbmHeader {
  readonly width: number
  readonly height: number
  /** Bits of one number: 8, or 16 in the form of X10. */
  readonly numberBits: 8 | 16
  /** Behind the opening brace. */
  readonly dataAt: number
}

/** Room for comments, both sizes and a hot spot. */
const HEADER_BYTES = 4096

const blank = String.raw`(?:\s|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*`
const define = (name: string): string => String.raw`#[ \t]*define[ \t]+\w*${name}[ \t]+(\d+)${blank}`
const pattern = new RegExp(
  String.raw`^${blank}${define('width')}${define('height')}(?:${define('x_hot')}${define('y_hot')})?(?:static|const)[\s\w]*\b(char|short)\s+\w*\[[^\]]*\]\s*=\s*\{`,
)

/** The header, or `null` when the bytes are no X bitmap. */
export function readXbmHeader(bytes: Uint8Array): XbmHeader | null {
  const match = pattern.exec(latin1(bytes, 0, HEADER_BYTES))
  if (match === null) return null
  return {
    width: Number(match[1]),
    height: Number(match[2]),
    numberBits: match[5] === 'short' ? 16 : 8,
    dataAt: match[0].length,
  }
}

/** Bytes that a file of this size has at least: a digit and a comma for each number. */
export function xbmBytes({ width, height, numberBits, dataAt }: XbmHeader): number {
  return dataAt + 2 * Math.ceil(width / numberBits) * height - 1
}

/** Throws `CodecError` when numbers are missing. */
export function decodeXbm(bytes: Uint8Array): RgbaRaster {
  const header = readXbmHeader(bytes)
  if (header === null) throw new CodecError('its header makes no sense')
  const { width, height, numberBits, dataAt } = header
  const out = new Uint32Array(width * height).fill(WHITE)
  const read = numberReader(bytes, dataAt)
  for (let y = 0; y < height; y++)
    for (let left = 0; left < width; left += numberBits) {
      const bits = read()
      if (bits === null) throw new CodecError(`it is cut off: it has no more than ${y} of its ${height} rows`)
      // The lowest bit is the leftmost pixel, and set means ink.
      for (let x = left; x < Math.min(width, left + numberBits); x++)
        if ((bits >> (x - left)) & 1) out[y * width + x] = BLACK
    }
  return { width, height, pixels: new Uint8ClampedArray(out.buffer) }
}

const WHITE = 0xffffffff
const BLACK = 0xff000000

const HEXADECIMAL = 16
const codes = { zero: 48, nine: 57, x: 120, closing: 125 }

/** The numbers of C source one after the other, decimal or 0x…; `null` behind the last one. */
function numberReader(bytes: Uint8Array, start: number): () => number | null {
  let at = start
  return () => {
    while (at < bytes.length && !isDigit(bytes[at]!)) if (bytes[at++] === codes.closing) return null
    if (at >= bytes.length) return null
    const hexadecimal = bytes[at] === codes.zero && (bytes[at + 1]! | 32) === codes.x
    if (hexadecimal) at += 2
    const base = hexadecimal ? HEXADECIMAL : 10
    let number = 0
    for (let digit = digitOf(bytes[at], base); digit >= 0; digit = digitOf(bytes[++at], base))
      number = (number * base + digit) & 0xffff
    return number
  }
}

function isDigit(byte: number): boolean {
  return byte >= codes.zero && byte <= codes.nine
}

/** -1: none of this base. */
function digitOf(byte: number | undefined, base: number): number {
  if (byte === undefined) return -1
  if (isDigit(byte)) return byte - codes.zero
  const letter = (byte | 32) - 97
  return base === HEXADECIMAL && letter >= 0 && letter < 6 ? letter + 10 : -1
}
