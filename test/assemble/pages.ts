/** Small pages for tests. */
import { assemble } from '../../src/assemble/assemble.ts'
import type { Block, BlockStyle, Document, Page, TableBlock, TextBlock, TitleBlock } from '../../src/model/document.ts'
import { defaultOptions, type FeatureConfig } from '../../src/model/options.ts'

interface TextualBlock {
  /** Top of the block. */
  readonly y: number
  readonly x?: number
  readonly size?: number
  readonly bold?: boolean
  readonly caps?: boolean
  readonly lines?: number
  readonly type?: TextBlock['type']
}

function base({ y, x = 50, size = 10, bold = false, caps = false, lines = 1 }: TextualBlock, text: string) {
  const style: BlockStyle = { size, bold, italic: false, mono: false, caps, color: 0, font: 'Serif', lineCount: lines }
  return {
    box: { x0: x, y0: y, x1: x + Math.min(450, text.length * size * 0.5), y1: y + lines * size * 1.2 },
    confidence: 1,
    source: 'text_layer',
    text,
    style,
  } as const
}

export function text(content: string, words: TextualBlock): TextBlock {
  return { ...base(words, content), kind: 'text', type: words.type ?? 'text' }
}

export function title(content: string, words: TextualBlock): TitleBlock {
  return { ...base({ size: 14, ...words }, content), kind: 'title', type: 'title', level: 1 }
}

export function table(
  rows: readonly (readonly string[])[],
  words: TextualBlock,
  captions: readonly number[] = [],
): TableBlock {
  const cells = rows.flatMap((row, r) =>
    row.map((content, c) => ({
      row: r,
      col: c,
      rowSpan: 1,
      colSpan: 1,
      header: r === 0,
      box: { x0: 0, y0: 0, x1: 1, y1: 1 },
      text: content,
    })),
  )
  const box = { x0: 50, y0: words.y, x1: 500, y1: words.y + rows.length * 15 }
  return {
    kind: 'table',
    type: 'table',
    box,
    confidence: 1,
    source: 'text_layer',
    rows: rows.length,
    cols: rows[0]?.length ?? 0,
    cells,
    captions,
  }
}

/** Five paragraphs in the middle of the page. */
export function prose(from = 150): TextBlock[] {
  return [0, 1, 2, 3, 4].map((index) =>
    text(
      'Running text of this paragraph goes on and on, and fills the lines of its column as text does, until at long last it ends.',
      {
        y: from + index * 100,
        lines: 4,
      },
    ),
  )
}

/** Assembles pages, by default A4, with the given features. */
export function assembled(
  pages: readonly (readonly Block[])[],
  features: Partial<FeatureConfig> = {},
  { width = 595, height = 842 }: { width?: number; height?: number } = {},
): Document {
  const made = pages.map((blocks, pageIndex): Page => ({ pageIndex, width, height, blocks, warnings: [] }))
  return assemble(
    made,
    { fileName: 'a.pdf', fileType: '.pdf', pageCount: pages.length },
    { ...defaultOptions, features: { ...defaultOptions.features, ...features } },
  )
}

export function typesOf(document: Document, page = 0): string[] {
  return document.pages[page]!.blocks.map(({ type }) => type)
}
