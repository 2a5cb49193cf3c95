import { expect, test } from 'vitest'
import type { Block, TextBlock } from '../../src/model/document.ts'
import { assembled, table, text } from './pages.ts'

const join = { enable_text_cross_page: true }

/** A block as wide as its column. */
function column(content: string, x: number): TextBlock {
  return { ...text(content, { y: 120, lines: 30 }), box: { x0: x, y0: 120, x1: x + 220, y1: 720 } }
}

function texts(blocks: readonly Block[], features = join): string[] {
  return assembled([blocks], features).pages[0]!.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
}

const head = column('The sentence breaks off in the middle of a para-', 50)
const tail = column('graph, which the next column goes on with.', 300)

test('a paragraph that continues in the next column is joined', () => {
  const [whole] = assembled([[head, tail]], join).pages[0]!.blocks
  expect(whole).toMatchObject({
    text: 'The sentence breaks off in the middle of a paragraph, which the next column goes on with.',
    box: { x0: 50, x1: 520 },
  })
})
test('it is joined across a table at the top of the column', () => {
  const wide = table([['a'], ['b']], { y: 80 })
  expect(texts([head, { ...wide, box: { ...wide.box, x0: 300, x1: 520 } }, tail])).toHaveLength(1)
})
test('it is not joined without the option', () =>
  expect(texts([head, tail], { enable_text_cross_page: false })).toHaveLength(2))
test('it is not joined if a new paragraph starts or the text continues below', () => {
  expect(texts([head, column('Another paragraph.', 300)])).toHaveLength(2)
  expect(texts([column('A sentence that ends.', 50), tail])).toHaveLength(2)
  expect(texts([text('A line that breaks off', { y: 200 }), text('and another one.', { y: 300 })])).toHaveLength(2)
})
