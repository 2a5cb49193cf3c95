/**
 * Image files → raw pages, read by OCR; one page per frame of a TIFF, the first frame of a GIF. A pixel is half a point.
 * Refuses sizes beyond the limit before decoding (1132), and files that don't hold what they claim (1106).
 */
import { CodecError } from '../../engines/image-codecs.ts'
import { type DocumentHandle, openPersistent, type PageHandle } from '../../engines/mupdf/document.ts'
import { forgetMupdf, MupdfError, MupdfTrap } from '../../engines/mupdf/mupdf.ts'
import { releaseOcrEngines } from '../../engines/tesseract.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { RawPage } from '../../model/raw-page.ts'
import { makeRoom } from '../draw-page.ts'
import { readByOcr } from '../ocr/ocr.ts'
import { survivingDamage } from '../pdf/damaged-pages.ts'
import type { ExtractContext, OpenDocument } from '../types.ts'
import { claimedSize, type PixelSize } from './claimed-size.ts'
import { toOpenable } from './decode.ts'
import { decodeCost } from './decode-cost.ts'
import { drawFrame, drawFrameRegion, type FrameFacts, frameSize, orientationOf } from './frame.ts'
import { type ImageType, imageTypes } from './image-type.ts'
import { findMissingData } from './missing-data.ts'

export async function open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const type = imageTypes.find((each) => each === fileType)
  if (type === undefined) throw new ParseError(1104, `Files of type "${fileType}" are not supported.`)
  const named = `The ${type.slice(1).toUpperCase()} image`
  await checkClaims(bytes, { type, named }, context)
  const { held, facts, frameCount } = await hold(bytes, { type, named }, context)
  const warning =
    findCut(bytes, type) ??
    (frameCount > 1 ? `the file is an animation of ${frameCount} frames; only the first one was read` : null)
  return {
    pageCount: held.pageCount,
    readPage: (pageIndex, options) => readPage({ held, facts, context, named, warning }, pageIndex, options),
    async drawRegion(pageIndex, box, options) {
      try {
        return await drawFrameRegion(held, { pageIndex, facts }, { box, ...options })
      } catch (error) {
        throw asDamage(error, named)
      }
    },
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
  if (size === null)
    throw new ParseError(1106, `${named} is damaged or cut off: its header can't be read. Send it again.`)
  checkSize(size, named, context)
  checkMemory(bytes, { type, size, named }, context)
  const missing = await findMissingData(bytes, type, size)
  if (missing !== null)
    throw new ParseError(
      1106,
      `${named} claims ${size.width} × ${size.height} pixels and ${missing}. Send it again, or save it anew.`,
    )
}

function checkSize({ width, height }: PixelSize, named: string, context: ExtractContext): void {
  if (width < 1 || height < 1)
    throw new ParseError(1106, `${named} claims ${width} × ${height} pixels: there is nothing to read.`)
  const limit = context.settings.maxImagePixels
  if (width * height > limit)
    throw new ParseError(
      1132,
      `${named} has ${width} × ${height} = ${width * height} pixels; the limit is ${limit}. Send it smaller or in parts.`,
    )
}

function checkMemory(
  bytes: Uint8Array,
  { type, size, named }: ImageFile & { size: PixelSize },
  context: ExtractContext,
): void {
  const { maxDecodeBytes } = context.settings
  if (maxDecodeBytes === undefined) return
  const limit = Math.floor(maxDecodeBytes / decodeCost(bytes, type))
  const pixels = size.width * size.height
  if (pixels > limit)
    throw new ParseError(
      1132,
      `${named} has ${size.width} × ${size.height} = ${pixels} pixels; with the memory of this deployment the limit for this kind is ${limit}. Send it smaller, as JPEG, or in parts.`,
    )
  if (pixels <= SMALL_PICTURE_PIXELS) return
  // The engines of the document before would lie beside the decoder; new ones are soon made.
  releaseOcrEngines()
  forgetMupdf()
}

/** Decoded beside the other engines without trouble. */
const SMALL_PICTURE_PIXELS = 4_000_000

interface HeldImage {
  readonly held: DocumentHandle
  readonly facts: FrameFacts
  readonly frameCount: number
}

async function hold(bytes: Uint8Array, { type, named }: ImageFile, context: ExtractContext): Promise<HeldImage> {
  try {
    const openable = await toOpenable(bytes, type, context.settings)
    const held = await openPersistent(openable.bytes, openable.mimeType, null)
    if (typeof held === 'string' || held.pageCount === 0) throw new MupdfError('it holds no picture')
    return {
      held,
      facts: { orientations: openable.orientations, ownSize: openable.ownSize },
      frameCount: openable.frameCount,
    }
  } catch (error) {
    throw asDamage(error, named)
  }
}

function asDamage(error: unknown, named: string): unknown {
  if (!(error instanceof MupdfError || error instanceof MupdfTrap || error instanceof CodecError)) return error
  return new ParseError(1106, `${named} can't be decoded: ${error.message}. Save it as PNG or JPEG and send that.`, {
    cause: error,
  })
}

/** A JPEG that ends too early is shown as far as it goes; the reader should know. */
function findCut(bytes: Uint8Array, type: ImageType): string | null {
  if (type !== '.jpg') return null
  // Cameras and scanners append data of their own, so the end marker may stand before the end.
  for (let at = bytes.length - 2; at >= 2; at--) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return null
  return 'the JPEG file is cut off; its lower part is missing'
}

interface Reading {
  readonly held: DocumentHandle
  readonly facts: FrameFacts
  readonly context: ExtractContext
  /** The file for messages: "The PNG image". */
  readonly named: string
  readonly warning: string | null
}

async function readPage(reading: Reading, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { held, named, facts } = reading
  const sizeOf = (page: PageHandle): { width: number; height: number } =>
    inPoints(frameSize(page, facts, orientationOf(facts, pageIndex)))
  return survivingDamage({ held, pageIndex, named, sizeOf }, () => readFrame(reading, pageIndex, options))
}

/** A pixel is half a point, so that the 144 dpi of the answer give back the picture's own pixels. */
function inPoints({ width, height }: PixelSize): { width: number; height: number } {
  return { width: width / 2, height: height / 2 }
}

async function readFrame(reading: Reading, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { held, facts, context, warning } = reading
  const orientation = orientationOf(facts, pageIndex)
  const pixels = await held.withPage(pageIndex, (page) => frameSize(page, facts, orientation))
  checkSize(pixels, `Image ${pageIndex + 1} of the file`, context)
  const size = { pageIndex, ...inPoints(pixels) }
  const whole = {
    box: { x0: 0, y0: 0, x1: size.width, y1: size.height },
    pixelWidth: pixels.width,
    pixelHeight: pixels.height,
  }
  const warnings = warning === null ? [] : [`Page ${pageIndex + 1}: ${warning}`]
  if (options.ocr === 'off') return { ...size, spans: [], paths: [], images: [whole], warnings }

  const raster = await held.withPage(pageIndex, (page) =>
    drawFrame(page, orientation, { pixels, maxPixels: context.settings.maxRasterPixels }),
  )
  makeRoom(held, context.settings)
  const words = await readByOcr(raster, size, options, context)
  return {
    ...size,
    spans: words.spans,
    paths: words.paths,
    // A picture without a word in it is a figure as a whole.
    images: words.spans.length === 0 ? [whole] : words.images,
    warnings: [...warnings, ...words.warnings],
    ...(words.upright === null ? {} : { deskewed: words.upright }),
  }
}
