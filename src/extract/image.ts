/**
 * Image files → raw pages, read by OCR; one page per frame of a TIFF, the first frame of a GIF. A pixel is half a point.
 * Refuses sizes beyond the limit before decoding (1132), and files that don't hold what they claim (1106).
 */
import { CodecError, decodeAvif, decodeHeif, decodeWebp } from '../engines/codecs.ts'
import { MupdfError, MupdfTrap } from '../engines/mupdf.ts'
import { type HeldDocument, holdDocument, type LentPage } from '../engines/mupdf-document.ts'
import { ParseError } from '../model/errors.ts'
import type { ParseOptions } from '../model/options.ts'
import type { RawPage } from '../model/page.ts'
import type { RgbaRaster } from '../model/raster.ts'
import { survivingDamage } from './damage.ts'
import { drawFrame, drawFrameRegion, frameSize } from './draw.ts'
import { orientRaster, readExifOrientation, upright } from './exif.ts'
import type { ExtractContext, Extractor, OpenDocument, Sample } from './extractors.ts'
import { firstGifFrame } from './gif.ts'
import { findMissingData } from './image-data.ts'
import { claimedSize, type PixelSize } from './image-size.ts'
import { type ImageType, imageTypes, latin1, sniffImageType } from './image-type.ts'
import { readHeifProperties } from './isobmff.ts'
import { readByOcr } from './ocr.ts'

export const image = {
  name: 'image',
  fileTypes: imageTypes,
  sniff: (sample: Sample): string | null => sniffImageType(sample.head),
  open,
} as const satisfies Extractor

async function open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const type = imageTypes.find((each) => each === fileType)
  if (type === undefined) throw new ParseError(1104, `Files of type "${fileType}" are not supported.`)
  const named = `The ${type.slice(1).toUpperCase()} image`
  await checkClaims(bytes, { type, named }, context)
  const held = await hold(bytes, { type, named })
  return {
    pageCount: held.pageCount,
    readPage: (pageIndex, options) => readPage({ held, context, named, warning: findCut(bytes, type) }, pageIndex, options),
    drawRegion: (pageIndex, box, options) => drawFrameRegion(held, pageIndex, { box, ...options }),
    close: () => held.close(),
  }
}

interface ImageFile {
  readonly type: ImageType
  readonly named: string
}

/** Everything that can be known without decoding. */
async function checkClaims(bytes: Uint8Array, file: ImageFile, context: ExtractContext): Promise<void> {
  const { type, named } = file
  const size = claimedSize(bytes, type)
  if (size === null) throw new ParseError(1106, `${named} is damaged or cut off: its header can't be read.`)
  checkSize(size, named, context)
  const missing = await findMissingData(bytes, type, size)
  if (missing !== null) throw new ParseError(1106, `${named} claims ${size.width} × ${size.height} pixels; that ${missing}.`)
}

function checkSize({ width, height }: PixelSize, named: string, context: ExtractContext): void {
  if (width < 1 || height < 1) throw new ParseError(1106, `${named} claims ${width} × ${height} pixels: there is nothing to read.`)
  const limit = context.settings.maxImagePixels
  if (width * height > limit)
    throw new ParseError(1132, `${named} has ${width} × ${height} = ${width * height} pixels; the limit is ${limit}. Send it smaller or in parts.`)
}

/** Formats that MuPDF reads by itself. */
const mimeTypes: Partial<Record<ImageType, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.bmp': 'image/bmp',
  '.tiff': 'image/tiff',
  '.gif': 'image/gif',
  '.jp2': 'image/jp2',
  '.pnm': 'image/x-portable-anymap',
  '.psd': 'image/vnd.adobe.photoshop',
}

async function hold(bytes: Uint8Array, { type, named }: ImageFile): Promise<HeldDocument> {
  const mimeType = mimeTypes[type]
  try {
    // What MuPDF can't decode reaches it as plain pixels, so that all pictures are drawn by one hand.
    const held =
      mimeType === undefined
        ? await holdDocument(await decodeToPam(bytes, type), 'image/x-portable-anymap', null)
        : await holdDocument(forMupdf(bytes, type), mimeType, null)
    if (typeof held === 'string' || held.pageCount === 0) throw new MupdfError('it holds no picture')
    return held
  } catch (error) {
    throw asDamage(error, named)
  }
}

function asDamage(error: unknown, named: string): unknown {
  if (!(error instanceof MupdfError || error instanceof MupdfTrap || error instanceof CodecError)) return error
  return new ParseError(1106, `${named} can't be decoded: ${error.message}.`, { cause: error })
}

/** The file in a shape that MuPDF reads as we mean it. */
function forMupdf(bytes: Uint8Array, type: ImageType): Uint8Array {
  if (type === '.gif') return firstGifFrame(bytes)
  return type === '.bmp' ? withoutMasks(bytes) : bytes
}

async function decodeToPam(bytes: Uint8Array, type: ImageType): Promise<Uint8Array> {
  if (type === '.webp') return toPam(orientRaster(await decodeWebp(bytes), readWebpOrientation(bytes)))
  if (type === '.avif') return toPam(orientRaster(await decodeAvif(bytes), readHeifProperties(bytes)?.orientation ?? upright))
  return toPam(await decodeHeif(bytes))
}

/** The pixels as a portable anymap with an alpha channel. */
function toPam({ width, height, pixels }: RgbaRaster): Uint8Array {
  const header = new TextEncoder().encode(`P7\nWIDTH ${width}\nHEIGHT ${height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n`)
  const pam = new Uint8Array(header.length + pixels.length)
  pam.set(header)
  pam.set(pixels, header.length)
  return pam
}

function readWebpOrientation(bytes: Uint8Array): ReturnType<typeof readExifOrientation> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (latin1(bytes, at, at + 4) === 'EXIF') return readExifOrientation(bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (length & 1)
  }
  return upright
}

const bmpMasksAt = 54
const bmpMaskBytes = 16

/** Colour masks mean nothing in BMPs of up to 8 bits, yet MuPDF refuses them there, as ImageMagick writes them. */
function withoutMasks(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(14, true) < 56 || view.getUint16(28, true) > 8) return bytes
  return new Uint8Array(bytes).fill(0, bmpMasksAt, bmpMasksAt + bmpMaskBytes)
}

/** A JPEG that ends too early is shown as far as it goes; the reader should know. */
function findCut(bytes: Uint8Array, type: ImageType): string | null {
  if (type !== '.jpg') return null
  // Cameras and scanners append data of their own, so the end marker may stand before the end.
  for (let at = bytes.length - 2; at >= 2; at--) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return null
  return 'the JPEG file is cut off; its lower part is missing'
}

interface Reading {
  readonly held: HeldDocument
  readonly context: ExtractContext
  /** The file for messages: "The PNG image". */
  readonly named: string
  readonly warning: string | null
}

async function readPage(reading: Reading, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { held, named } = reading
  const sizeOf = (page: LentPage): { width: number; height: number } => inPoints(frameSize(page))
  return survivingDamage({ held, pageIndex, named, sizeOf }, () => readFrame(reading, pageIndex, options))
}

/** A pixel is half a point, so that the 144 dpi of the answer give back the picture's own pixels. */
function inPoints({ width, height }: PixelSize): { width: number; height: number } {
  return { width: width / 2, height: height / 2 }
}

async function readFrame(reading: Reading, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { held, context, warning } = reading
  const pixels = await held.withPage(pageIndex, frameSize)
  checkSize(pixels, `Image ${pageIndex + 1} of the file`, context)
  const size = { pageIndex, ...inPoints(pixels) }
  const whole = { box: { x0: 0, y0: 0, x1: size.width, y1: size.height }, pixelWidth: pixels.width, pixelHeight: pixels.height }
  const warnings = warning === null ? [] : [`Page ${pageIndex + 1}: ${warning}`]
  if (options.ocr === 'off') return { ...size, spans: [], paths: [], images: [whole], warnings }

  const raster = await held.withPage(pageIndex, (page) => drawFrame(page, pixels, context.settings.maxRasterPixels))
  // The decoded picture and the OCR engine's memory never need to exist at once.
  held.emptyStore()
  const words = await readByOcr(raster, size, options, context)
  return {
    ...size,
    spans: words.spans,
    paths: words.paths,
    // A picture without a word in it is a figure as a whole.
    images: words.spans.length === 0 ? [whole] : words.images,
    warnings: [...warnings, ...words.warnings],
    ...(words.upright === null ? {} : { upright: words.upright }),
  }
}
