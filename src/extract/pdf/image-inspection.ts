/** Inspects small renderings of images: QR codes, empty images, fingerprints near page edges. */
import { MupdfError, MupdfTrap } from '../../engines/mupdf/mupdf-errors.ts'
import type { InspectImage, StextImage } from '../../engines/stext/stext.ts'
import {
  canBeQrCode,
  inspectionSize,
  isEmptyImage,
  isTooWide,
  MAX_FIGURE_ASPECT_RATIO,
  MIN_MODULES,
  mayBeEmpty,
  resemblesQrCode,
} from '../../imaging/qr-candidates.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import { area, type Box, type Size } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { RawImage } from '../../model/raw-page.ts'

const MAX_INSPECTIONS = 12
/** Ratio of the page height (`REPEAT_ZONE` in `assemble/repeated-blocks.ts`). */
const EDGE_ZONE = 0.16
/** Minimum size of an image, as a ratio of the page. */
const MIN_LOGO_RATIO = 0.004
const FINGERPRINT_SIDE = 24

interface InspectionLimits {
  readonly page: Size
  readonly maxPixels: number
  readonly hasTrapped: () => boolean
  readonly onTrap: () => void
}

export function createImageInspector({ page, maxPixels, hasTrapped, onTrap }: InspectionLimits): InspectImage {
  let inspectionCount = 0
  return (image, draw) => {
    const { box, pixelWidth, pixelHeight, isStencil } = image
    // The appearance of an image mask depends on its paint and background.
    const hasCodeSize =
      !isStencil && canBeQrCode(box, MAX_FIGURE_ASPECT_RATIO) && Math.min(pixelWidth, pixelHeight) >= MIN_MODULES
    const unseen = hasCodeSize && isTooWide(box) ? ({ notQrCode: true } as const) : {}
    const canBeCode = hasCodeSize && !isTooWide(box)
    const canBeEmpty = !isStencil && mayBeEmpty(box, pixelWidth, pixelHeight)
    const canBeLogo = mayBeLogo(box, page)
    if (!canBeCode && !canBeLogo && !canBeEmpty) return unseen
    if (inspectionCount === MAX_INSPECTIONS || hasTrapped() || pixelWidth * pixelHeight > maxPixels) return unseen
    inspectionCount += 1
    try {
      const appearance =
        canBeCode || canBeEmpty ? describeImage(draw(inspectionSize(pixelWidth, pixelHeight)), canBeCode) : {}
      if (!canBeLogo || appearance.empty) return { ...unseen, ...appearance }
      return {
        ...unseen,
        ...appearance,
        fingerprint: fingerprintOf(image, draw({ width: FINGERPRINT_SIDE, height: FINGERPRINT_SIDE })),
      }
    } catch (error) {
      // The page is read again after a trap, and an inspection must not fail it.
      if (error instanceof MupdfTrap) onTrap()
      if (error instanceof MupdfError) return unseen
      throw error
    }
  }
}

function describeImage(drawn: GrayRaster, canBeCode: boolean): Pick<RawImage, 'notQrCode' | 'empty'> {
  if (isEmptyImage(drawn)) return { notQrCode: true, empty: true }
  return canBeCode && !resemblesQrCode(drawn) ? { notQrCode: true } : {}
}

function mayBeLogo(box: Box, { width, height }: InspectionLimits['page']): boolean {
  return (
    (box.y1 <= height * EDGE_ZONE || box.y0 >= height * (1 - EDGE_ZONE)) && area(box) >= MIN_LOGO_RATIO * width * height
  )
}

function fingerprintOf({ pixelWidth, pixelHeight }: StextImage, { pixels }: GrayRaster): number {
  return fingerprint([pixelWidth, pixelHeight, ...pixels])
}
