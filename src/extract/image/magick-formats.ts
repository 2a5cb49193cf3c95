import type { MagickFormat } from '@imagemagick/magick-wasm'
import { zipSync } from 'fflate'
import { convertToTiff, pingFrames } from '../../engines/magick.ts'
import { viewOf } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'
import { claimedSize, largestOf } from './claimed-size.ts'
import type { ImageType } from './image-type.ts'
import { mupdfReadsTiff, readTiff } from './tiff.ts'

const RARE_FORMATS: Readonly<Partial<Record<ImageType, MagickFormat>>> = {
  '.tga': 'TGA',
  '.dds': 'DDS',
  '.xbm': 'XBM',
  '.xpm': 'XPM',
  '.ico': 'ICO',
}

/** Returns `null` if MuPDF or a codec reads the file. */
export function magickFormatOf(bytes: Uint8Array, type: ImageType): MagickFormat | null {
  if (type === '.tiff') return bytes.length < TIFF_HEADER_BYTES || mupdfReadsTiff(readTiff(bytes)) ? null : 'TIFF'
  if (type === '.psd') return bytes.length < PSD_HEADER_BYTES || mupdfReadsPsd(bytes) ? null : 'PSD'
  return RARE_FORMATS[type] ?? null
}

const TIFF_HEADER_BYTES = 16
const PSD_HEADER_BYTES = 26
const PSB_VERSION = 2
const PSD_MODES = { bitmap: 0, gray: 1, palette: 2, duotone: 8 } as const

/** MuPDF inverts gray, and reads neither palettes nor PSB. */
function mupdfReadsPsd(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  const mode = view.getUint16(24)
  return view.getUint16(4) !== PSB_VERSION && !Object.values<number>(PSD_MODES).includes(mode)
}

/** Returns the largest claimed size; `null` for a damaged header. Throws `CodecError`. */
export async function measureImage(bytes: Uint8Array, type: ImageType): Promise<Size | null> {
  const format = RARE_FORMATS[type]
  return format === undefined ? claimedSize(bytes, type) : largestOf(await pingFrames(bytes, format))
}

/** Converts all pages of a TIFF, the largest image of an icon, or the merged image of a PSD. Throws `CodecError`. */
export async function convertForMupdf(
  bytes: Uint8Array,
  format: MagickFormat,
): Promise<{ bytes: Uint8Array; mimeType: string }> {
  const pages = await convertToTiff(bytes, { format, frames: await chooseFrames(bytes, format) })
  const [first] = pages
  if (pages.length === 1 && first !== undefined) return { bytes: first, mimeType: 'image/tiff' }
  const entries = pages.map((page, index) => [`${String(index).padStart(6, '0')}.tiff`, page] as const)
  return { bytes: zipSync(Object.fromEntries(entries), { level: 0 }), mimeType: 'application/vnd.comicbook+zip' }
}

async function chooseFrames(bytes: Uint8Array, format: MagickFormat): Promise<number[]> {
  if (format === 'TIFF') return [...readTiff(bytes).directories.keys()]
  if (format !== 'ICO') return [0]
  const sizes = await pingFrames(bytes, format)
  const largest = largestOf(sizes)
  return [sizes.findLastIndex(({ width, height }) => width === largest?.width && height === largest.height)]
}
