/** Kicker of a slide: the chapter's name in small type above the title. */
import type { Block, DocumentPage } from '../model/document.ts'
import { centerY } from '../model/geometry.ts'
import { parseNumbering } from '../model/numbering.ts'
import { MAX_CHARS } from './repeated-blocks.ts'
import { MIN_SLIDE_ASPECT } from './slide-titles.ts'
import { isTextual } from './text-blocks.ts'

/** Zone relative to the page height, and minimum title size relative to the kicker. */
const KICKER_ZONE = 0.15
const MAX_KICKER_GAP_EM = 1.5
const MAX_KICKER_OFFSET_EM = 0.5
const MIN_KICKER_TITLE_RATIO = 1.3
/** Minimum fullness: on covers and cards, lines at the edge are content. */
const MIN_FULLNESS = 4
/** Minimum lines of a long block; it counts as several blocks, as a table or figure does. */
const MIN_LONG_LINES = 8
const LONG_BLOCK_FULLNESS = 3

export function isSlideKicker(page: DocumentPage, index: number): boolean {
  const block = page.blocks[index]
  if (block === undefined || !isTextual(block)) return false
  const { box, style, text } = block
  // On portrait pages such a line may be part of the title.
  if (page.width < page.height * MIN_SLIDE_ASPECT || fullnessOf(page) < MIN_FULLNESS) return false
  if (style.lineCount > 1 || text.length > MAX_CHARS || box.y1 > page.height * KICKER_ZONE) return false
  if (parseNumbering(text) !== null) return false
  const isBelow = (other: Block): boolean => other.box.y0 > centerY(box)
  const below = page.blocks.filter(isBelow)
  const title = below.reduce<Block | null>(
    (top, other) => (top === null || other.box.y0 < top.box.y0 ? other : top),
    null,
  )
  return (
    title?.kind === 'title' &&
    title.style.size >= style.size * MIN_KICKER_TITLE_RATIO &&
    title.box.y0 - box.y1 < MAX_KICKER_GAP_EM * style.size &&
    Math.abs(title.box.x0 - box.x0) < MAX_KICKER_OFFSET_EM * style.size
  )
}

function fullnessOf({ blocks }: DocumentPage): number {
  const isLong = (block: Block): boolean => !isTextual(block) || block.style.lineCount >= MIN_LONG_LINES
  return blocks.reduce((sum, block) => sum + (isLong(block) ? LONG_BLOCK_FULLNESS : 1), 0)
}
