/**
 * Finds inline images after layout: private characters in texts become placeholders with a box each, and images in
 * table cells are found by position.
 */
import { mapBox } from '../imaging/transform.ts'
import {
  type Block,
  type Cell,
  imagePlaceholder,
  type TableBlock,
  type TextBlock,
  type TitleBlock,
} from '../model/document.ts'
import { area, type Box, center, contains, coverage, height, width } from '../model/geometry.ts'
import { type ParseOptions, wantsImages } from '../model/options.ts'
import type { RawImage, RawPage, Span } from '../model/raw-page.ts'
import { anyMark, placeholderImage } from './inline-images.ts'

/** Minimum side of an image in a cell, in points. */
const minCellSide = 4
/** Minimum ratio of the image inside its cell. */
const cellRatio = 0.8
/** Maximum number of images in the cells of one table; more are a pattern. */
const maxCellPictures = 400

/** A block whose texts have one `imagePlaceholder` per box, in order. */
export interface LocatedImage {
  readonly block: Block
  /** In points of the page. */
  readonly boxes: readonly Box[]
}

/** Returns a function that locates the images of a block; `null` if no images are requested. */
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
          block: { ...block, text: takeMarks(block.text, page).text.replaceAll(imagePlaceholder, '') },
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

/**
 * Replaces private characters by placeholders and returns their images. Placeholders of the text layer itself are
 * removed first.
 */
function takeMarks(text: string, { images }: PageImages): { text: string; pictures: RawImage[] } {
  const pictures: RawImage[] = []
  const plain = text.includes(imagePlaceholder) ? text.replaceAll(imagePlaceholder, '') : text
  const marked = plain.replace(anyMark, (char) => {
    const index = placeholderImage(char, images)
    const picture = index === null ? undefined : images[index]
    if (picture === undefined) return char
    pictures.push(picture)
    return imagePlaceholder
  })
  return { text: marked, pictures }
}

function findInText(block: TextBlock | TitleBlock, page: PageImages): LocatedImage {
  const { text, pictures } = takeMarks(block.text, page)
  // Code and formulas have no placeholders.
  if (block.type === 'code' || block.type === 'equation')
    return { block: { ...block, text: text.replaceAll(imagePlaceholder, '') }, boxes: [] }
  if (block.kind === 'title' || block.items === undefined)
    return { block: { ...block, text }, boxes: pictures.map(page.boxOf) }
  const items = block.items.map((item) => ({ item, ...takeMarks(item.text, page) }))
  return {
    block: { ...block, text, items: items.map(({ item, text: itemText }) => ({ ...item, text: itemText })) },
    boxes: items.flatMap((item) => item.pictures).map(page.boxOf),
  }
}

function findInTable(table: TableBlock, page: PageImages): LocatedImage {
  const boxes: Box[] = []
  const marked = new Set<RawImage>()
  const read = table.cells.map((cell) => ({ cell, ...takeMarks(cell.text, page) }))
  for (const { pictures } of read) for (const picture of pictures) marked.add(picture)
  const inside = page.inCells
    ? page.images.filter((image) => !marked.has(image) && coverage(page.boxOf(image), table.box) >= cellRatio)
    : []
  const cells = read.map(({ cell, text, pictures }): Cell => {
    if (!page.inCells) return { ...cell, text: text.replaceAll(imagePlaceholder, '').trim() }
    const own =
      boxes.length < maxCellPictures
        ? inside.filter((image) => isOfCell(page.boxOf(image), cell.box)).map(page.boxOf)
        : []
    const words =
      own.length === 0
        ? []
        : page.spans.filter((span) => span.text.trim() !== '' && contains(cell.box, center(span.box)))
    const free = own.filter((box) => !words.some((word) => contains(box, center(word.box))))
    const before = free.filter((box) => words.some((word) => standsBefore(box, word.box))).sort(byPlace)
    const after = free.filter((box) => !before.includes(box)).sort(byPlace)
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

function isOfCell(picture: Box, cell: Box): boolean {
  return (
    Math.min(width(picture), height(picture)) >= minCellSide && area(cell) > 0 && coverage(picture, cell) >= cellRatio
  )
}

/** Above the word, or left of it on its line. */
function standsBefore(picture: Box, word: Box): boolean {
  const { x, y } = center(picture)
  if (y >= word.y0 && y <= word.y1) return x < word.x0
  return y < word.y0
}

function byPlace(a: Box, b: Box): number {
  return Math.abs(a.y0 - b.y0) < Math.min(height(a), height(b)) / 2 ? a.x0 - b.x0 : a.y0 - b.y0
}
