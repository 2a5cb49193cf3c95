import { expect, test } from 'vitest'
import { stripPermalinks } from '../../../src/assemble/headings/strip-permalinks.ts'
import type { Block, DocumentPage } from '../../../src/model/document.ts'
import { title } from '../pages.ts'

const pageOf = (blocks: Block[]): DocumentPage => ({
  pageIndex: 0,
  width: 595,
  height: 842,
  blocks,
  warnings: [],
  mergeFromPrevious: false,
})

test('removes permalink symbols from headings', () => {
  const shortened = (...texts: string[]): string[] =>
    stripPermalinks([pageOf(texts.map((words, at) => title(words, { y: 100 + at * 40 })))])[0]!.blocks.map((block) =>
      'text' in block ? block.text : '',
    )
  expect(shortened('Wells¶', 'Springs and rivers ¶', '¶')).toEqual(['Wells', 'Springs and rivers', '¶'])
  expect(shortened('Wells #', 'Rivers #')).toEqual(['Wells', 'Rivers'])
  expect(shortened('Order #', 'Notes on C#', 'Rivers')).toEqual(['Order #', 'Notes on C#', 'Rivers'])
})

test('removes the link of the symbol and keeps others', () => {
  const links = [
    { text: 'Wells', url: 'https://example.com/wells' },
    { text: '¶', url: 'https://example.com/#wells' },
  ]
  const [block] = stripPermalinks([pageOf([{ ...title('Wells¶', { y: 100 }), links } as Block])])[0]!.blocks
  expect(block).toMatchObject({ text: 'Wells', links: [links[0]] })
})
