/**
 * Layout's boxes → pictures: cuts figures, and tables that are wanted as images, out of the page as PNG files.
 * A picture that can't be drawn is left out with a warning; the page around it stays.
 */
import { encodePng } from '../engines/codecs.ts'
import type { Block } from '../model/document.ts'
import { type Box, clip, height, width } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import type { Page, ParsedPage, Picture } from '../model/page.ts'
import type { OpenDocument } from './extractors.ts'

/** Pixels per point: the 144 dpi of the JSON's boxes, so that a picture and its `bbox` have one size. */
const usualScale = 2
/** Small pictures are drawn finer, or their lettering would be lost. */
const smallScale = 3
/** Points of the longer side up to which a picture is small: a quarter of A4's width. */
const smallSide = 150
/** A4 at 200 dpi: larger pictures are drawn coarser, which bounds memory. */
const maxPicturePixels = 4_000_000
/** Boxes thinner than this, in points, show nothing worth a picture. */
const minSide = 1

/** Cuts the page's pictures as the options want them; without any it only blanks what was not to be read. */
export async function cutFigures(page: Page, document: OpenDocument, options: ParseOptions): Promise<ParsedPage> {
  const pictures: Picture[] = []
  const warnings: string[] = []
  const blocks: Block[] = []
  for (const original of page.blocks) {
    const block = options.features.enable_image_understanding || original.kind !== 'figure' ? original : { ...original, text: '' }
    const box = wantsPicture(block, options) ? pictureBox(block.box, page) : null
    if (box === null) {
      blocks.push(block)
      continue
    }
    try {
      const bytes = await draw(document, page.pageIndex, box)
      const name = `p${page.pageIndex + 1}-${pictures.length + 1}.png`
      pictures.push({ name, type: 'image/png', bytes })
      blocks.push({ ...block, picture: name } as Block)
    } catch (error) {
      warnings.push(`Page ${page.pageIndex + 1}: a picture could not be drawn (${error instanceof Error ? error.message : String(error)})`)
      blocks.push(block)
    }
  }
  return { page: { ...page, blocks, warnings: [...page.warnings, ...warnings] }, pictures }
}

function wantsPicture(block: Block, options: ParseOptions): boolean {
  // Inside a zip images are files, whatever the other outputs want.
  const anywhere = options.elementFormats.image !== 'none' || options.outputFormats.includes('zip')
  if (!anywhere) return false
  return block.kind === 'figure' || (block.kind === 'table' && options.elementFormats.table === 'image')
}

function pictureBox(box: Box, page: Page): Box | null {
  const inside = clip(box, { x0: 0, y0: 0, x1: page.width, y1: page.height })
  return width(inside) >= minSide && height(inside) >= minSide ? inside : null
}

async function draw(document: OpenDocument, pageIndex: number, box: Box): Promise<Uint8Array> {
  const scale = Math.max(width(box), height(box)) <= smallSide ? smallScale : usualScale
  return encodePng(await document.drawRegion(pageIndex, box, { scale, maxPixels: maxPicturePixels }))
}
