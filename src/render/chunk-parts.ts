/** Splits blocks into Markdown of limited size: tables at rows, lists at items, text at sentences. */
import type { TableBlock, TextBlock } from '../model/document.ts'
import type { LocatedBlock } from './chunk-groups.ts'
import { withoutImagePlaceholders } from './image-links.ts'
import { blockMarkdown } from './markdown.ts'
import { splitText } from './split-text.ts'
import { splitTable } from './table-rows.ts'
import type { CountTokens, RenderInput } from './types.ts'

export interface ChunkPart {
  readonly text: string
  readonly tokens: number
  readonly entry: LocatedBlock
  readonly separator: string
  /** 0-based; a table that was joined across pages has several. */
  readonly pageIndexes: readonly number[]
}

interface PartOptions {
  readonly input: RenderInput
  readonly max: number
  readonly count: CountTokens
}

export function partsOf(entry: LocatedBlock, { input, max, count }: PartOptions): ChunkPart[] {
  const { block, page } = entry
  const whole = blockMarkdown(block, input)
  const toPart = (text: string, separator: string, table?: TableBlock): ChunkPart => {
    const pages = (table?.cells ?? []).map(({ pageIndex }) => pageIndex ?? page.pageIndex)
    return {
      text,
      tokens: count(text),
      entry,
      separator,
      pageIndexes: pages.length === 0 ? [page.pageIndex] : [...new Set(pages)].sort((a, b) => a - b),
    }
  }
  if (count(whole) <= max) return [toPart(whole, '', block.kind === 'table' ? block : undefined)]
  const split = (text: string): ChunkPart[] => trimmed(splitText(text, { max, count })).map((part) => toPart(part, ' '))
  if (block.kind === 'table' && block.cells.length > 0)
    return splitTable(block, { input, max, count }).flatMap((part) =>
      count(part.text) <= max ? [toPart(part.text, '\n\n', part.table)] : split(plainCells(part.table)),
    )
  if (block.kind === 'text' && block.items !== undefined) return splitList(block)
  if (block.kind === 'text' && block.type === 'code') return codeParts(block).map((part) => toPart(part, '\n\n'))
  return split(whole)

  function splitList(list: TextBlock): ChunkPart[] {
    const packed: ChunkPart[] = []
    let items: NonNullable<TextBlock['items']> = []
    const markdownOf = (listItems: typeof items): string => blockMarkdown({ ...list, items: listItems }, input)
    const flush = (): void => {
      if (items.length > 0) packed.push(toPart(markdownOf(items), '\n'))
      items = []
    }
    let tokens = 0
    for (const item of list.items ?? []) {
      const size = count(`${markdownOf([item])}\n${'  '.repeat(item.level)}`)
      if (tokens + size > max) {
        flush()
        tokens = 0
      }
      if (size > max) packed.push(...split(markdownOf([item])))
      else {
        items = [...items, item]
        tokens += size
      }
    }
    flush()
    return packed
  }

  function codeParts(code: TextBlock): string[] {
    const fence = count(blockMarkdown({ ...code, text: 'x' }, input))
    return splitText(code.text, { max: Math.max(1, max - fence), count, lines: true })
      .map((text) => blockMarkdown({ ...code, text }, input))
      .filter((text) => text !== '')
  }
}

function plainCells({ cells }: TableBlock): string {
  return cells
    .map(({ text }) => withoutImagePlaceholders(text).trim())
    .filter((text) => text !== '')
    .join(' | ')
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
