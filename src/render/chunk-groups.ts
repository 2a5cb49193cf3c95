/** A chunk never crosses the groups of its mode: sections, pages, or the whole document. */
import type { Block, DocumentPage, TitleBlock } from '../model/document.ts'
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
  const found: LocatedBlock[][] = []
  for (const entry of entries) {
    if (notInSections.has(entry.block.type)) continue
    const section = found.at(-1)
    if (section === undefined || (entry.block.kind === 'title' && !followsLargerTitle(entry.block, section)))
      found.push([entry])
    else section.push(entry)
  }
  return found
}

function followsLargerTitle(title: TitleBlock, section: readonly LocatedBlock[]): boolean {
  const last = section.at(-1)?.block
  return last?.kind === 'title' && last.level < title.level
}
