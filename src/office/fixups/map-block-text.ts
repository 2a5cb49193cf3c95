import type { Block } from '../../model/document.ts'

export function mapBlockText(block: Block, change: (text: string) => string): Block {
  if (block.kind === 'table')
    return { ...block, cells: block.cells.map((cell) => ({ ...cell, text: change(cell.text) })) }
  if (block.kind === 'text' && block.items !== undefined)
    return {
      ...block,
      text: change(block.text),
      items: block.items.map((item) => ({ ...item, text: change(item.text) })),
    }
  return { ...block, text: change(block.text) }
}
