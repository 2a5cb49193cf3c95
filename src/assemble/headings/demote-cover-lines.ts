/**
 * Demotes dates, authors and publishers on a cover: smaller than its title, in a style of no later heading. Fixture:
 * levels/html-report-cover.
 */
import type { DocumentPage, TitleBlock } from '../../model/document.ts'
import { maxOf } from '../../model/statistics.ts'
import { isParagraph } from '../running-text.ts'
import { relabel } from './relabel.ts'

/** Minimum size of a part of the title relative to the largest heading. */
const MIN_SIZE_RATIO = 0.7

/** A cover is a first page without running text before pages with running text. */
export function demoteCoverLines(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const [cover, ...rest] = pages
  if (cover === undefined || cover.blocks.some(isParagraph) || !rest.some(({ blocks }) => blocks.some(isParagraph)))
    return pages
  const headings = cover.blocks.filter((block) => block.kind === 'title')
  const largest = maxOf(headings.map(({ style }) => style.size))
  const laterStyles = new Set(
    rest.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'title' ? [coarseStyleKey(block)] : []))),
  )
  const demoted = headings.filter(
    (heading) =>
      heading.exact !== true &&
      heading.style.size < largest * MIN_SIZE_RATIO &&
      !laterStyles.has(coarseStyleKey(heading)),
  )
  return relabel(pages, demoted, 'demoteCoverLines')
}

function coarseStyleKey({ style: { size, bold, caps } }: TitleBlock): string {
  return `${size}|${bold}|${caps}`
}
