/**
 * Document → pieces for retrieval (`chunk=title`, wire contract §2): one for each section, over pages, with the titles it
 * stands under. Running heads, feet and margins are part of none.
 */
import type { Block, TitleBlock } from '../model/document.ts'
import { fillImagePlaceholders } from './image-links.ts'
import { blockMarkdown } from './markdown.ts'
import type { RenderInput } from './registry.ts'
import { estimateTextTokens } from './token-estimate.ts'

/** A piece as it stands in `outputs.json.chunks`. */
export interface Chunk {
  /** Markdown of its blocks, its own title first. Pictures are not linked: their text stands in for them. */
  readonly text: string
  /** From the document's title down to its own; empty before the first title. */
  readonly title_path: readonly string[]
  readonly blocks: readonly { readonly page_num: number; readonly idx: number }[]
  readonly tokens_estimated: number
}

interface Placed {
  readonly block: Block
  readonly pageIndex: number
  readonly idx: number
}

interface Section {
  /** The titles it stands under, the larger ones first. */
  path: readonly TitleBlock[]
  readonly blocks: Placed[]
}

const outside: ReadonlySet<Block['type']> = new Set(['header', 'footer', 'sider'])

/** Each title opens a piece (pictures without words alone make none), except right below a larger one: a chapter's title alone would be found for nothing and tell nothing. */
export function chunksByTitle(input: RenderInput): Chunk[] {
  const pieces = sectionsOf(input).map(({ path, blocks }) => {
    const plain: RenderInput = { ...input, href: () => '' }
    const text = blocks
      .map(({ block }) => blockMarkdown(block, plain))
      .filter((piece) => piece !== '')
      .join('\n\n')
    return {
      text,
      title_path: path.map(titleText),
      blocks: blocks.map(({ pageIndex, idx }) => ({ page_num: pageIndex, idx })),
      tokens_estimated: estimateTextTokens(text),
    }
  })
  return pieces.filter(({ text }) => text !== '')
}

function sectionsOf({ document }: RenderInput): Section[] {
  const sections: Section[] = []
  let path: readonly TitleBlock[] = []
  for (const page of document.pages)
    for (const [idx, block] of page.blocks.entries()) {
      if (outside.has(block.type)) continue
      let section = sections.at(-1)
      if (block.kind === 'title') path = [...path.filter(({ level }) => level < block.level), block]
      if (section === undefined || (block.kind === 'title' && !isRightBelow(block, section))) {
        section = { path, blocks: [] }
        sections.push(section)
      }
      section.path = path
      section.blocks.push({ block, pageIndex: page.pageIndex, idx })
    }
  return sections
}

/** Nothing but larger titles precedes it in the section. */
function isRightBelow(title: TitleBlock, { blocks }: Section): boolean {
  const last = blocks.at(-1)?.block
  return last?.kind === 'title' && last.level < title.level
}

function titleText(title: TitleBlock): string {
  return fillImagePlaceholders(title.text, [], () => '').replace(/\s+/g, ' ')
}
