import type { Mupdf, MupdfDocument, Pointer } from './mupdf.ts'
import { PdfObjects } from './pdf-objects.ts'

/** Repairs entries of a page for which MuPDF returns an empty page. Call it before the page is loaded. */
export function repairPage(mupdf: Mupdf, document: MupdfDocument, pageIndex: number): void {
  mupdf.call(() => {
    const objects = PdfObjects.of(mupdf, document)
    const page = objects?.page(pageIndex) ?? 0
    if (objects === null || !objects.isDictionary(page)) return
    repairCropBox(objects, page)
    repairUserUnit(objects, page)
  })
}

/** Replaces a crop box that shows nothing of the page by the media box, as viewers do. */
function repairCropBox(objects: PdfObjects, page: Pointer): void {
  const cropBox = objects.inherited(page, 'CropBox')
  const mediaBox = objects.inherited(page, 'MediaBox')
  const media = intervalsOf(objects, mediaBox)
  if (cropBox === 0 || media === null) return
  const crop = intervalsOf(objects, cropBox)
  if (crop === null || !overlap(crop.x, media.x) || !overlap(crop.y, media.y)) objects.put(page, 'CropBox', mediaBox)
}

/** The unit must be positive (ISO 32000-2, table 31); viewers ignore others. */
function repairUserUnit(objects: PdfObjects, page: Pointer): void {
  const unit = objects.toNumber(objects.get(page, 'UserUnit'))
  if (unit !== null && !(unit > 0)) objects.putInteger(page, 'UserUnit', 1)
}

type Interval = readonly [number, number]

function intervalsOf(objects: PdfObjects, box: Pointer): { readonly x: Interval; readonly y: Interval } | null {
  if (objects.length(box) < 4) return null
  const [x0, y0, x1, y1] = [0, 1, 2, 3].map((index) => objects.toNumber(objects.at(box, index)))
  if (x0 == null || y0 == null || x1 == null || y1 == null) return null
  return { x: [Math.min(x0, x1), Math.max(x0, x1)], y: [Math.min(y0, y1), Math.max(y0, y1)] }
}

function overlap(a: Interval, b: Interval): boolean {
  return Math.min(a[1], b[1]) > Math.max(a[0], b[0])
}
