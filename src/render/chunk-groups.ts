/** A chunk never crosses the groups of its mode: sections, pages, or the whole document. */

import type { Block, DocumentPage, TitleBlock } from '../model/document.ts'
import { groupAdjacent } from '../model/group-adjacent.ts'
import type { ParseOptions } from '../model/options.ts'
import type { RenderInput } from './types.ts'

export interface LocatedBlock {
  readonly block: Block
  readonly page: DocumentPage
  readonly idx: number
  readonly path: readonly TitleBlock[]
}

const notInSections: ReadonlySet<Block['type']> = new Set(['header', 'footer', 'sider'])

export function groupBlocks({ document, task }: RenderInput): readonly LocatedBlock[][] {
  return grouping[task.options.chunk](locateBlocks(document.pages))
}

const grouping: Readonly<Record<ParseOptions['chunk'], (entries: readonly LocatedBlock[]) => LocatedBlock[][]>> = {
  none: () => [],
  title: sections,
  size: (entries) => [[...entries]],
  page: (entries) => [...Map.groupBy(entries, ({ page }) => page).values()],
}

function locateBlocks(pages: readonly DocumentPage[]): LocatedBlock[] {
  let path: readonly TitleBlock[] = []
  return pages.flatMap((page) =>
    page.blocks.map((block, idx) => {
      if (block.kind === 'title') path = [...path.filter(({ level }) => level < block.level), block]
      return { block, page, idx, path }
    }),
  )
}

/** Each title starts a section, unless only larger titles precede it, because a chunk needs more than a title. */
function sections(entries: readonly LocatedBlock[]): LocatedBlock[][] {
  return groupAdjacent(
    entries.filter(({ block }) => !notInSections.has(block.type)),
    ({ block }, { block: last }) => block.kind !== 'title' || (last.kind === 'title' && last.level < block.level),
  )
}
