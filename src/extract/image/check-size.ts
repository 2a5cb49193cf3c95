import { forgetMupdf } from '../../engines/mupdf/mupdf.ts'
import { releaseOcrEngines } from '../../engines/tesseract.ts'
import { ParseError } from '../../model/errors.ts'
import type { Size } from '../../model/geometry.ts'
import { tooManyPages } from '../../model/page-selection.ts'
import type { ParseSettings } from '../../model/settings.ts'
import { decodeCost } from './decode-cost.ts'
import type { ImageType } from './image-type.ts'
import { checkJpegScans } from './jpeg-scans.ts'
import { measureImage } from './magick-formats.ts'
import { findMissingData } from './missing-data.ts'
import { readTiff } from './tiff.ts'

export interface ImageFile {
  readonly type: ImageType
  /** Name in messages: "The PNG image". */
  readonly label: string
}

/** Throws `ParseError`, or `CodecError` if ImageMagick cannot read the header. */
export async function checkClaims(bytes: Uint8Array, file: ImageFile, settings: ParseSettings): Promise<void> {
  const { type, label } = file
  const size = await measureImage(bytes, type)
  if (size === null)
    throw new ParseError(1106, `${label} is damaged or truncated: its header can't be read. Send it again.`)
  checkSize(size, label, settings)
  checkPageCount(bytes, type, settings)
  if (type === '.jpg') checkJpegScans(bytes, label)
  checkMemory(bytes, { ...file, size }, settings)
  const missing = await findMissingData(bytes, type, size)
  if (missing !== null)
    throw new ParseError(
      1106,
      `${label} claims ${size.width} × ${size.height} pixels and ${missing}. Send it again, or save it again first.`,
    )
}

export function checkSize({ width, height }: Size, label: string, { maxImagePixels }: ParseSettings): void {
  if (width < 1 || height < 1) throw new ParseError(1106, `${label} claims ${width} × ${height} pixels: it is empty.`)
  if (width * height > maxImagePixels)
    throw new ParseError(
      1132,
      `${label} has ${width} × ${height} = ${width * height} pixels; the limit is ${maxImagePixels}. Send it smaller or in parts.`,
    )
}

function checkPageCount(bytes: Uint8Array, type: ImageType, { maxPages }: ParseSettings): void {
  const pageCount = type === '.tiff' ? readTiff(bytes).directories.length : 1
  if (pageCount > maxPages) throw tooManyPages(pageCount, maxPages)
}

/** Maximum pixels of an image that is decoded with other engines in memory. */
const SMALL_IMAGE_PIXELS = 4_000_000

function checkMemory(
  bytes: Uint8Array,
  { type, size, label }: ImageFile & { size: Size },
  { maxDecodeBytes, sharesMemory }: ParseSettings,
): void {
  if (maxDecodeBytes === undefined) return
  const limit = Math.floor(maxDecodeBytes / decodeCost(bytes, type))
  const pixels = size.width * size.height
  if (pixels > limit)
    throw new ParseError(
      1132,
      `${label} has ${size.width} × ${size.height} = ${pixels} pixels; with the memory of this deployment the limit for this format is ${limit}. Send it smaller, as JPEG, or in parts.`,
    )
  if (sharesMemory !== true || pixels <= SMALL_IMAGE_PIXELS) return
  releaseOcrEngines()
  forgetMupdf()
}
