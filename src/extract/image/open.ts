/** Opens images for OCR. Each page of a TIFF is a page; other formats have one. */
import { CodecError } from '../../engines/image-codecs.ts'
import { isMagickAvailable } from '../../engines/magick.ts'
import { type DocumentHandle, openPersistent, type PageHandle } from '../../engines/mupdf/document.ts'
import { MupdfError, MupdfTrap } from '../../engines/mupdf/mupdf-errors.ts'
import { ParseError } from '../../model/errors.ts'
import { boxOfSize, type Size } from '../../model/geometry.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { RawPage } from '../../model/raw-page.ts'
import { unmeasured } from '../../model/stage-times.ts'
import { freeRenderMemory } from '../draw-page.ts'
import { readByOcr } from '../ocr/ocr.ts'
import { readOrReportDamage } from '../pdf/damaged-pages.ts'
import type { ExtractContext, OpenDocument } from '../types.ts'
import { checkClaims, checkSize, type ImageFile } from './check-size.ts'
import { type MupdfInput, toMupdfInput } from './decode.ts'
import { drawFrame, drawFrameRegion, frameSize, orientationOf, PIXELS_PER_POINT } from './frame.ts'
import { type ImageType, imageTypes } from './image-type.ts'
import { magickFormatOf } from './magick-formats.ts'

export async function open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const type = imageTypes.find((each) => each === fileType)
  if (type === undefined) throw new ParseError(1104, `Files of type "${fileType}" are not supported.`)
  const file = { type, label: `The ${type.slice(1).toUpperCase()} image` }
  const { document, info } = await openChecked(bytes, file, context).catch((error) => {
    throw toParseError(error, file.label)
  })
  const image = { document, info, context, file, warning: findWarning(bytes, type, info) }
  return {
    pageCount: document.pageCount,
    readPage: (pageIndex, options) => readPage(image, pageIndex, options),
    async drawRegion(pageIndex, box, options) {
      try {
        return await drawFrameRegion(document, { pageIndex, info }, { box, ...options })
      } catch (error) {
        throw toParseError(error, file.label)
      }
    },
    close: () => document.close(),
  }
}

interface OpenImage {
  readonly document: DocumentHandle
  readonly info: MupdfInput
  readonly context: ExtractContext
  readonly file: ImageFile
  readonly warning: string | null
}

async function openChecked(
  bytes: Uint8Array,
  file: ImageFile,
  { settings }: ExtractContext,
): Promise<Pick<OpenImage, 'document' | 'info'>> {
  const format = magickFormatOf(bytes, file.type)
  if (format !== null && !isMagickAvailable)
    throw new ParseError(
      1104,
      `${file.label} is of a kind that only deployments on Node can read. Save it as PNG or JPEG and send that.`,
    )
  await checkClaims(bytes, file, settings)
  const info = await toMupdfInput(bytes, file.type, { format, maxRasterPixels: settings.maxRasterPixels })
  const document = await openPersistent(info.bytes, info.mimeType, {
    password: null,
    pageTimeoutMs: settings.pageTimeoutMs,
    interruptsPages: settings.interruptsPages,
  })
  if (typeof document === 'string' || document.pageCount === 0) throw new MupdfError('it contains no image')
  return { document, info }
}

function toParseError(error: unknown, label: string): unknown {
  if (!(error instanceof MupdfError || error instanceof MupdfTrap || error instanceof CodecError)) return error
  return new ParseError(1106, `${label} can't be decoded: ${error.message}. Save it as PNG or JPEG and send that.`, {
    cause: error,
  })
}

function findWarning(bytes: Uint8Array, type: ImageType, { frameCount }: MupdfInput): string | null {
  if (type === '.jpg' && !hasJpegEnd(bytes)) return 'the JPEG file is truncated; its lower part is missing'
  return frameCount > 1 ? `the file is an animation of ${frameCount} frames; only the first one was read` : null
}

function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at >= 2; at--) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true
  return false
}

async function readPage(image: OpenImage, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { document, info, file } = image
  const sizeOf = (page: PageHandle): Size => toPoints(frameSize(page, info, orientationOf(info, pageIndex)))
  return readOrReportDamage({ handle: document, pageIndex, label: file.label, sizeOf }, () =>
    readFrame(image, pageIndex, options),
  )
}

/** At this size, 144 dpi are the image's own pixels. */
function toPoints({ width, height }: Size): Size {
  return { width: width / PIXELS_PER_POINT, height: height / PIXELS_PER_POINT }
}

async function readFrame(image: OpenImage, pageIndex: number, options: ParseOptions): Promise<RawPage> {
  const { document, info, context, warning } = image
  const orientation = orientationOf(info, pageIndex)
  const pixels = await document.withPage(pageIndex, (page) => frameSize(page, info, orientation))
  checkSize(pixels, `Image ${pageIndex + 1} of the file`, context.settings)
  const size = { pageIndex, ...toPoints(pixels) }
  const wholePage = {
    box: boxOfSize(size),
    pixelWidth: pixels.width,
    pixelHeight: pixels.height,
  }
  const warnings = warning === null ? [] : [`Page ${pageIndex + 1}: ${warning}`]
  if (options.ocr === 'off') return { ...size, spans: [], paths: [], images: [wholePage], warnings }

  const { measure } = context.stages ?? unmeasured
  const raster = await measure('render', () =>
    document.withPage(pageIndex, (page) =>
      drawFrame(page, orientation, { pixels, maxPixels: context.settings.maxRasterPixels }),
    ),
  )
  freeRenderMemory(document, context.settings)
  const words = await readByOcr(raster, size, options, context)
  return {
    ...size,
    spans: words.spans,
    paths: words.paths,
    images: words.spans.length === 0 ? [wholePage] : words.images,
    warnings: [...warnings, ...words.warnings],
    ...(words.deskewed === null ? {} : { deskewed: words.deskewed }),
  }
}
