/** Renders whole pages (`page_images`): photos and scans as JPEG, others as smaller PNG. */
import { encodePng } from '../engines/image-codecs.ts'
import { encodeJpeg } from '../engines/jpeg-encoder.ts'
import type { OpenDocument } from '../extract/types.ts'
import type { ExtractedImage, ParsedPage } from '../model/document.ts'
import { errorMessage } from '../model/errors.ts'
import { boxOfSize } from '../model/geometry.ts'
import { type ParseOptions, wantsImages } from '../model/options.ts'
import type { RgbaRaster } from '../model/raster.ts'

/** Pixels per point. */
const SCALE = 2
/** Maximum pixels: A3 at that scale. Larger pages have a lower resolution. */
const MAX_PIXELS = 4_100_000
const JPEG_QUALITY = 85
/** Minimum ratio of pixels of photos and scans that differ from their left neighbor; text pages have a tenth. */
const MIN_GRAINY_RATIO = 0.3

/** Pages that cannot be rendered get a warning. */
export async function addPageImage(
  parsed: ParsedPage,
  document: OpenDocument,
  options: ParseOptions,
): Promise<ParsedPage> {
  if (!options.pageImages || !wantsImages(options)) return parsed
  const { page, images } = parsed
  if (document.readStructuredPage !== undefined)
    return withWarning(parsed, 'page_images: a file that is read without conversion has no page images')
  try {
    const raster = await document.drawRegion(page.pageIndex, boxOfSize(page), { scale: SCALE, maxPixels: MAX_PIXELS })
    const rendering = await encode(raster, page.pageIndex)
    return { page: { ...page, picture: rendering.name }, images: [...images, rendering] }
  } catch (error) {
    return withWarning(
      parsed,
      `Page ${page.pageIndex + 1}: the page image could not be rendered (${errorMessage(error)})`,
    )
  }
}

function withWarning({ page, images }: ParsedPage, warning: string): ParsedPage {
  return { page: { ...page, warnings: [...page.warnings, warning] }, images }
}

async function encode(raster: RgbaRaster, pageIndex: number): Promise<ExtractedImage> {
  const name = `p${pageIndex + 1}`
  if (isGrainy(raster))
    return { name: `${name}.jpg`, type: 'image/jpeg', bytes: await encodeJpeg(raster, JPEG_QUALITY) }
  return { name: `${name}.png`, type: 'image/png', bytes: await encodePng(raster) }
}

function isGrainy({ pixels }: RgbaRaster): boolean {
  const colors = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4)
  let differing = 0
  for (let at = 1; at < colors.length; at++) if (colors[at] !== colors[at - 1]) differing++
  return differing > colors.length * MIN_GRAINY_RATIO
}
