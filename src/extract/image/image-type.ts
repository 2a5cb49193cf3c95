/** Detects image formats by content, except TGA, which has no signature. */
import { latin1, viewOf } from '../../model/bytes.ts'
import type { FileSample } from '../types.ts'
import { readPnmHeader } from './pnm.ts'
import { isDds, isIco, isTga, isXbm, isXpm } from './rare-types.ts'

/** Read by ImageMagick, which Workers do not have. */
export const magickTypes = ['.tga', '.dds', '.xbm', '.xpm', '.ico'] as const
export const imageTypes = [
  ...(['.png', '.jpg', '.bmp', '.tiff', '.gif', '.webp', '.avif', '.heic', '.jp2', '.pnm', '.psd'] as const),
  ...magickTypes,
] as const
export type ImageType = (typeof imageTypes)[number]

const SIGNATURES: readonly (readonly [string, ImageType])[] = [
  ['\x89PNG\r\n\x1a\n', '.png'],
  ['\xff\xd8\xff', '.jpg'],
  ['GIF8', '.gif'],
  ['II*\0', '.tiff'],
  ['MM\0*', '.tiff'],
  // BigTIFF
  ['II+\0', '.tiff'],
  ['MM\0+', '.tiff'],
  ['8BPS', '.psd'],
  ['\0\0\0\x0cjP  ', '.jp2'],
  ['\xff\x4f\xff\x51', '.jp2'],
]

export function detectImageType(sample: FileSample): ImageType | null {
  const { head } = sample
  const signed = SIGNATURES.find(([signature]) => latin1(head, 0, signature.length) === signature)
  if (signed !== undefined) return signed[1]
  if (latin1(head, 0, 4) === 'RIFF' && latin1(head, 8, 12) === 'WEBP') return '.webp'
  if (latin1(head, 4, 8) === 'ftyp') return detectBrand(head)
  if (isBmp(head)) return '.bmp'
  if (readPnmHeader(head) !== null) return '.pnm'
  if (isDds(head)) return '.dds'
  if (isIco(sample)) return '.ico'
  if (isXbm(head)) return '.xbm'
  if (isXpm(head)) return '.xpm'
  return isTga(sample) ? '.tga' : null
}

const AVIF_BRANDS = new Set(['avif', 'avis'])
const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'mif2', 'msf1'])

/** AVIF files also list the brand `mif1`, so AVIF is tested first. */
function detectBrand(head: Uint8Array): ImageType | null {
  const size = viewOf(head).getUint32(0)
  const brands = [latin1(head, 8, 12)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(latin1(head, at, at + 4))
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return '.avif'
  return brands.some((brand) => HEIF_BRANDS.has(brand)) ? '.heic' : null
}

const BMP_HEADER_BYTES = new Set([12, 40, 52, 56, 64, 108, 124])

function isBmp(head: Uint8Array): boolean {
  if (head.length < 18 || latin1(head, 0, 2) !== 'BM') return false
  return BMP_HEADER_BYTES.has(viewOf(head).getUint32(14, true))
}
