/** Finds inline images after layout: by private characters, and in table cells by position. */
import { mapBox } from '../imaging/transform.ts'
import {
  type Block,
  type Cell,
  imagePlaceholder,
  type TableBlock,
  type TextBlock,
  type TitleBlock,
} from '../model/document.ts'
import { type Box, center, contains, coverage, height, shortSide } from '../model/geometry.ts'
import { type ParseOptions, wantsImages } from '../model/options.ts'
import type { RawImage, RawPage, Span } from '../model/raw-page.ts'
import { placeholderImage, placeholderPattern } from './inline-images.ts'

/** Minimum side of an image in a cell, in points. */
const MIN_CELL_SIDE = 4
const MIN_COVERAGE = 0.8
/** Maximum images in the cells of one table; more are a pattern. */
const MAX_CELL_IMAGES = 400

/** The texts have one `imagePlaceholder` per box, in order. */
export interface LocatedImage {
  readonly block: Block
  /** In points of the page. */
  readonly boxes: readonly Box[]
}

/** Returns `null` if no images are requested. */
export function createImageLocator(raw: RawPage, options: ParseOptions): ((block: Block) => LocatedImage) | null {
  const { enable_inline_image: inline, enable_table_image: inCells } = options.features
  const { toPage } = raw.deskewed ?? {}
  const images = raw.deskewed?.images ?? raw.images
  if (!wantsImages(options) || images.length === 0 || (!inline && !inCells)) return null
  const boxOf = ({ box }: RawImage): Box => (toPage === undefined ? box : mapBox(toPage, box))
  const page = { images, boxOf, spans: raw.spans, inCells: inCells && options.elementFormats.table !== 'image' }
  return (block) => {
    switch (block.kind) {
      case 'table':
        return findInTable(block, page)
      case 'figure':
        return {
          block: { ...block, text: replacePlaceholders(block.text, page).text.replaceAll(imagePlaceholder, '') },
          boxes: [],
        }
      default:
        return inline ? findInText(block, page) : { block, boxes: [] }
    }
  }
}

interface PageImages {
  readonly images: readonly RawImage[]
  readonly boxOf: (image: RawImage) => Box
  readonly spans: readonly Span[]
  readonly inCells: boolean
}

/** Placeholders of the text layer are removed first. */
function replacePlaceholders(text: string, { images }: PageImages): { text: string; pictures: RawImage[] } {
  const pictures: RawImage[] = []
  const marked = text.replaceAll(imagePlaceholder, '').replace(placeholderPattern, (char) => {
    const image = placeholderImage(char, images)
    if (image === undefined) return char
    pictures.push(image)
    return imagePlaceholder
  })
  return { text: marked, pictures }
}

function findInText(block: TextBlock | TitleBlock, page: PageImages): LocatedImage {
  const { text, pictures } = replacePlaceholders(block.text, page)
  if (block.type === 'code' || block.type === 'equation')
    return { block: { ...block, text: text.replaceAll(imagePlaceholder, '') }, boxes: [] }
  if (block.kind === 'title' || block.items === undefined)
    return { block: { ...block, text }, boxes: pictures.map(page.boxOf) }
  const items = block.items.map((item) => ({ item, ...replacePlaceholders(item.text, page) }))
  return {
    block: { ...block, text, items: items.map(({ item, text: itemText }) => ({ ...item, text: itemText })) },
    boxes: items.flatMap((item) => item.pictures).map(page.boxOf),
  }
}

function findInTable(table: TableBlock, page: PageImages): LocatedImage {
  const boxes: Box[] = []
  const inlineImages = new Set<RawImage>()
  const texts = table.cells.map((cell) => ({ cell, ...replacePlaceholders(cell.text, page) }))
  for (const { pictures } of texts) for (const image of pictures) inlineImages.add(image)
  const inside = page.images.filter(
    (image) => !inlineImages.has(image) && coverage(page.boxOf(image), table.box) >= MIN_COVERAGE,
  )
  const cells = texts.map(({ cell, text, pictures }): Cell => {
    if (!page.inCells) return { ...cell, text: text.replaceAll(imagePlaceholder, '').trim() }
    const cellImages =
      boxes.length < MAX_CELL_IMAGES
        ? inside.filter((image) => isInCell(page.boxOf(image), cell.box)).map(page.boxOf)
        : []
    const words = cellImages.length === 0 ? [] : page.spans.filter((span) => contains(cell.box, center(span.box)))
    const free = cellImages.filter((box) => !words.some((word) => contains(box, center(word.box))))
    const before = free.filter((box) => words.some((word) => isBefore(box, word.box))).sort(byPosition)
    const after = free.filter((box) => !before.includes(box)).sort(byPosition)
    boxes.push(...before, ...pictures.map(page.boxOf), ...after)
    return {
      ...cell,
      text: [
        ...before.map(() => imagePlaceholder),
        ...(text === '' ? [] : [text]),
        ...after.map(() => imagePlaceholder),
      ].join(' '),
    }
  })
  return { block: { ...table, cells }, boxes }
}

function isInCell(image: Box, cell: Box): boolean {
  return shortSide(image) >= MIN_CELL_SIDE && coverage(image, cell) >= MIN_COVERAGE
}

function isBefore(image: Box, word: Box): boolean {
  const { x, y } = center(image)
  if (y >= word.y0 && y <= word.y1) return x < word.x0
  return y < word.y0
}

function byPosition(a: Box, b: Box): number {
  return Math.abs(a.y0 - b.y0) < Math.min(height(a), height(b)) / 2 ? a.x0 - b.x0 : a.y0 - b.y0
}
