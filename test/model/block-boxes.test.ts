import { expect, test } from 'vitest'
import { mapBlockBoxes } from '../../src/model/block-boxes.ts'
import type { Block } from '../../src/model/document.ts'
import type { Box } from '../../src/model/geometry.ts'

test('boxes of cells and list items are mapped with their block', () => {
  const box = { x0: 1, y0: 2, x1: 3, y1: 4 }
  const map = (own: Box): Box => ({ ...own, x0: own.x0 + 10 })
  const moved = { ...box, x0: 11 }
  const mapped = (block: object): Block => mapBlockBoxes(block as Block, map)
  expect(mapped({ kind: 'table', box, cells: [{ box }] })).toEqual({
    kind: 'table',
    box: moved,
    cells: [{ box: moved }],
  })
  expect(mapped({ kind: 'text', box })).toEqual({ kind: 'text', box: moved })
  expect(mapped({ kind: 'text', box, items: [{ text: 'a', box }, { text: 'b' }] })).toEqual({
    kind: 'text',
    box: moved,
    items: [{ text: 'a', box: moved }, { text: 'b' }],
  })
})
