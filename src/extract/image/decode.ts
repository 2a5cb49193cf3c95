/**
 * An image file → what MuPDF opens: the file itself where MuPDF reads it as we mean it, else its decoded pixels as a portable anymap,
 * so that all pictures are drawn by one hand. Sizes were checked before (`image-size.ts`, `image-data.ts`).
 */
import { decodeAvif, decodeHeif, decodeWebp } from '../../engines/image-codecs.ts'
import type { RgbaRaster } from '../../model/raster.ts'
import { decodeDds } from './dds.ts'
import { type Orientation, readPngOrientation } from './exif.ts'
import type { FrameFacts } from './frame.ts'
import { countGifFrames, firstGifFrame } from './gif-first-frame.ts'
import { chooseIcon, decodeIcon } from './ico.ts'
import type { ImageType } from './image-type.ts'
import { readHeifProperties } from './isobmff.ts'
import { toPam } from './pam.ts'
import { withoutLargeProfile } from './png-profile.ts'
import { decodePsd, mupdfReadsPsd } from './psd.ts'
import { reduceRaster } from './reduce-raster.ts'
import { decodeTga } from './tga.ts'
import { readTiffOrientations } from './tiff.ts'
import { forMupdf } from './tiff-rewrite.ts'
import { firstWebpFrame, readWebpOrientation } from './webp-first-frame.ts'
import { decodeXbm } from './xbm.ts'
import { decodeXpm } from './xpm.ts'

export interface Openable extends FrameFacts {
  readonly bytes: Uint8Array
  readonly mimeType: string
  /** Of an animation, of which only the first frame is shown; else 1. */
  readonly frameCount: number
}

export interface DecodeLimits {
  /** Files of more pages will be refused: nothing is done for them. */
  readonly maxPages: number
  /** Pixels that we decode are handed over in no larger raster. */
  readonly maxRasterPixels: number
}

/** Throws `CodecError` when the file can't be decoded. */
export async function toOpenable(bytes: Uint8Array, type: ImageType, limits: DecodeLimits): Promise<Openable> {
  const whole = { orientations: [], ownSize: null, frameCount: 1 }
  switch (type) {
    case '.png':
      return { ...whole, bytes: withoutLargeProfile(bytes), mimeType: png, orientations: [readPngOrientation(bytes)] }
    case '.gif':
      return { ...whole, bytes: firstGifFrame(bytes), mimeType: 'image/gif', frameCount: countGifFrames(bytes) }
    case '.bmp':
      return { ...whole, bytes: withoutMasks(bytes), mimeType: 'image/bmp' }
    case '.tiff':
      return {
        ...whole,
        bytes: forMupdf(bytes, limits.maxPages),
        mimeType: 'image/tiff',
        orientations: readTiffOrientations(bytes),
      }
    case '.psd':
      return mupdfReadsPsd(bytes)
        ? { ...whole, bytes, mimeType: 'image/vnd.adobe.photoshop' }
        : { ...whole, bytes: toPam(decodePsd(bytes)), mimeType: anymap }
    case '.jpg':
    case '.jp2':
    case '.pnm':
      return { ...whole, bytes, mimeType: asTheyAre[type] }
    default: {
      const icon = type === '.ico' ? chooseIcon(bytes) : null
      if (icon?.kind === 'png')
        return {
          ...whole,
          bytes: withoutLargeProfile(icon.bytes),
          mimeType: png,
          orientations: [readPngOrientation(icon.bytes)],
        }
      const {
        raster,
        orientation,
        frameCount = 1,
      } = icon === null ? await decode(bytes, type) : { raster: decodeIcon(icon) }
      const samples = reduceRaster(raster, limits.maxRasterPixels)
      const orientations = orientation === undefined ? [] : [orientation]
      return {
        bytes: toPam(samples),
        mimeType: anymap,
        orientations,
        ownSize: { width: raster.width, height: raster.height },
        frameCount,
      }
    }
  }
}

const png = 'image/png'
const anymap = 'image/x-portable-anymap'
const asTheyAre = { '.jpg': 'image/jpeg', '.jp2': 'image/jp2', '.pnm': anymap } as const

const bmpMasksAt = 54
const bmpMaskBytes = 16

/** Color masks mean nothing in BMPs of up to 8 bits, yet MuPDF refuses them there, as ImageMagick writes them. */
function withoutMasks(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(14, true) < 56 || view.getUint16(28, true) > 8) return bytes
  return new Uint8Array(bytes).fill(0, bmpMasksAt, bmpMasksAt + bmpMaskBytes)
}

interface Decoded {
  readonly raster: RgbaRaster
  /** Absent: the pixels stand as they are shown. */
  readonly orientation?: Orientation
  readonly frameCount?: number
}

async function decode(bytes: Uint8Array, type: ImageType): Promise<Decoded> {
  switch (type) {
    case '.webp': {
      const first = firstWebpFrame(bytes)
      const raster = first === null ? await decodeWebp(bytes) : placeOnCanvas(await decodeWebp(first.still), first)
      return { raster, orientation: readWebpOrientation(bytes), frameCount: first?.frameCount ?? 1 }
    }
    case '.avif': {
      const raster = await decodeAvif(bytes)
      const orientation = readHeifProperties(bytes)?.orientation
      return orientation === undefined ? { raster } : { raster, orientation }
    }
    case '.tga':
      return { raster: decodeTga(bytes) }
    case '.dds':
      return { raster: decodeDds(bytes) }
    case '.xbm':
      return { raster: decodeXbm(bytes) }
    case '.xpm':
      return { raster: decodeXpm(bytes) }
    default:
      return { raster: await decodeHeif(bytes) }
  }
}

/** A frame may be smaller than its animation: what it leaves is transparent. */
function placeOnCanvas(
  frame: RgbaRaster,
  { x, y, canvas }: { x: number; y: number; canvas: { width: number; height: number } },
): RgbaRaster {
  const { width, height } = canvas
  if (x === 0 && y === 0 && frame.width === width && frame.height === height) return frame
  const pixels = new Uint8ClampedArray(width * height * 4)
  const shown = Math.max(0, Math.min(frame.width, width - x)) * 4
  for (let row = 0; row < Math.min(frame.height, height - y); row++)
    pixels.set(frame.pixels.subarray(row * frame.width * 4, row * frame.width * 4 + shown), ((row + y) * width + x) * 4)
  return { width, height, pixels }
}
