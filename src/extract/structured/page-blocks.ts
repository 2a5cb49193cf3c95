import type { Block, BlockStyle, TextBlock } from '../../model/document.ts'
import type { Box } from '../../model/geometry.ts'
import { PAGE_HEIGHT, PAGE_WIDTH } from './types.ts'

export const wholePage: Box = { x0: 0, y0: 0, x1: PAGE_WIDTH, y1: PAGE_HEIGHT }

export const commonFields = { box: wholePage, confidence: 1, source: 'document' } as const

/** Style of all structured pages. Passes that compare styles skip their blocks. */
export const structuredStyle: BlockStyle = {
  size: 11,
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  color: 0,
  font: '',
  lineCount: 1,
}

export function textBlock(type: TextBlock['type'], text: string): TextBlock {
  return { kind: 'text', type, ...commonFields, text, style: structuredStyle, plain: true }
}

export function shiftReferences(
  block: Block,
  { offset, rename }: { offset: number; rename: (name: string) => string },
): Block {
  switch (block.kind) {
    case 'figure':
      return {
        ...block,
        captions: block.captions.map((at) => at + offset),
        ...(block.picture === undefined ? {} : { picture: rename(block.picture) }),
      }
    case 'table':
      return {
        ...block,
        captions: block.captions.map((at) => at + offset),
        cells: block.cells.map((cell) =>
          cell.pictures === undefined ? cell : { ...cell, pictures: cell.pictures.map(rename) },
        ),
      }
    default:
      return block.inlinePictures === undefined ? block : { ...block, inlinePictures: block.inlinePictures.map(rename) }
  }
}

/** Captions are usually below figures and above tables. */
export function attachCaption(blocks: Block[], at: number): void {
  const candidates = [
    [at - 1, 'figure'],
    [at + 1, 'table'],
    [at - 1, 'table'],
    [at + 1, 'figure'],
  ] as const
  const caption = blocks[at]
  if (caption?.kind !== 'text') return
  for (const [owner, kind] of candidates) {
    const block = blocks[owner]
    if (block === undefined || block.kind !== kind || block.captions.length > 0) continue
    const repeats = block.kind === 'figure' && block.text === caption.text
    blocks[owner] = { ...block, captions: [at], ...(repeats ? { text: '' } : {}) }
    if (kind === 'table') blocks[at] = { ...caption, type: 'table_caption' }
    return
  }
}
