/** Measures for furniture: page numbers, the gap to the body of a page, and the box and size of the body. */
import type { Block, DocumentPage } from '../model/document.ts'
import { unionOf } from '../model/geometry.ts'
import { isPageNumber, printedNumber } from '../model/page-numbers.ts'
import { addWeight, maxOf, minOf, mostFrequent } from '../model/statistics.ts'
import { isRotated } from './edge-notes.ts'
import { isSideBySide, isTextual, type TextualBlock } from './text-blocks.ts'

/** Zones where gaps between furniture are ignored, relative to the page height. */
const FURNITURE_ZONE = 0.085
/** Zone of outlying page numbers at the bottom, relative to the page height. */
const OUTLYING_ZONE = 0.2
/** Minimum gap of an outlying page number to the text: in line with an edge of it, and elsewhere. */
const MIN_ALIGNED_NUMBER_GAP_EM = 1.2
const MIN_NUMBER_GAP_EM = 1.8
const ALIGNMENT_EM = 1
/** Minimum fraction of the text in the body's size. */
const MIN_BODY_RATIO = 0.2

const pageNumberLine = new RegExp(
  String.raw`^[\s\-–—|•·.[(]*(?:(?:page|seite|página|p\.|第)\s*)?${printedNumber}(?:\s*页)?(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[\s\-–—|•·.\])]*$`,
  'i',
)

/** A page number that may have words next to it: "Page 3 of 12". */
export function isPageNumberLine(text: string): boolean {
  return pageNumberLine.test(text)
}

/** Text with a page number: "76 Study on …", "Chapter 3 | 35". */
export const textWithNumber = new RegExp(
  String.raw`^(?:${printedNumber}\s*[|•·—–-]?\s+\p{L}.{2,}|\p{L}.{2,}\s[|•·—–-]?\s*${printedNumber})$`,
  'iu',
)

/** Returns points, negative if some of the body is further outside. `found`: indices of furniture. */
export function gapToBody(
  page: DocumentPage,
  index: number,
  { edge, found }: { edge: 'header' | 'footer'; found: ReadonlySet<number> },
): number {
  const block = page.blocks[index]!
  const { box } = block
  const isTop = edge === 'header'
  let gap = Infinity
  page.blocks.forEach((other, at) => {
    const isSameRow = isSideBySide(other, block)
    const distance = isSameRow
      ? isTextual(other)
        ? Infinity
        : 0
      : isTop
        ? other.box.y0 - box.y1
        : box.y0 - other.box.y1
    if (distance >= gap || at === index || found.has(at) || isRotated(other)) return
    // Only the gap after the last line of a header counts.
    const isInZone = isTop
      ? other.box.y1 <= page.height * FURNITURE_ZONE
      : other.box.y0 >= page.height * (1 - FURNITURE_ZONE)
    if (isTextual(other) && isInZone) return
    gap = distance
  })
  return gap
}

/** Whether a number is far below all other blocks, or less far but aligned with the text. */
export function isOutlyingNumber(page: DocumentPage, index: number): boolean {
  const block = page.blocks[index]!
  // Four digits may be the year on a cover.
  if (!isTextual(block) || !isPageNumber(block.text) || /\d{4}/.test(block.text)) return false
  const { box, style } = block
  if (box.y0 < page.height * (1 - OUTLYING_ZONE)) return false
  const others = page.blocks.filter((other, at) => at !== index && !isSideBySide(other, block))
  const gap = minOf(others.map((other) => box.y0 - other.box.y1))
  if (others.length === 0 || gap < MIN_ALIGNED_NUMBER_GAP_EM * style.size) return false
  return gap >= MIN_NUMBER_GAP_EM * style.size || isAligned(block, others, page.width)
}

function isAligned({ box, style }: TextualBlock, others: readonly Block[], pageWidth: number): boolean {
  const tolerance = ALIGNMENT_EM * style.size
  const text = unionOf(others)
  const isCentered = (left: number, right: number): boolean => Math.abs(left + right - box.x0 - box.x1) / 2 <= tolerance
  return (
    isCentered(0, pageWidth) ||
    isCentered(text.x0, text.x1) ||
    Math.abs(text.x0 - box.x0) <= tolerance ||
    Math.abs(text.x1 - box.x1) <= tolerance
  )
}

export interface PageBody {
  readonly size: number
  readonly font: string
}

/** The body has the largest frequent size, because notes can outweigh a short text. */
export function pageBodyOf(page: DocumentPage): PageBody {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let total = 0
  for (const block of page.blocks) {
    if (!isTextual(block) || isRotated(block)) continue
    addWeight(sizes, block.style.size, block.text.length)
    addWeight(fonts, block.style.font, block.text.length)
    total += block.text.length
  }
  const common = [...sizes].filter(([, weight]) => weight >= total * MIN_BODY_RATIO).map(([size]) => size)
  return { size: common.length > 0 ? maxOf(common) : 10, font: mostFrequent(fonts, '') }
}
