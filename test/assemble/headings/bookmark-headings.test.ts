import { expect, test } from 'vitest'
import { followOutline } from '../../../src/assemble/headings/bookmark-headings.ts'
import { findHeadings } from '../../../src/assemble/headings/headings.ts'
import type { Block, BlockStyle, DocumentPage } from '../../../src/model/document.ts'
import type { OutlineEntry } from '../../../src/model/tags.ts'

const style: BlockStyle = {
  size: 10,
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  color: 0,
  font: 'Serif',
  lineCount: 1,
}
const common = { box: { x0: 0, y0: 0, x1: 100, y1: 12 }, confidence: 1, source: 'text_layer' as const }
const title = (text: string, more: Partial<BlockStyle> = {}): Block => ({
  ...common,
  kind: 'title',
  type: 'title',
  text,
  level: 1,
  style: { ...style, bold: true, ...more },
})
const text = (words: string, more: Partial<BlockStyle> = {}): Block => ({
  ...common,
  kind: 'text',
  type: 'text',
  text: words,
  style: { ...style, ...more },
})
const prose = text(
  'Running text of the page, long enough to be most of what stands on it, whatever the bookmarks say about the rest of it.',
)

function page(blocks: readonly Block[], outline?: readonly OutlineEntry[]): DocumentPage {
  return {
    pageIndex: 0,
    width: 595,
    height: 842,
    blocks,
    warnings: [],
    mergeFromPrevious: false,
    ...(outline === undefined ? {} : { outline }),
  }
}

const levels = (pages: readonly DocumentPage[]): string[] =>
  findHeadings(followOutline(pages)).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [`${block.level} ${block.text}`] : [])),
  )

test('headings have the level of the matching entry, numbered or not', () => {
  const outline = [
    { title: 'Results', level: 2 },
    { title: '2.1  Harvest', level: 3 },
  ]
  expect(levels([page([title('2 Results'), prose, title('2.1 Harvest'), prose], outline)])).toEqual([
    '2 2 Results',
    '3 2.1 Harvest',
  ])
})

test('headings in the style of matched ones have their level, numbers give the others', () => {
  const outline = [{ title: '1 Barns', level: 2 }]
  const blocks = [
    title('1 Barns', { size: 14 }),
    prose,
    title('Fields', { size: 14 }),
    prose,
    title('1.1 Roofs', { size: 11 }),
  ]
  expect(levels([page(blocks, outline)])).toEqual(['2 1 Barns', '2 Fields', '3 1.1 Roofs'])
})

test('emphasized text becomes a heading, running text and parts of sentences do not', () => {
  const outline = [
    { title: 'Method', level: 1 },
    { title: 'plain words', level: 2 },
    { title: 'Running text', level: 2 },
    { title: 'A', level: 1 },
  ]
  expect(
    levels([page([text('Method', { bold: true }), prose, text('plain words'), text('A', { bold: true })], outline)]),
  ).toEqual(['1 Method'])
})

test('an entry matches a single block, and tags take precedence', () => {
  const tagged: Block = {
    ...common,
    kind: 'title',
    type: 'title',
    text: 'Summary',
    level: 3,
    exact: true,
    style: { ...style, bold: true },
  }
  const [first] = levels([page([tagged, prose, text('Summary', { bold: true })], [{ title: 'Summary', level: 1 }])])
  expect(first).toBe('3 Summary')
})
