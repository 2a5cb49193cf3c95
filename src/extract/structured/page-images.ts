/**
 * Pictures of a logical page → the pictures that the outputs name. PNG and JPEG stay as they lie in the file, other formats are
 * decoded and become PNG; a picture that can't be decoded is left out with a warning and the page around it stays.
 */

import { CodecError, encodePng } from '../../engines/image-codecs.ts'
import { wantsImages } from '../../enrich/inline-images.ts'
import {
  type Block,
  type ExtractedImage,
  type FigureBlock,
  imagePlaceholder,
  type ParsedPage,
} from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import { detectImageType } from '../image/image-type.ts'
import { measureImage } from '../image/magick-formats.ts'
import type { ExtractContext } from '../types.ts'
import { type EmbeddedImage, pageHeight, pageWidth, type StructuredPage } from './structured-document.ts'

/** Points. What is smaller in both directions decorates its line and is no figure of its own. */
const smallSide = 24
/** A4 at 200 dpi, as for figures that are cut out of drawn pages. */
const maxPicturePixels = 4_000_000
/** Pixels of a single-color or spacer picture's side. */
const minPixels = 3

interface Setting {
  readonly options: ParseOptions
  readonly context: ExtractContext
}

/** Gives pictures their final names and keeps those that the options want. */
export async function resolvePageImages(
  page: StructuredPage,
  pageIndex: number,
  setting: Setting,
): Promise<ParsedPage> {
  const pictures: ExtractedImage[] = []
  const warnings = [...page.warnings]
  const done = new Map<string, string | null>()
  const nameOf = async (number: string): Promise<string | null> => {
    const known = done.get(number)
    if (known !== undefined) return known
    const source = page.pictures[Number(number) - 1]
    const made = source === undefined || !wantsImages(setting.options) ? null : await toPicture(source, setting)
    if (made === null || typeof made === 'string') {
      if (typeof made === 'string') warnings.push(`Page ${pageIndex + 1}: a picture was left out: ${made}`)
      done.set(number, null)
      return null
    }
    const name = `p${pageIndex + 1}-${pictures.length + 1}${made.type === 'image/png' ? '.png' : '.jpg'}`
    pictures.push({ name, ...made })
    done.set(number, name)
    return name
  }
  const blocks: Block[] = []
  /** Where a block stands after others came between. */
  const places: number[] = []
  for (const block of page.blocks) {
    places.push(blocks.length)
    blocks.push(...(await settleBlock(block, { page, nameOf, options: setting.options })))
  }
  const tied = blocks.map(
    (block): Block =>
      block.kind === 'table' || block.kind === 'figure'
        ? { ...block, captions: block.captions.map((at) => places[at] ?? at) }
        : block,
  )
  return { page: { pageIndex, width: pageWidth, height: pageHeight, blocks: tied, warnings }, images: pictures }
}

interface Settling {
  readonly page: StructuredPage
  readonly nameOf: (number: string) => Promise<string | null>
  readonly options: ParseOptions
}

/** The block with final names, followed by the pictures that may not stand in its lines. */
async function settleBlock(block: Block, { page, nameOf, options }: Settling): Promise<Block[]> {
  const understand = options.features.enable_image_understanding
  if (block.kind === 'figure') {
    const { picture, ...rest } = block
    const name = picture === undefined ? null : await nameOf(picture)
    const text = understand ? block.text : ''
    return name === null && text === '' && block.captions.length === 0
      ? []
      : [{ ...rest, text, ...(name === null ? {} : { picture: name }) }]
  }
  if (block.kind === 'table') {
    const cells = []
    for (const cell of block.cells) {
      const { pictures: numbers = [], ...rest } = cell
      const { text, names } = await fill(cell.text, options.features.enable_table_image ? numbers : [], nameOf)
      cells.push({ ...rest, text, ...(names.length > 0 ? { pictures: names } : {}) })
    }
    return [{ ...block, cells }]
  }
  const { inlinePictures: numbers = [], ...rest } = block
  if (numbers.length === 0) return [block]
  const inline = options.features.enable_inline_image
  const { text, names } = await fill(block.text, inline ? numbers : [], nameOf)
  const items =
    block.kind === 'text' && block.items !== undefined
      ? await settleItems(block.items, { numbers, inline, nameOf })
      : undefined
  const settled = {
    ...rest,
    text,
    ...(items === undefined ? {} : { items }),
    ...(names.length > 0 ? { inlinePictures: names } : {}),
  } as Block
  if (inline) return [settled]
  const figures: Block[] = []
  for (const number of numbers) {
    const source = page.pictures[Number(number) - 1]
    if (source === undefined || isSmall(source)) continue
    const name = await nameOf(number)
    if (name === null) continue
    const figure: FigureBlock = {
      kind: 'figure',
      type: 'figure',
      box: block.box,
      confidence: 1,
      source: 'document',
      text: understand ? source.alt : '',
      captions: [],
      picture: name,
    }
    figures.push(figure)
  }
  return [settled, ...figures]
}

async function settleItems<item extends { readonly text: string }>(
  items: readonly item[],
  { numbers, inline, nameOf }: { numbers: readonly string[]; inline: boolean; nameOf: Settling['nameOf'] },
): Promise<item[]> {
  const left = [...numbers]
  const settled: item[] = []
  for (const item of items) {
    const own = left.splice(0, item.text.split(imagePlaceholder).length - 1)
    settled.push({ ...item, text: (await fill(item.text, inline ? own : [], nameOf)).text })
  }
  return settled
}

/** Keeps the marks of pictures that were made; the others go. */
async function fill(
  text: string,
  numbers: readonly string[],
  nameOf: Settling['nameOf'],
): Promise<{ text: string; names: string[] }> {
  if (!text.includes(imagePlaceholder)) return { text, names: [] }
  const names: string[] = []
  const pieces = text.split(imagePlaceholder)
  let filled = pieces[0] ?? ''
  for (const [at, piece] of pieces.slice(1).entries()) {
    const number = numbers[at]
    const name = number === undefined ? null : await nameOf(number)
    if (name !== null) names.push(name)
    filled += (name === null ? '' : imagePlaceholder) + piece
  }
  return { text: filled.replace(/ {2,}/g, ' ').trim(), names }
}

function isSmall({ width, height }: EmbeddedImage): boolean {
  return width !== undefined && height !== undefined && width <= smallSide && height <= smallSide
}

/** The picture as PNG or JPEG; a text says why there is none; `null` for one that shows nothing. */
async function toPicture(
  { bytes }: EmbeddedImage,
  { context }: Setting,
): Promise<Pick<ExtractedImage, 'type' | 'bytes'> | string | null> {
  const type = detectImageType({
    head: bytes.subarray(0, 65_536),
    tail: bytes.subarray(-65_536),
    size: bytes.length,
    fileName: '',
  })
  if (type === null) return 'its format is not known.'
  try {
    const size = await measureImage(bytes, type)
    if (size === null) return 'it is damaged.'
    if (size.width < minPixels || size.height < minPixels) return null
    if (type === '.png') return { type: 'image/png', bytes }
    if (type === '.jpg') return { type: 'image/jpeg', bytes }
    const { open } = await import('../image/open.ts')
    const image = await open(bytes, type, context)
    try {
      const raster = await image.drawRegion(
        0,
        { x0: 0, y0: 0, x1: size.width / 2, y1: size.height / 2 },
        { scale: 2, maxPixels: maxPicturePixels },
      )
      return { type: 'image/png', bytes: await encodePng(raster) }
    } finally {
      image.close()
    }
  } catch (error) {
    if (error instanceof ParseError) return error.message
    if (error instanceof CodecError) return 'it is damaged.'
    throw error
  }
}
