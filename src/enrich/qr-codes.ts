/** Reads QR codes in square images and squares of small black boxes. */
import { readQrCode } from '../engines/qr-code.ts'
import type { OpenDocument } from '../extract/types.ts'
import { canBeQrCode, MAX_CODE_ASPECT_RATIO, MAX_FIGURE_ASPECT_RATIO, MIN_MODULES } from '../imaging/qr-candidates.ts'
import type { Block, FigureBlock, Page } from '../model/document.ts'
import {
  area,
  type Box,
  boxOfSize,
  center,
  clip,
  contains,
  coverage,
  grow,
  height,
  longSide,
  overlapArea,
  shortSide,
  union,
  width,
} from '../model/geometry.ts'
import type { RgbaRaster } from '../model/raster.ts'
import type { Path, RawImage, RawPage } from '../model/raw-page.ts'
import { sumOf } from '../model/statistics.ts'

/** Minimum number: half of the smallest code's modules are dark, drawn as runs. */
const MIN_BOXES = 40
/** Maximum length of a run of modules, in points. */
const MAX_RUN = 64
/** In points, between consecutive boxes of one code. */
const MAX_BOX_DISTANCE = 16
const MIN_DARK_RATIO = 0.2
const MAX_DARK_RATIO = 0.75
/** Maximum ratio of pixels between paper and ink; photos have far more. */
const MAX_INTERMEDIATE_RATIO = 0.3
/** In pixels: ten per module of a medium code. */
const RENDERED_SIDE = 480
const QUIET_ZONE_RATIO = 0.06
const MAX_CANDIDATES = 12
/** Minimum ratio of a figure under another image, which excludes a code. */
const MIN_COVERAGE = 0.5
/** Ratio of a figure's sides around the center that is always on the code. */
const CORE_RATIO = 0.4

/** Figures with a code become `qrcode`; others are appended. */
export async function addQrCodes(page: Page, source: { document: OpenDocument; raw: RawPage }): Promise<Page> {
  const figures = page.blocks.filter(
    (block): block is FigureBlock =>
      block.kind === 'figure' &&
      canBeQrCode(block.box, MAX_FIGURE_ASPECT_RATIO) &&
      !cannotBeQrCode(block.box, source.raw),
  )
  const others = findSquares(source.raw).filter(
    (box) => !page.blocks.some((block) => block.kind === 'figure' && coverage(box, block.box) > 0.5),
  )
  const reader = new QrCodeReader(page, source.document)
  const read = new Map<Block, string>()
  for (const figure of figures) {
    const content = await reader.read(figure.box)
    if (content !== null) read.set(figure, content)
  }
  const added: FigureBlock[] = []
  for (const box of others) {
    const content = await reader.read(box)
    if (content !== null)
      added.push({
        kind: 'figure',
        type: 'qrcode',
        box,
        text: content,
        captions: [],
        confidence: 1,
        source: 'text_layer',
      })
  }
  const blocks = page.blocks.map((block): Block => {
    const content = read.get(block)
    return content === undefined || block.kind !== 'figure' ? block : { ...block, type: 'qrcode', text: content }
  })
  return { ...page, blocks: [...blocks, ...added] }
}

class QrCodeReader {
  readonly #page: Page
  readonly #document: OpenDocument
  #tried = 0

  constructor(page: Page, document: OpenDocument) {
    this.#page = page
    this.#document = document
  }

  async read(box: Box): Promise<string | null> {
    if (this.#tried >= MAX_CANDIDATES) return null
    this.#tried += 1
    const side = longSide(box)
    const frame = clip(grow(box, side * QUIET_ZONE_RATIO), boxOfSize(this.#page))
    try {
      const raster = await this.#document.drawRegion(this.#page.pageIndex, frame, {
        scale: RENDERED_SIDE / side,
        maxPixels: 2 * RENDERED_SIDE * RENDERED_SIDE,
        plain: true,
      })
      return hasInkAndPaper(raster) ? await readQrCode(raster) : null
    } catch {
      return null
    }
  }
}

/** Whether text or another image is at the center, and no dark path covers it. */
function cannotBeQrCode(box: Box, { images, spans, paths }: RawPage): boolean {
  const { x, y } = center(box)
  const [halfWidth, halfHeight] = [(width(box) * CORE_RATIO) / 2, (height(box) * CORE_RATIO) / 2]
  const core = { x0: x - halfWidth, y0: y - halfHeight, x1: x + halfWidth, y1: y + halfHeight }
  if (spans.some((span) => span.source === 'text_layer' && !span.invisible && contains(core, center(span.box))))
    return true
  const isNotCode = (image: RawImage): boolean => image.notQrCode === true || isCoarse(image)
  return (
    images.some((image) => isNotCode(image) && coverage(box, image.box) > MIN_COVERAGE) &&
    !paths.some((path) => !path.stroked && isDark(path.color) && overlapArea(path.box, core) > 0)
  )
}

function isCoarse({ pixelWidth, pixelHeight }: RawImage): boolean {
  return pixelWidth > 0 && Math.min(pixelWidth, pixelHeight) < MIN_MODULES
}

function findSquares(raw: RawPage): Box[] {
  const images = raw.images
    .filter((image) => !image.notQrCode && !isCoarse(image) && canBeQrCode(image.box, MAX_CODE_ASPECT_RATIO))
    .map(({ box }) => box)
  return [...images, ...findSquaresOfBoxes(raw.paths)]
}

function findSquaresOfBoxes(paths: readonly Path[]): Box[] {
  const squares: Box[] = []
  let box: Box | null = null
  let count = 0
  let dark = 0
  const endSquare = (): void => {
    if (
      box !== null &&
      count >= MIN_BOXES &&
      canBeQrCode(box, MAX_CODE_ASPECT_RATIO) &&
      dark >= MIN_DARK_RATIO * area(box) &&
      dark <= MAX_DARK_RATIO * area(box)
    )
      squares.push(box)
    box = null
    count = 0
    dark = 0
  }
  for (const path of paths) {
    if (!isModule(path)) continue
    if (box !== null && coverage(path.box, grow(box, MAX_BOX_DISTANCE)) < 1) endSquare()
    box = box === null ? path.box : union(box, path.box)
    count += 1
    dark += area(path.box)
  }
  endSquare()
  return squares
}

function isModule({ box, stroked, rectangle, color, opacity }: Path): boolean {
  return !stroked && rectangle && opacity > 0.5 && isDark(color) && longSide(box) <= MAX_RUN && shortSide(box) > 0.2
}

function isDark(color: number): boolean {
  return luma(color >> 16, (color >> 8) & 255, color & 255) < 110
}

function luma(red: number, green: number, blue: number): number {
  return red * 0.299 + green * 0.587 + blue * 0.114
}

function hasInkAndPaper({ width: rasterWidth, height: rasterHeight, pixels }: RgbaRaster): boolean {
  const histogram = new Uint32Array(16)
  for (let at = 0; at < pixels.length; at += 4) {
    const grayBin = luma(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0) >> 4
    histogram[grayBin] = (histogram[grayBin] ?? 0) + 1
  }
  const total = rasterWidth * rasterHeight
  const dark = sumOf(histogram.subarray(0, 7))
  const light = sumOf(histogram.subarray(11))
  return (
    dark > total * (MIN_DARK_RATIO / 2) &&
    dark < total * MAX_DARK_RATIO &&
    total - dark - light < total * MAX_INTERMEDIATE_RATIO
  )
}
