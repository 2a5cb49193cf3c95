/** Packs blocks into chunks of up to `chunk_max_tokens`, with the titles above. No chunk ends with a title. */
import type { TitleBlock } from '../model/document.ts'
import { withoutFormulas } from '../model/inline-formulas.ts'
import { groupBlocks, type LocatedBlock } from './chunk-groups.ts'
import { type ChunkPart, partsOf } from './chunk-parts.ts'
import { withoutImagePlaceholders } from './image-links.ts'
import { pageSize, pixelBox } from './pixels.ts'
import { lastSentences, splitText } from './split-text.ts'
import { estimateTextTokens, measureText } from './token-estimate.ts'
import type { RenderInput } from './types.ts'

/** An entry of `outputs.json.chunks`. Page numbers and `idx` are 0-based. */
export interface Chunk {
  readonly index: number
  /** Markdown with titles. The text of figures replaces images. */
  readonly text: string
  /** `text` after its titles, for embedding. */
  readonly contextualized_text: string
  /** From the document's title to the chunk's own. */
  readonly title_path: readonly string[]
  readonly blocks: readonly { readonly page_num: number; readonly idx: number }[]
  readonly bboxes: readonly (readonly [number, number, number, number])[]
  readonly page_nums: readonly number[]
  readonly tokens: number
  readonly tokens_estimated: number
}

/** Maximum fraction of tokens for titles; outer ones are left out first. */
const MAX_CONTEXT_RATIO = 1 / 4

/** Omits sections and pages without text, such as a single image. */
export function chunksOf(input: RenderInput): Chunk[] {
  const chunker = createChunker({ ...input, href: () => '' })
  return groupBlocks(input).flatMap(chunker.pack).map(chunker.finish)
}

interface PendingChunk {
  parts: ChunkPart[]
  tokens: number
  contextTokens: number
}

function createChunker(input: RenderInput) {
  const { options, countTokens: count = measureText } = input.task
  const { chunkMaxTokens: max, chunkOverlapTokens: overlap } = options
  const separator = Math.max(1, count('\n\n'))

  function contextOf(
    titles: readonly TitleBlock[],
    limit = max * MAX_CONTEXT_RATIO,
  ): { lines: string[]; tokens: number } {
    const lines: string[] = []
    let tokens = 0
    for (const title of titles.toReversed()) {
      const [line = ''] = splitText(titleText(title), { max: Math.max(1, limit - separator), count })
      const size = line === '' ? 0 : count(line) + separator
      if (tokens + size > limit) break
      if (line !== '') lines.unshift(line.trim())
      tokens += size
    }
    return { lines, tokens }
  }

  const open = (parts: ChunkPart[] = []): PendingChunk => {
    const pending: PendingChunk = { parts: [], tokens: 0, contextTokens: 0 }
    for (const part of parts) push(pending, part)
    return pending
  }

  function push(pending: PendingChunk, part: ChunkPart): void {
    if (!hasText(pending) && part.text !== '') pending.contextTokens = contextOf(titlesAbove(part.entry)).tokens
    if (part.text !== '') pending.tokens += part.tokens + (hasText(pending) ? separator : 0)
    pending.parts.push(part)
  }

  const fits = (pending: PendingChunk, part: ChunkPart): boolean =>
    !hasText(pending) || pending.contextTokens + pending.tokens + separator + part.tokens <= max

  function continueAfter(pending: PendingChunk, next: ChunkPart): PendingChunk {
    const last = pending.parts.findLastIndex(({ text, entry }) => text !== '' && entry.block.kind !== 'title')
    if (last >= 0 && last < pending.parts.length - 1) return open(pending.parts.splice(last + 1))
    const end = pending.parts[last]
    if (overlap === 0 || end === undefined || next.entry.block.kind === 'title' || !isProse(end.entry)) return open()
    const text = lastSentences(end.text, { max: overlap, count })
    return text === '' ? open() : open([{ ...end, text, tokens: count(text) }])
  }

  function pack(entries: readonly LocatedBlock[]): PendingChunk[] {
    const finished: PendingChunk[] = []
    let pending = open()
    for (const entry of entries) {
      const available = Math.floor(max - contextOf(entry.path).tokens - overlap - 2 * separator)
      for (const part of partsOf(entry, { input, max: Math.max(1, available), count })) {
        while (part.text !== '' && !fits(pending, part)) {
          const next = continueAfter(pending, part)
          finished.push(pending)
          pending =
            fits(next, part) || next.parts.some(({ entry: { block } }) => block.kind === 'title') ? next : open()
        }
        push(pending, part)
      }
    }
    return [...finished, pending].filter(hasText)
  }

  function finish({ parts, contextTokens }: PendingChunk, index: number): Chunk {
    const text = joinParts(parts)
    const withText = parts.filter((part) => part.text !== '')
    const chunkBlocks = new Set(parts.map(({ entry }) => entry.block))
    const { path } = (withText.find(({ entry }) => entry.block.kind !== 'title') ?? withText.at(-1))?.entry ?? {
      path: [],
    }
    const { lines } = contextOf(
      path.filter((title) => !chunkBlocks.has(title)),
      contextTokens,
    )
    const entries = [...new Set(parts.map(({ entry }) => entry))]
    return {
      index,
      text,
      contextualized_text: lines.length === 0 ? text : `${lines.join('\n')}\n\n${text}`,
      title_path: path.map(titleText),
      blocks: entries.map(({ page, idx }) => ({ page_num: page.pageIndex, idx })),
      bboxes: entries.map(({ block, page }) => pixelBox(block.box, pageSize(page))),
      page_nums: [...new Set(parts.flatMap(({ pageIndexes }) => pageIndexes))].sort((a, b) => a - b),
      tokens: Math.ceil(count(text)),
      tokens_estimated: estimateTextTokens(text),
    }
  }

  return { pack, finish }
}

function hasText({ parts }: PendingChunk): boolean {
  return parts.some(({ text }) => text !== '')
}

function isProse({ block }: LocatedBlock): boolean {
  return block.kind === 'text' && block.type !== 'code' && block.type !== 'equation'
}

function titlesAbove({ block, path }: LocatedBlock): readonly TitleBlock[] {
  return path.filter((title) => title !== block)
}

function joinParts(parts: readonly ChunkPart[]): string {
  let text = ''
  let previous: ChunkPart | undefined
  for (const part of parts) {
    if (part.text === '') continue
    if (previous !== undefined) text += previous.entry === part.entry ? previous.separator : '\n\n'
    text += part.text
    previous = part
  }
  return text
}

function titleText(title: TitleBlock): string {
  return withoutImagePlaceholders(withoutFormulas(title.text)).replace(/\s+/g, ' ')
}
