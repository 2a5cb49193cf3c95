import { CodecError, encodePng } from '../../engines/image-codecs.ts'
import {
  type Block,
  type ExtractedImage,
  type FigureBlock,
  imagePlaceholder,
  type ListItem,
  type ParsedPage,
  type TableBlock,
  type TextBlock,
  type TitleBlock,
} from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import { type ParseOptions, wantsImages } from '../../model/options.ts'
import { detectImageType } from '../image/image-type.ts'
import { measureImage } from '../image/magick-formats.ts'
import { type ExtractContext, sampleOf } from '../types.ts'
import { type EmbeddedImage, PAGE_HEIGHT, PAGE_WIDTH, type StructuredPage } from './types.ts'

interface ImageContext {
  readonly options: ParseOptions
  readonly context: ExtractContext
}

type NameOf = (number: string) => Promise<string | null>

/** Replaces image numbers by names. Omits undecodable images with a warning. */
export async function resolvePageImages(
  page: StructuredPage,
  pageIndex: number,
  { options, context }: ImageContext,
): Promise<ParsedPage> {
  const images: ExtractedImage[] = []
  const warnings = [...page.warnings]
  const names = new Map<string, string | null>()
  const nameOf: NameOf = async (number) => {
    const existing = names.get(number)
    if (existing !== undefined) return existing
    const source = page.images[Number(number) - 1]
    const image = source === undefined || !wantsImages(options) ? null : await toOutputImage(source, context)
    if (typeof image === 'string') warnings.push(`Page ${pageIndex + 1}: an image was left out: ${image}`)
    const isKept = image !== null && typeof image !== 'string'
    const name = isKept ? `p${pageIndex + 1}-${images.length + 1}${image.type === 'image/png' ? '.png' : '.jpg'}` : null
    if (isKept && name !== null) images.push({ name, ...image })
    names.set(number, name)
    return name
  }
  const blocks: Block[] = []
  const indexes: number[] = []
  for (const block of page.blocks) {
    indexes.push(blocks.length)
    blocks.push(...(await resolveBlock(block, { page, nameOf, options })))
  }
  const captioned = blocks.map(
    (block): Block =>
      block.kind === 'table' || block.kind === 'figure'
        ? { ...block, captions: block.captions.map((at) => indexes[at] ?? at) }
        : block,
  )
  return { page: { pageIndex, width: PAGE_WIDTH, height: PAGE_HEIGHT, blocks: captioned, warnings }, images }
}

interface BlockContext {
  readonly page: StructuredPage
  readonly nameOf: NameOf
  readonly options: ParseOptions
}

async function resolveBlock(block: Block, context: BlockContext): Promise<Block[]> {
  switch (block.kind) {
    case 'figure':
      return resolveFigure(block, context)
    case 'table':
      return [await resolveTable(block, context)]
    default:
      return resolveText(block, context)
  }
}

async function resolveFigure(
  { picture, ...block }: FigureBlock,
  { nameOf, options }: BlockContext,
): Promise<FigureBlock[]> {
  const name = picture === undefined ? null : await nameOf(picture)
  const text = options.features.enable_image_understanding ? block.text : ''
  if (name === null && text === '' && block.captions.length === 0) return []
  return [{ ...block, text, ...(name === null ? {} : { picture: name }) }]
}

async function resolveTable(block: TableBlock, { nameOf, options }: BlockContext): Promise<TableBlock> {
  const cells = []
  for (const { pictures: numbers = [], ...cell } of block.cells) {
    const { text, names } = await fillPlaceholders(
      cell.text,
      options.features.enable_table_image ? numbers : [],
      nameOf,
    )
    cells.push({ ...cell, text, ...(names.length > 0 ? { pictures: names } : {}) })
  }
  return { ...block, cells }
}

/** Without inline images, larger images become figures after the text. */
async function resolveText(block: TextBlock | TitleBlock, context: BlockContext): Promise<Block[]> {
  const { inlinePictures: numbers = [], ...rest } = block
  if (numbers.length === 0) return [block]
  const { nameOf, options } = context
  const isInline = options.features.enable_inline_image
  const { text, names } = await fillPlaceholders(block.text, isInline ? numbers : [], nameOf)
  const items = block.kind === 'text' ? block.items : undefined
  const resolved = {
    ...rest,
    text,
    ...(items === undefined ? {} : { items: await resolveItems(items, isInline ? numbers : [], nameOf) }),
    ...(names.length > 0 ? { inlinePictures: names } : {}),
  } as Block
  return isInline ? [resolved] : [resolved, ...(await toFigures(block, numbers, context))]
}

async function resolveItems(
  items: readonly ListItem[],
  numbers: readonly string[],
  nameOf: NameOf,
): Promise<ListItem[]> {
  const remaining = [...numbers]
  const resolved: ListItem[] = []
  for (const item of items) {
    const itemNumbers = remaining.splice(0, item.text.split(imagePlaceholder).length - 1)
    resolved.push({ ...item, text: (await fillPlaceholders(item.text, itemNumbers, nameOf)).text })
  }
  return resolved
}

async function toFigures(
  { box }: Block,
  numbers: readonly string[],
  { page, nameOf, options }: BlockContext,
): Promise<FigureBlock[]> {
  const figures: FigureBlock[] = []
  for (const number of numbers) {
    const source = page.images[Number(number) - 1]
    const name = source === undefined || isSmall(source) ? null : await nameOf(number)
    if (source === undefined || name === null) continue
    figures.push({
      kind: 'figure',
      type: 'figure',
      box,
      confidence: 1,
      source: 'document',
      text: options.features.enable_image_understanding ? source.alt : '',
      captions: [],
      picture: name,
    })
  }
  return figures
}

async function fillPlaceholders(
  text: string,
  numbers: readonly string[],
  nameOf: NameOf,
): Promise<{ text: string; names: string[] }> {
  const [start = '', ...rest] = text.split(imagePlaceholder)
  if (rest.length === 0) return { text, names: [] }
  const names: string[] = []
  let filled = start
  for (const [at, part] of rest.entries()) {
    const number = numbers[at]
    const name = number === undefined ? null : await nameOf(number)
    if (name !== null) names.push(name)
    filled += (name === null ? '' : imagePlaceholder) + part
  }
  return { text: filled.replace(/ {2,}/g, ' ').trim(), names }
}

/** Such images decorate their line. In points. */
const MAX_INLINE_SIZE = 24

function isSmall({ width, height }: EmbeddedImage): boolean {
  return width !== undefined && height !== undefined && width <= MAX_INLINE_SIZE && height <= MAX_INLINE_SIZE
}

/** A4 at 200 dpi, as for cropped figures. */
const MAX_PIXELS = 4_000_000
const MIN_SIDE_PIXELS = 3

/** Returns a string with the reason if the image cannot be decoded, `null` for a spacer. */
async function toOutputImage(
  { bytes }: EmbeddedImage,
  context: ExtractContext,
): Promise<Pick<ExtractedImage, 'type' | 'bytes'> | string | null> {
  const type = detectImageType(sampleOf(bytes))
  if (type === null) return 'its format is not known.'
  try {
    const size = await measureImage(bytes, type)
    if (size === null) return 'it is damaged.'
    if (size.width < MIN_SIDE_PIXELS || size.height < MIN_SIDE_PIXELS) return null
    if (type === '.png') return { type: 'image/png', bytes }
    if (type === '.jpg') return { type: 'image/jpeg', bytes }
    const { open } = await import('../image/open.ts')
    const image = await open(bytes, type, context)
    try {
      const box = { x0: 0, y0: 0, x1: size.width / 2, y1: size.height / 2 }
      const raster = await image.drawRegion(0, box, { scale: 2, maxPixels: MAX_PIXELS })
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
