import type { MagickFormat } from '@imagemagick/magick-wasm'
import { decodeAvif, decodeHeif, decodeWebp } from '../../engines/image-codecs.ts'
import { viewOf } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import type { FrameInfo } from './frame.ts'
import { countGifFrames, firstGifFrame } from './gif-first-frame.ts'
import type { ImageType } from './image-type.ts'
import { readHeifProperties } from './isobmff.ts'
import { convertForMupdf } from './magick-formats.ts'
import { asStored, type Orientation, readPngOrientation, readTiffOrientations } from './orientation.ts'
import { withoutLargeProfile } from './png-chunks.ts'
import { toPam } from './pnm.ts'
import { reduceRaster } from './reduce-raster.ts'
import { readTiff } from './tiff.ts'
import { firstWebpFrame, readWebpOrientation } from './webp-first-frame.ts'

export interface MupdfInput extends FrameInfo {
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly frameCount: number
}

/** Converts an image for MuPDF if necessary. Throws `CodecError`. */
export async function toMupdfInput(
  bytes: Uint8Array,
  type: ImageType,
  { format, maxRasterPixels }: { readonly format: MagickFormat | null; readonly maxRasterPixels: number },
): Promise<MupdfInput> {
  const defaults = { bytes, orientations: [], ownSize: null, frameCount: 1 }
  switch (type) {
    case '.png':
      return {
        ...defaults,
        bytes: withoutLargeProfile(bytes),
        mimeType: 'image/png',
        orientations: [readPngOrientation(bytes)],
      }
    case '.gif':
      return { ...defaults, bytes: firstGifFrame(bytes), mimeType: 'image/gif', frameCount: countGifFrames(bytes) }
    case '.bmp':
      return { ...defaults, bytes: withoutMasks(bytes), mimeType: 'image/bmp' }
    case '.tiff': {
      const converted = format === null ? { bytes, mimeType: 'image/tiff' } : await convertForMupdf(bytes, format)
      return { ...defaults, ...converted, orientations: readTiffOrientations(readTiff(bytes)) }
    }
    case '.webp':
    case '.avif':
    case '.heic': {
      const { raster, orientation, frameCount } = await decode(bytes, type)
      return {
        bytes: toPam(reduceRaster(raster, maxRasterPixels)),
        mimeType: 'image/x-portable-anymap',
        orientations: [orientation],
        ownSize: { width: raster.width, height: raster.height },
        frameCount,
      }
    }
    default:
      return format === null
        ? { ...defaults, mimeType: MIME_TYPES[type] ?? '' }
        : { ...defaults, ...(await convertForMupdf(bytes, format)) }
  }
}

const MIME_TYPES: Readonly<Partial<Record<ImageType, string>>> = {
  '.jpg': 'image/jpeg',
  '.jp2': 'image/jp2',
  '.pnm': 'image/x-portable-anymap',
  '.psd': 'image/vnd.adobe.photoshop',
}

const BMP_MASKS_AT = 54
const BMP_MASK_BYTES = 16

/** ImageMagick writes color masks for up to 8 bits, which MuPDF rejects. */
function withoutMasks(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  if (view.getUint32(14, true) < 56 || view.getUint16(28, true) > 8) return bytes
  return new Uint8Array(bytes).fill(0, BMP_MASKS_AT, BMP_MASKS_AT + BMP_MASK_BYTES)
}

interface Decoded {
  readonly raster: RgbaRaster
  readonly orientation: Orientation
  readonly frameCount: number
}

async function decode(bytes: Uint8Array, type: '.webp' | '.avif' | '.heic'): Promise<Decoded> {
  switch (type) {
    case '.webp': {
      const first = firstWebpFrame(bytes)
      const raster = first === null ? await decodeWebp(bytes) : placeOnCanvas(await decodeWebp(first.still), first)
      return { raster, orientation: readWebpOrientation(bytes), frameCount: first?.frameCount ?? 1 }
    }
    case '.avif': {
      const orientation = readHeifProperties(bytes)?.orientation ?? asStored
      return { raster: await decodeAvif(bytes), orientation, frameCount: 1 }
    }
    case '.heic':
      // libheif applies the orientation itself.
      return { raster: await decodeHeif(bytes), orientation: asStored, frameCount: 1 }
  }
}

function placeOnCanvas(frame: RgbaRaster, { x, y, canvas }: { x: number; y: number; canvas: Size }): RgbaRaster {
  const { width, height } = canvas
  if (x === 0 && y === 0 && frame.width === width && frame.height === height) return frame
  const pixels = new Uint8ClampedArray(width * height * 4)
  const rowBytes = Math.max(0, Math.min(frame.width, width - x)) * 4
  for (let row = 0; row < Math.min(frame.height, height - y); row++) {
    const from = row * frame.width * 4
    pixels.set(frame.pixels.subarray(from, from + rowBytes), ((row + y) * width + x) * 4)
  }
  return { width, height, pixels }
}
