/**
 * The first bytes of a file → which image format it is. Names, and what the sender said, are asked of Targa alone, which has no
 * magic number; formats that look like plain text must show a whole header.
 */
import type { FileSample } from '../types.ts'
import { isDds } from './dds.ts'
import { isIco } from './ico.ts'
import { latin1 } from './latin1.ts'
import { isTga } from './tga.ts'
import { readXbmHeader } from './xbm.ts'
import { isXpm } from './xpm.ts'

export { latin1 }

export const imageTypes = [
  ...(['.png', '.jpg', '.bmp', '.tiff', '.gif', '.webp', '.avif', '.heic', '.jp2', '.pnm', '.psd'] as const),
  ...(['.tga', '.dds', '.xbm', '.xpm', '.ico'] as const),
] as const
export type ImageType = (typeof imageTypes)[number]

/** The canonical type, or `null`. */
export function detectImageType(sample: FileSample): ImageType | null {
  const { head } = sample
  const starts = (...bytes: number[]): boolean => bytes.every((byte, index) => head[index] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return '.png'
  if (starts(0xff, 0xd8, 0xff)) return '.jpg'
  if (latin1(head, 0, 4) === 'GIF8') return '.gif'
  if (
    starts(0x49, 0x49, 0x2a, 0) ||
    starts(0x4d, 0x4d, 0, 0x2a) ||
    starts(0x49, 0x49, 0x2b, 0) ||
    starts(0x4d, 0x4d, 0, 0x2b)
  )
    return '.tiff'
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP') return '.webp'
  if (latin1(head, 0, 4) === '8BPS') return '.psd'
  if (starts(0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20) || starts(0xff, 0x4f, 0xff, 0x51)) return '.jp2'
  if (latin1(head, 4, 8) === 'ftyp') return detectBrand(head)
  if (isBmp(head)) return '.bmp'
  if (readPnmHeader(head) !== null) return '.pnm'
  if (isDds(head)) return '.dds'
  if (isIco(sample)) return '.ico'
  if (readXbmHeader(head) !== null) return '.xbm'
  if (isXpm(head)) return '.xpm'
  return isTga(sample) ? '.tga' : null
}

const avifBrands = new Set(['avif', 'avis'])
const heifBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'mif2', 'msf1'])

/** `ftyp` box: a major brand, a version, then compatible brands. AVIF files call themselves `mif1` too. */
function detectBrand(head: Uint8Array): ImageType | null {
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0)
  const brands = [latin1(head, 8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(latin1(head, at, at + 4))
  if (brands.some((brand) => avifBrands.has(brand))) return '.avif'
  return brands.some((brand) => heifBrands.has(brand)) ? '.heic' : null
}

/** Sizes of the information header, from OS/2 to Windows 98. */
const bmpHeaderSizes = new Set([12, 40, 52, 56, 64, 108, 124])

function isBmp(head: Uint8Array): boolean {
  if (head.length < 18 || latin1(head, 0, 2) !== 'BM') return false
  return bmpHeaderSizes.has(new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(14, true))
}

export interface PnmHeader {
  /** `P1` … `P7`. */
  readonly kind: string
  readonly width: number
  readonly height: number
  /** Largest sample value; 1 for bitmaps. */
  readonly maxValue: number
  readonly channels: number
  /** Where the samples begin. */
  readonly dataAt: number
}

/** The header of a portable anymap (PBM, PGM, PPM, PAM), or `null` when the bytes are none. */
export function readPnmHeader(head: Uint8Array): PnmHeader | null {
  const kind = latin1(head, 0, 2)
  if (!/^P[1-7]$/.test(kind)) return null
  // Enough for any sane header with comments.
  const text = latin1(head, 0, 2000)
  if (kind === 'P7') return readPamHeader(text)
  const bitmap = kind === 'P1' || kind === 'P4'
  const gap = '(?:\\s|#[^\\n]*\\n)+'
  const match = new RegExp(`^P[1-6]${gap}(\\d+)${gap}(\\d+)${bitmap ? '' : `${gap}(\\d+)`}\\s`).exec(text)
  if (match === null) return null
  const channels = kind === 'P3' || kind === 'P6' ? 3 : 1
  return {
    kind,
    width: Number(match[1]),
    height: Number(match[2]),
    maxValue: bitmap ? 1 : Number(match[3]),
    channels,
    dataAt: match[0].length,
  }
}

function readPamHeader(text: string): PnmHeader | null {
  const end = text.indexOf('ENDHDR\n')
  const field = (name: string): number => Number(new RegExp(`^${name}\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  if (end < 0 || field('WIDTH') === 0) return null
  return {
    kind: 'P7',
    width: field('WIDTH'),
    height: field('HEIGHT'),
    maxValue: field('MAXVAL'),
    channels: field('DEPTH'),
    dataAt: end + 'ENDHDR\n'.length,
  }
}
