import { expect, test } from 'vitest'
import { findEdgeNotes } from '../../src/assemble/edge-notes.ts'
import type { Block, DocumentPage } from '../../src/model/document.ts'
import { assembled, prose, table, text, typesOf } from './pages.ts'

const stamp = 'Archive:1601.03642v1 [cs.CV] 12 Jan 2016'

/** A line of text along the side, from bottom to top. */
function rotated(content: string, { x, size = 10 }: { x: number; size?: number }): Block {
  const line = text(content, { y: 200, size })
  return { ...line, box: { x0: x, y0: 200, x1: x + size * 1.2, y1: 200 + content.length * size * 0.5 } }
}

const pageOf = (blocks: readonly Block[]): DocumentPage =>
  ({ pageIndex: 0, width: 595, height: 842, blocks, warnings: [], mergeFromPrevious: false }) as unknown as DocumentPage

test('a note along either side of a single page is a footer', () => {
  for (const x of [20, 560]) {
    const page = [rotated(stamp, { x }), ...prose()]
    expect(typesOf(assembled([page], { keep_header_footer: true }), 0).at(-1)).toBe('footer')
    const [kept] = assembled([page]).pages
    expect(kept!.blocks.map((block) => (block.kind === 'text' ? block.text : ''))).not.toContain(stamp)
  }
})

/** The block further down along the side. */
function lowered(block: Block, by: number): Block {
  return { ...block, box: { ...block.box, y0: block.box.y0 + by, y1: block.box.y1 + by } }
}

test('the parts of a note count together, whether in one line or in several', () => {
  const oneLine = [rotated('Downloaded from', { x: 560 }), lowered(rotated('http://example.org/', { x: 560 }), 80)]
  const twoLines = [rotated('A note in two lines', { x: 560 }), rotated('that are short', { x: 574 })]
  for (const note of [oneLine, twoLines]) expect(findEdgeNotes(pageOf([...note, ...prose()]))).toEqual([0, 1])
  const labels = [rotated('Starters & salads', { x: 20 }), lowered(rotated('Main courses', { x: 20 }), 200)]
  expect(findEdgeNotes(pageOf([...labels, ...prose()]))).toEqual([])
})

test.each<[string, Block[]]>([
  ['a short label', [rotated('Starters & salads', { x: 20 }), ...prose()]],
  ['a label between text', [rotated(stamp, { x: 70 }), ...prose()]],
  [
    'text beside a table that reaches further out',
    [rotated(stamp, { x: 60 }), table([['a', 'b']], { y: 150 }), ...prose()],
  ],
  ['numbers of lines', [rotated('1 2 3 4 5 6 7 8 9 10 11 12 13 14', { x: 20 }), ...prose()]],
  ['a page that is turned as a whole', [rotated(stamp, { x: 20 }), text('Page 1 of 205', { y: 100, x: 300 })]],
  ['upright text in the margin', [text(stamp, { y: 200, x: 20 }), ...prose()]],
])('%s is no note', (_, blocks) => {
  expect(findEdgeNotes(pageOf(blocks))).toEqual([])
})
