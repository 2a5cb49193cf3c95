/** Page furniture is repeated text at the page edges, or text that the classifier detects. */
import type { Block, DocumentPage } from '../model/document.ts'
import { height } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import { keepTextOfBarePages } from './bare-pages.ts'
import { findEdgeNotes, isRotated } from './edge-notes.ts'
import { looksLikeFurniture } from './furniture-classifier.ts'
import type { EdgeCandidate } from './furniture-features.ts'
import { findByPosition } from './furniture-positions.ts'
import { gapToBody, isOutlyingNumber, isPageNumberLine, type PageBody, pageBodyOf } from './page-edges.ts'
import { reindex } from './reindex.ts'
import { findLogos, findRepeated, findWatermarks, REPEAT_ZONE } from './repeated-blocks.ts'
import { isSlideKicker } from './slide-kicker.ts'
import { isSlideTitle, keepSlideTitles } from './slide-titles.ts'
import { inferTextAreas } from './text-area.ts'
import { contentOf, isSideBySide, isTextual, type TextualBlock } from './text-blocks.ts'

type Edge = 'header' | 'footer'

/** Maximum distance of a page number from the outermost block, in points: one row next to a title, else two lines. */
const ROW_TOLERANCE = 3
const MAX_NUMBER_DISTANCE = 20
/** Minimum size of a title inside of furniture, relative to the body size. */
const MIN_TITLE_RATIO = 1.2
/** Margin of vertical notes, relative to the page width. */
const NOTE_ZONE = 0.15
const MAX_PASSES = 3
/** Maximum comparisons of blocks at one edge with all blocks of their page. */
const MAX_COMPARISONS = 300_000
const MIN_LINE_NUMBERS = 10
/** Footnote markers, without plain numbers: repeated text may start with the page number. */
const noteMark = /^(?:\d{1,2}(?=\p{L})|[*†‡§¶])/u
const noteMarkOrNumber = /^(?:[\p{N}*†‡§¶[]|\(\p{N}{1,2}\)|\p{Ll}[.)\s])/u
const codeCharacter = /[{}<>;=\\]/
const url = /https?:\/\/\S+/

/** Moves headers to the start of their page and footers to its end. */
export function labelFurniture(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const repeated = keepSlideTitles(pages, findRepeated(pages))
  const watermarks = findWatermarks(pages)
  const headingStyles = findHeadingStyles(pages)
  const findFurniture = (
    page: DocumentPage,
    at: number,
    isAmongText: (block: TextualBlock) => boolean,
  ): Map<number, Edge> => {
    const mayHaveHeader = pages.length === 1 || at > 0
    const decide = (candidate: EdgeCandidate): boolean => {
      if (candidate.edge === 'header' && !mayHaveHeader) return false
      if (isSlideTitle(page, candidate.index)) return false
      const block = page.blocks[candidate.index] as TextualBlock
      const isNumbered = [block, ...furnitureOnRow(candidate)].some(({ text }) => isPageNumberLine(text))
      return (
        ((isNumbered || !isAmongText(block)) && (looksLikeFurniture(candidate) || isBetweenFurniture(candidate))) ||
        isSlideKicker(page, candidate.index)
      )
    }
    const search = { repeated: repeated[at]!, headingStyles, decide }
    return new Map([...findFurnitureAtEdge(page, 'header', search), ...findFurnitureAtEdge(page, 'footer', search)])
  }
  // The second search excludes text areas and adds running heads.
  const first = pages.map((page, at) => findFurniture(page, at, () => false))
  const isAmongText = inferTextAreas(pages, first)
  const missing = findByPosition(pages, first)
  const found = pages.map((page, at) => {
    const isMistaken = [...first[at]!.keys()].some(
      (index) => !repeated[at]!.has(index) && isAmongText(at, page.blocks[index] as TextualBlock),
    )
    for (const index of missing[at]!) repeated[at]!.add(index)
    const edges =
      isMistaken || missing[at]!.length > 0 ? findFurniture(page, at, (block) => isAmongText(at, block)) : first[at]!
    for (const index of watermarks[at]!) edges.set(index, edges.get(index) ?? 'header')
    for (const index of findEdgeNotes(page)) edges.set(index, edges.get(index) ?? 'footer')
    return edges
  })
  return keepTextOfBarePages(pages, found).map((edges, at) =>
    edges.size === 0 ? pages[at]! : moveToEdges(pages[at]!, edges),
  )
}

export function findHeadingStyles(pages: readonly DocumentPage[]): Set<string> {
  const inside = pages.flatMap(({ blocks, height }) =>
    blocks.filter(({ box }) => box.y0 > height * REPEAT_ZONE && box.y1 < height * (1 - REPEAT_ZONE)),
  )
  return new Set(inside.flatMap((block) => (block.kind === 'title' ? [colorlessStyleKey(block)] : [])))
}

export function colorlessStyleKey({ style: { size, bold, italic, caps, font } }: TextualBlock): string {
  return `${size}|${bold}|${italic}|${caps}|${font}`
}

interface EdgeSearch {
  readonly repeated: ReadonlySet<number>
  readonly headingStyles: ReadonlySet<string>
  readonly decide: (candidate: EdgeCandidate) => boolean
}

/** Finds furniture at one edge, from the outside to the first block of the body. */
export function findFurnitureAtEdge(page: DocumentPage, edge: Edge, search: EdgeSearch): [number, Edge][] {
  const isTop = edge === 'header'
  const depthOf = (index: number): number => (isTop ? page.blocks[index]!.box.y0 : -page.blocks[index]!.box.y1)
  const inward = [...page.blocks.keys()].sort((a, b) => depthOf(a) - depthOf(b))
  // Page numbers decide about their neighbors, such as two lines of a header.
  const outermost = inward[0]
  const maxDistance =
    outermost !== undefined && page.blocks[outermost]!.kind === 'title' ? ROW_TOLERANCE : MAX_NUMBER_DISTANCE
  const limit = outermost === undefined ? 0 : depthOf(outermost) + maxDistance
  const numbers = new Set(inward.filter((index) => depthOf(index) <= limit && isNumberInZone(page, index, isTop)))
  const order = [...numbers, ...inward.filter((index) => !numbers.has(index))]
  const found = new Set<number>()
  const body = pageBodyOf(page)
  // Furniture found later can confirm a block that was refused.
  for (let pass = 0, before = -1; pass < MAX_PASSES && found.size > before; pass++) {
    before = found.size
    walkInward(order, { ...search, page, edge, body, found })
  }
  return [...found].map((index) => [index, edge])
}

interface EdgeWalk extends EdgeSearch {
  readonly page: DocumentPage
  readonly edge: Edge
  readonly body: PageBody
  readonly found: Set<number>
}

function walkInward(order: readonly number[], { page, edge, body, found, ...search }: EdgeWalk): void {
  const isTop = edge === 'header'
  let compared = 0
  for (const index of order) {
    const block = page.blocks[index]!
    if (found.has(index) || isVerticalNote(block, page)) continue
    if (!isInZone(block, page, isTop)) {
      if (found.size === 0 && isOutlyingNumber(page, index)) found.add(index)
      return
    }
    if (!isTextual(block)) continue
    const isRepeated = search.repeated.has(index)
    if (!mayBeFurniture(block, isRepeated)) return
    compared += page.blocks.length
    if (compared > MAX_COMPARISONS) return
    const gap = gapToBody(page, index, { edge, found })
    if (gap < 0) continue
    const hasHeadingStyle = search.headingStyles.has(colorlessStyleKey(block))
    const isHeading = hasHeadingStyle || (found.size > 0 && block.style.size > body.size * MIN_TITLE_RATIO)
    const isNextToFurniture = [...found].some((other) => isSideBySide(page.blocks[other]!, block))
    if (!isRepeated && block.type === 'title' && block.source === 'tagged') return
    // A repeated line in heading style is furniture only if outermost or next to furniture.
    const isFurniture = isRepeated
      ? isNextToFurniture || isPageNumberLine(block.text) || !isHeading || found.size === 0
      : search.decide({ page, edge, index, found, gap, body, hasHeadingStyle })
    if (isFurniture) found.add(index)
    else if (!isNextToFurniture && !isNumberInZone(page, index, isTop)) return
  }
}

function isInZone({ box }: Block, { height }: DocumentPage, isTop: boolean): boolean {
  return isTop ? box.y1 <= height * REPEAT_ZONE : box.y0 >= height * (1 - REPEAT_ZONE)
}

function isNumberInZone(page: DocumentPage, index: number, isTop: boolean): boolean {
  const block = page.blocks[index]!
  return isTextual(block) && isPageNumberLine(block.text) && isInZone(block, page, isTop)
}

function furnitureOnRow({ page, index, found }: EdgeCandidate): TextualBlock[] {
  return [...found]
    .map((at) => page.blocks[at] as TextualBlock)
    .filter((other) => isSideBySide(other, page.blocks[index]!))
}

/** Matches the center of a header or footer in three parts. */
function isBetweenFurniture(candidate: EdgeCandidate): boolean {
  const { box, style } = candidate.page.blocks[candidate.index] as TextualBlock
  const row = furnitureOnRow(candidate).filter((other) => other.style.lineCount === 1)
  const hasLeft = row.some((other) => other.box.x1 <= box.x0)
  const hasRight = row.some((other) => other.box.x0 >= box.x1)
  return style.lineCount === 1 && hasLeft && hasRight
}

function isVerticalNote(block: Block, page: DocumentPage): boolean {
  if (isRotated(block)) return true
  const { box } = block
  return (
    height(box) > page.height * REPEAT_ZONE &&
    (box.x1 < page.width * NOTE_ZONE || box.x0 > page.width * (1 - NOTE_ZONE))
  )
}

/** Footnotes without a mark may be footers in small type. */
function mayBeFurniture({ type, text }: TextualBlock, isRepeated: boolean): boolean {
  if (type === 'text' || type === 'title' || type === 'reference') return true
  if (type !== 'footnote') return false
  const mark = isRepeated ? noteMark : noteMarkOrNumber
  return !mark.test(text) && !codeCharacter.test(text.replace(url, ''))
}

function moveToEdges(page: DocumentPage, edges: ReadonlyMap<number, Edge>): DocumentPage {
  const blocks = page.blocks.map((block, index): Block => {
    const edge = edges.get(index)
    return edge === undefined || !isTextual(block) ? block : { kind: 'text', type: edge, ...contentOf(block) }
  })
  const indicesOf = (edge: Edge): number[] => [...edges].flatMap(([index, value]) => (value === edge ? [index] : []))
  const body = [...blocks.keys()].filter((index) => !edges.has(index))
  const sorted = (edge: Edge): number[] => {
    // The lines of a vertical note are already in order.
    const [rows, notes] = [false, true].map((wanted) =>
      indicesOf(edge).filter((index) => isVerticalNote(blocks[index]!, page) === wanted),
    )
    return [...sortByRows(rows!, blocks), ...notes!.sort((a, b) => a - b)]
  }
  return reindex({ ...page, blocks }, [...sorted('header'), ...body, ...sorted('footer')])
}

function sortByRows(indices: readonly number[], blocks: readonly Block[]): number[] {
  const rows: number[][] = []
  let bottom = -Infinity
  for (const index of indices.toSorted((a, b) => blocks[a]!.box.y0 - blocks[b]!.box.y0)) {
    const { y0, y1 } = blocks[index]!.box
    if (y0 < bottom) rows.at(-1)!.push(index)
    else rows.push([index])
    bottom = y0 < bottom ? Math.max(bottom, y1) : y1
  }
  return rows.flatMap((row) => row.sort((a, b) => blocks[a]!.box.x0 - blocks[b]!.box.x0))
}

export function dropFurniture(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (options.features.keep_header_footer) return pages
  const logos = findLogos(pages)
  return pages.map((page, at) => {
    const kept = [...page.blocks.entries()].filter(
      ([index, block]) =>
        block.type !== 'header' && block.type !== 'footer' && !isLineNumbers(block) && !logos[at]!.has(index),
    )
    return kept.length === page.blocks.length
      ? page
      : reindex(
          page,
          kept.map(([index]) => index),
        )
  })
}

/** Too many marginal numbers for a list, or steps of five or ten. */
function isLineNumbers(block: Block): boolean {
  if (!isTextual(block) || block.type !== 'sider' || !/^\d+(?:\s\d+)+$/.test(block.text)) return false
  const numbers = block.text.split(/\s/).map(Number)
  return numbers[1]! - numbers[0]! > 1 || numbers.length >= MIN_LINE_NUMBERS
}
