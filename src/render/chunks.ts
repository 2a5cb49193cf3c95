/** Chunks for retrieval (`chunk=title`): one per section, across pages. Headers, footers and margin notes are left out. */
import type { Block, TitleBlock } from '../model/document.ts'
import { fillImagePlaceholders } from './image-links.ts'
import { blockMarkdown } from './markdown.ts'
import { estimateTextTokens } from './token-estimate.ts'
import type { RenderInput } from './types.ts'

/** An entry of `outputs.json.chunks`. */
export interface Chunk {
  /** Markdown of the section, its title first. Images are not linked; figures are represented by their text. */
  readonly text: string
  /** Titles from the document's title down to the section's own; empty before the first title. */
  readonly title_path: readonly string[]
  readonly blocks: readonly { readonly page_num: number; readonly idx: number }[]
  readonly tokens_estimated: number
}

interface Section {
  /** Enclosing titles, outermost first. */
  path: readonly TitleBlock[]
  readonly blocks: { readonly block: Block; readonly pageIndex: number; readonly idx: number }[]
}

const excludedTypes: ReadonlySet<Block['type']> = new Set(['header', 'footer', 'sider'])

/** Omits sections without text, such as a single image. */
export function chunksByTitle(input: RenderInput): Chunk[] {
  const withoutImages: RenderInput = { ...input, href: () => '' }
  const chunks = sectionsOf(input).map(({ path, blocks }): Chunk => {
    const text = blocks
      .map(({ block }) => blockMarkdown(block, withoutImages))
      .filter((part) => part !== '')
      .join('\n\n')
    return {
      text,
      title_path: path.map(titleText),
      blocks: blocks.map(({ pageIndex, idx }) => ({ page_num: pageIndex, idx })),
      tokens_estimated: estimateTextTokens(text),
    }
  })
  return chunks.filter(({ text }) => text !== '')
}

/** Each title starts a section, unless only larger titles precede it: a chunk with nothing but a title is useless. */
function sectionsOf({ document }: RenderInput): Section[] {
  const sections: Section[] = []
  let path: readonly TitleBlock[] = []
  for (const page of document.pages)
    for (const [idx, block] of page.blocks.entries()) {
      if (excludedTypes.has(block.type)) continue
      let section = sections.at(-1)
      if (block.kind === 'title') path = [...path.filter(({ level }) => level < block.level), block]
      if (section === undefined || (block.kind === 'title' && !followsLargerTitle(block, section))) {
        section = { path, blocks: [] }
        sections.push(section)
      }
      section.path = path
      section.blocks.push({ block, pageIndex: page.pageIndex, idx })
    }
  return sections
}

function followsLargerTitle(title: TitleBlock, { blocks }: Section): boolean {
  const last = blocks.at(-1)?.block
  return last?.kind === 'title' && last.level < title.level
}

function titleText(title: TitleBlock): string {
  return fillImagePlaceholders(title.text, [], () => '').replace(/\s+/g, ' ')
}
