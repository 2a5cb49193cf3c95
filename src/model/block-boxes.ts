import type { Block } from './document.ts'
import { type Box, mapBoxes } from './geometry.ts'

/** Maps the boxes of a block, its cells and its list items. */
export function mapBlockBoxes(block: Block, map: (box: Box) => Box): Block {
  const box = map(block.box)
  if (block.kind === 'table') return { ...block, box, cells: mapBoxes(block.cells, map) }
  if (block.kind !== 'text' || block.items === undefined) return { ...block, box }
  const items = block.items.map((item) => (item.box === undefined ? item : { ...item, box: map(item.box) }))
  return { ...block, box, items }
}
