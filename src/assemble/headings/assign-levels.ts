/** Levels 1 to 6: from tags and the outline, else by style and number (`levels-by-rank.ts`). */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { centerX, width } from '../../model/geometry.ts'
import { maxOf } from '../../model/statistics.ts'
import { isColumnText, isParagraph, widestOverlapping } from '../running-text.ts'
import { headingsIn, isBodyText } from './candidates.ts'
import { exactLevels } from './exact-levels.ts'
import { levelsByRank } from './levels-by-rank.ts'
import type { Heading } from './ranks.ts'

/** Maximum offset from the column's center, and minimum from the left edge. */
const MAX_CENTER_OFFSET_EM = 1
const MIN_INSET_EM = 2
/** Maximum width relative to the columns, and offset relative to the page width. */
const MAX_COVER_WIDTH_RATIO = 0.9
const MAX_COVER_OFFSET_RATIO = 0.02

export function assignLevels(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const headings = headingsIn(pages)
  const exactLevel = exactLevels(headings)
  const ranked = levelsByRank(headingsOf(pages))
  const levels = new Map<Block, number>(
    headings.map((heading, at) => [heading, exactLevel(heading) ?? ranked[at] ?? 1]),
  )
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map(
      (block): Block =>
        block.kind === 'title' && block.exact !== true ? { ...block, level: levels.get(block) ?? 1 } : block,
    ),
  }))
}

function headingsOf(pages: readonly DocumentPage[]): Heading[] {
  const first = pages.find(({ blocks }) => blocks.some(isBodyText))
  const columnWidth = maxColumnWidth(pages)
  let onCover = true
  let afterText = false
  let followsHeading = false
  return pages.flatMap((page) => {
    onCover &&= !page.blocks.some((block) => isParagraph(block) && !isCoverLine(block, { page, columnWidth }))
    return page.blocks.flatMap((block): Heading[] => {
      if (block.kind === 'title') {
        const heading = {
          text: block.text,
          style: block.style,
          centered: isCentered(block, page.blocks),
          onFirstPage: page === first,
          onCover,
          afterText,
          followsHeading,
        }
        afterText = false
        followsHeading = true
        return [heading]
      }
      if (isParagraph(block)) afterText = true
      followsHeading = false
      return []
    })
  })
}

function maxColumnWidth(pages: readonly DocumentPage[]): number {
  return Math.max(
    0,
    maxOf(pages.flatMap(({ blocks }) => blocks.flatMap((block) => (isColumnText(block) ? [width(block.box)] : [])))),
  )
}

function isCoverLine({ box }: Block, { page, columnWidth }: { page: DocumentPage; columnWidth: number }): boolean {
  return (
    width(box) < columnWidth * MAX_COVER_WIDTH_RATIO &&
    Math.abs((box.x0 + box.x1 - page.width) / 2) < MAX_COVER_OFFSET_RATIO * page.width
  )
}

/** Returns `null` without text of several lines around it, which shows the column. */
function isCentered(title: TitleBlock, blocks: readonly Block[]): boolean | null {
  const { box, style } = title
  const column = widestOverlapping(title, blocks.filter(isColumnText))?.box
  if (column === undefined) return null
  const offset = Math.abs(centerX(box) - centerX(column))
  return offset < MAX_CENTER_OFFSET_EM * style.size && box.x0 > column.x0 + MIN_INSET_EM * style.size
}
