/**
 * Placed pictures, each drawn small by itself → what a look tells of them: that one can be no code, that one leaves no ink,
 * and what those at the page's edges show. Drawing costs, so that few are looked at.
 */
import { MupdfError, MupdfTrap } from '../../engines/mupdf/mupdf.ts'
import type { InspectImage, StextImage } from '../../engines/stext/stext.ts'
import {
  canBeQrCode,
  figureRatio,
  inspectionSize,
  isBlankImage,
  isTooWide,
  mayBeBlank,
  minModules,
  resemblesQrCode,
} from '../../enrich/qr-candidates.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import { area, type Box } from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { RawImage } from '../../model/raw-page.ts'

/** Pictures looked at on one page: codes, blanks and logos are few, stamps and tiles many. */
const maxLooks = 12
/** Logos are looked for in this share of the page's height from its edge (`REPEAT_ZONE` of `assemble/repeated.ts`) … */
const edgeZone = 0.16
/** … and smaller ones leave the page anyway. Share of the page. */
const leastLogo = 0.004
/** Pixels of either side of a picture drawn to be told from others. */
const printSide = 24

export interface InspectionLimits {
  /** Points. */
  readonly page: { readonly width: number; readonly height: number }
  /** Pictures of more pixels are not decoded. */
  readonly maxPixels: number
  /** Whether the engine stopped on a picture of this page before. */
  readonly isUnlookable: () => boolean
  /** It did so now. */
  readonly onTrap: () => void
}

/** For one page. */
export function createImageInspector({ page, maxPixels, isUnlookable, onTrap }: InspectionLimits): InspectImage {
  let looks = 0
  return (image, draw) => {
    const { box, pixelWidth, pixelHeight, isStencil } = image
    // Of a stencil its paint and its ground decide whether it is a code or shows nothing.
    const isShaped = !isStencil && canBeQrCode(box, figureRatio) && Math.min(pixelWidth, pixelHeight) >= minModules
    const unseen = isShaped && isTooWide(box) ? ({ notQrCode: true } as const) : {}
    const canBeCode = isShaped && !isTooWide(box)
    const canBeBlank = !isStencil && mayBeBlank(box, pixelWidth, pixelHeight)
    const canBeLogo = mayBeLogo(box, page)
    if (!canBeCode && !canBeLogo && !canBeBlank) return unseen
    if (looks === maxLooks || isUnlookable() || pixelWidth * pixelHeight > maxPixels) return unseen
    looks += 1
    try {
      const told = canBeCode || canBeBlank ? tell(draw(inspectionSize(pixelWidth, pixelHeight)), canBeCode) : {}
      if (!canBeLogo || told.empty) return { ...unseen, ...told }
      return { ...unseen, ...told, fingerprint: printOf(image, draw({ width: printSide, height: printSide })) }
    } catch (error) {
      // The page is read again after a trap; a look must not cost it.
      if (error instanceof MupdfTrap) onTrap()
      if (error instanceof MupdfError) return unseen
      throw error
    }
  }
}

function tell(drawn: GrayRaster, canBeCode: boolean): Pick<RawImage, 'notQrCode' | 'empty'> {
  if (isBlankImage(drawn)) return { notQrCode: true, empty: true }
  return canBeCode && !resemblesQrCode(drawn) ? { notQrCode: true } : {}
}

function mayBeLogo(box: Box, { width, height }: InspectionLimits['page']): boolean {
  return (box.y1 <= height * edgeZone || box.y0 >= height * (1 - edgeZone)) && area(box) >= leastLogo * width * height
}

function printOf({ pixelWidth, pixelHeight }: StextImage, { pixels }: GrayRaster): number {
  return fingerprint([pixelWidth, pixelHeight, ...pixels])
}
