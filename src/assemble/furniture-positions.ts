/** Finds running heads that name a section: texts differ, but style and position are those of other furniture. */
import { cached } from '../model/cached.ts'
import type { DocumentPage } from '../model/document.ts'
import { gapToBody } from './page-edges.ts'
import { REPEAT_ZONE } from './repeated-blocks.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

/** Minimum number and ratio of blocks in one style and position that are furniture. */
const MIN_FURNITURE = 3
const MIN_FURNITURE_RATIO = 0.5
/** Maximum lines of a running head, and minimum gap to the text. */
const MAX_LINES = 2
const MIN_GAP_EM = 0.8
const MAX_CANDIDATES = 60

/** Returns indices of blocks by page. `found`: the known furniture by page. */
export function findByPosition(
  pages: readonly DocumentPage[],
  found: readonly ReadonlyMap<number, unknown>[],
): number[][] {
  const counts = new Map<string, { furniture: number; all: number }>()
  const keys = pages.map((page, at) =>
    page.blocks.map((block, index) => {
      if (!isTextual(block)) return null
      const key = positionKey(block, page)
      if (key === null) return null
      const count = cached(counts, key, () => ({ furniture: 0, all: 0 }))
      count.all += 1
      if (found[at]!.has(index)) count.furniture += 1
      return key
    }),
  )
  const isUsual = (key: string | null): boolean => {
    if (key === null) return false
    const { furniture, all } = counts.get(key)!
    return furniture >= MIN_FURNITURE && furniture >= MIN_FURNITURE_RATIO * all
  }
  return pages.map((page, at) => {
    const known = new Set(found[at]!.keys())
    return keys[at]!.flatMap((key, index) => (isUsual(key) && !known.has(index) ? [index] : []))
      .slice(0, MAX_CANDIDATES)
      .filter((index) => hasGapToBody(page, index, known))
  })
}

function hasGapToBody(page: DocumentPage, index: number, found: ReadonlySet<number>): boolean {
  const { box, style } = page.blocks[index] as TextualBlock
  const edge = box.y1 <= page.height * REPEAT_ZONE ? 'header' : 'footer'
  return gapToBody(page, index, { edge, found }) >= MIN_GAP_EM * style.size
}

function positionKey({ box, style }: TextualBlock, page: DocumentPage): string | null {
  const isHeader = box.y1 <= page.height * REPEAT_ZONE
  if (style.lineCount > MAX_LINES || (!isHeader && box.y0 < page.height * (1 - REPEAT_ZONE))) return null
  const { size, bold, italic, font } = style
  return [Math.round(box.y0), Math.round(page.height), size, bold, italic, font].join('|')
}
