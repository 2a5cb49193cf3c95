/** Crops figures, requested tables and inline images as PNG, with a warning for those that fail. */
import { encodePng } from '../engines/image-codecs.ts'
import type { OpenDocument } from '../extract/types.ts'
import {
  type Block,
  type Cell,
  type ExtractedImage,
  imagePlaceholder,
  type Page,
  type ParsedPage,
  type TextBlock,
  type TitleBlock,
} from '../model/document.ts'
import { errorMessage } from '../model/errors.ts'
import { type Box, boxOfSize, clip, height, longSide, unionAll, width } from '../model/geometry.ts'
import { type ParseOptions, wantsImages } from '../model/options.ts'
import type { RgbaRaster } from '../model/raster.ts'
import type { RawPage } from '../model/raw-page.ts'
import { createImageLocator, type LocatedImage } from './inline-image-positions.ts'

/** Pixels per point, as in the JSON's boxes. */
const USUAL_SCALE = 2
/** Pixels per point that keep the text of small images legible. */
const SMALL_IMAGE_SCALE = 3
/** Longer side of a small image, in points. */
const MAX_SMALL_SIDE = 150
/** Maximum pixels of an image: A4 at 200 dpi. */
const MAX_IMAGE_PIXELS = 4_000_000
/** In points. */
const MIN_SIDE = 1
/** Minimum images that share a rendering of the whole page. */
const MIN_IMAGES_PER_RENDERING = 4

export async function cropFigures(
  page: Page,
  source: { document: OpenDocument; raw: RawPage },
  options: ParseOptions,
): Promise<ParsedPage> {
  const locate = createImageLocator(source.raw, options)
  const located = page.blocks.map(
    (block): LocatedImage =>
      locate?.(withoutUnwantedText(block, options)) ?? { block: withoutUnwantedText(block, options), boxes: [] },
  )
  const cropper = new ImageCropper(page, source.document, located)
  const blocks: Block[] = []
  for (const { block, boxes } of located) {
    const names: (string | null)[] = []
    for (const box of boxes) names.push(await cropper.cropSmall(box))
    const named = boxes.length === 0 ? block : withNames(block, names)
    const name = wantsImage(block, options) ? await cropper.crop(block.box) : null
    blocks.push(
      name === null || (named.kind !== 'figure' && named.kind !== 'table') ? named : { ...named, picture: name },
    )
  }
  return { page: { ...page, blocks, warnings: [...page.warnings, ...cropper.warnings] }, images: cropper.images }
}

function withoutUnwantedText(block: Block, options: ParseOptions): Block {
  return options.features.enable_image_understanding || block.kind !== 'figure' || block.type === 'qrcode'
    ? block
    : { ...block, text: '' }
}

function wantsImage(block: Block, options: ParseOptions): boolean {
  return (
    wantsImages(options) &&
    (block.kind === 'figure' || (block.kind === 'table' && options.elementFormats.table === 'image'))
  )
}

function withNames(block: Block, names: readonly (string | null)[]): Block {
  if (block.kind === 'figure') return block
  const remainingNames = [...names]
  if (block.kind === 'table') {
    const cells = block.cells.map((cell): Cell => {
      const { text, pictures } = consumeNames(cell.text, remainingNames)
      return pictures.length === 0 ? { ...cell, text } : { ...cell, text, pictures }
    })
    return { ...block, cells }
  }
  if (block.kind === 'text' && block.items !== undefined) {
    const items = block.items.map((item) => ({ item, ...consumeNames(item.text, remainingNames) }))
    const named = {
      ...block,
      items: items.map(({ item, text }) => ({ ...item, text })),
      text: consumeNames(block.text, [...names]).text,
    }
    return withInline(
      named,
      items.flatMap(({ pictures }) => pictures),
    )
  }
  const { text, pictures } = consumeNames(block.text, remainingNames)
  return withInline({ ...block, text }, pictures)
}

function withInline(block: TextBlock | TitleBlock, inlinePictures: readonly string[]): Block {
  return inlinePictures.length === 0 ? block : { ...block, inlinePictures }
}

function consumeNames(text: string, names: (string | null)[]): { text: string; pictures: string[] } {
  if (!text.includes(imagePlaceholder)) return { text, pictures: [] }
  const pictures: string[] = []
  const kept = text.replaceAll(imagePlaceholder, () => {
    const name = names.shift() ?? null
    if (name === null) return ''
    pictures.push(name)
    return imagePlaceholder
  })
  return { text: kept.replace(/ {2,}/g, ' ').trim(), pictures }
}

class ImageCropper {
  readonly images: ExtractedImage[] = []
  readonly warnings: string[] = []
  readonly #page: Page
  readonly #document: OpenDocument
  readonly #sharedBox: Box | null
  #sharedRaster: RgbaRaster | null = null

  constructor(page: Page, document: OpenDocument, located: readonly LocatedImage[]) {
    this.#page = page
    this.#document = document
    const imageBoxes = located.flatMap(({ boxes }) => boxes).flatMap((box) => this.#inside(box) ?? [])
    this.#sharedBox = imageBoxes.length < MIN_IMAGES_PER_RENDERING ? null : unionAll(imageBoxes)
  }

  /** Returns the name; `null` if the image is empty or cannot be rendered. */
  async crop(box: Box): Promise<string | null> {
    const inside = this.#inside(box)
    return inside === null ? null : await this.#addImage(() => this.#draw(inside))
  }

  /** Rejects images of one color, which are background. */
  async cropSmall(box: Box): Promise<string | null> {
    const inside = this.#inside(box)
    if (inside === null) return null
    const raster = async (): Promise<RgbaRaster> =>
      this.#sharedBox === null
        ? await this.#draw(inside)
        : crop(await this.#drawShared(this.#sharedBox), this.#sharedBox, inside)
    return await this.#addImage(raster, isUniform)
  }

  #inside(box: Box): Box | null {
    const inside = clip(box, boxOfSize(this.#page))
    return width(inside) >= MIN_SIDE && height(inside) >= MIN_SIDE ? inside : null
  }

  #draw(box: Box): Promise<RgbaRaster> {
    const scale = longSide(box) <= MAX_SMALL_SIDE ? SMALL_IMAGE_SCALE : USUAL_SCALE
    return this.#document.drawRegion(this.#page.pageIndex, box, { scale, maxPixels: MAX_IMAGE_PIXELS })
  }

  async #drawShared(box: Box): Promise<RgbaRaster> {
    this.#sharedRaster ??= await this.#document.drawRegion(this.#page.pageIndex, box, {
      scale: SMALL_IMAGE_SCALE,
      maxPixels: MAX_IMAGE_PIXELS,
    })
    return this.#sharedRaster
  }

  async #addImage(
    draw: () => Promise<RgbaRaster>,
    isRejected: (raster: RgbaRaster) => boolean = () => false,
  ): Promise<string | null> {
    const { pageIndex } = this.#page
    try {
      const raster = await draw()
      if (isRejected(raster)) return null
      const name = `p${pageIndex + 1}-${this.images.length + 1}.png`
      this.images.push({ name, type: 'image/png', bytes: await encodePng(raster) })
      return name
    } catch (error) {
      this.warnings.push(`Page ${pageIndex + 1}: an image could not be rendered (${errorMessage(error)})`)
      return null
    }
  }
}

function crop(raster: RgbaRaster, whole: Box, part: Box): RgbaRaster {
  const scaleX = raster.width / width(whole)
  const scaleY = raster.height / height(whole)
  const left = Math.min(raster.width - 1, Math.max(0, Math.round((part.x0 - whole.x0) * scaleX)))
  const top = Math.min(raster.height - 1, Math.max(0, Math.round((part.y0 - whole.y0) * scaleY)))
  const wide = Math.max(1, Math.min(raster.width - left, Math.round(width(part) * scaleX)))
  const high = Math.max(1, Math.min(raster.height - top, Math.round(height(part) * scaleY)))
  const pixels = new Uint8ClampedArray(wide * high * 4)
  for (let row = 0; row < high; row++) {
    const from = ((top + row) * raster.width + left) * 4
    pixels.set(raster.pixels.subarray(from, from + wide * 4), row * wide * 4)
  }
  return { width: wide, height: high, pixels }
}

/** Maximum difference of pixels of one color, in levels. */
const PLAIN_TOLERANCE = 8
/** Width of the border that blends with adjacent content, in pixels. */
const PLAIN_MARGIN = 2

function isUniform({ width: wide, height: high, pixels }: RgbaRaster): boolean {
  const margin = Math.min(wide, high) > 4 * PLAIN_MARGIN ? PLAIN_MARGIN : 0
  const first = (margin * wide + margin) * 4
  for (let y = margin; y < high - margin; y++)
    for (let x = margin; x < wide - margin; x++)
      for (let channel = 0; channel < 3; channel++) {
        const difference = (pixels[(y * wide + x) * 4 + channel] ?? 0) - (pixels[first + channel] ?? 0)
        if (Math.abs(difference) > PLAIN_TOLERANCE) return false
      }
  return true
}
