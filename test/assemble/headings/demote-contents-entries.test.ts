import { expect, test } from 'vitest'
import { demoteContentsEntries } from '../../../src/assemble/headings/demote-contents-entries.ts'
import { stripPermalinks } from '../../../src/assemble/headings/strip-permalinks.ts'
import type { Block, DocumentPage } from '../../../src/model/document.ts'
import { text, title } from '../pages.ts'

const pageOf = (blocks: Block[]): DocumentPage => ({
  pageIndex: 0,
  width: 595,
  height: 842,
  blocks,
  warnings: [],
  mergeFromPrevious: false,
})
const kinds = (blocks: Block[]): string[] => demoteContentsEntries([pageOf(blocks)])[0]!.blocks.map(({ kind }) => kind)
const sentence =
  'What this does is told in a sentence or two, which fill the lines of their column as text does, until they end.'
const entries = ['2.1. Sources', '2.2. Springs', '2.2.1. Warm springs', '2.3. Rivers', '2.4. Lakes']
const below = text(sentence, { y: 400, lines: 4 })

test('numbered lines that follow one another closely are a contents list without pages', () => {
  const list = entries.map((line, at) => title(line, { y: 100 + at * 14, size: 10 }))
  expect(kinds([...list, below])).toEqual([...list.map(() => 'text'), 'text'])
})

test('headings keep their white, their text, or their larger type', () => {
  const apart = entries.map((line, at) => title(line, { y: 100 + at * 40, size: 10 }))
  expect(kinds([...apart, below]).filter((kind) => kind === 'title')).toHaveLength(5)
  const heads = entries.flatMap((line, at) => [
    title(line, { y: 100 + at * 60, size: 10 }),
    text(sentence, { y: 112 + at * 60, lines: 2 }),
  ])
  expect(kinds(heads).filter((kind) => kind === 'title')).toHaveLength(5)
  const large = entries.map((line, at) => title(line, { y: 100 + at * 20, size: 15 }))
  expect(kinds([...large, below]).filter((kind) => kind === 'title')).toHaveLength(5)
})

test('a part, its chapter and its first section stand one below the other', () => {
  const stack = ['Part 1 Water', '1 Ground', '1.1 Wells', '1.1.1 Depth'].map((line, at) =>
    title(line, { y: 100 + at * 14, size: 10 }),
  )
  expect(kinds([...stack, below]).filter((kind) => kind === 'title')).toHaveLength(4)
})

test('numbers that do not go on begin another list', () => {
  const lines = ['1. Sources', '2. Springs', '1. Rivers', '2. Lakes'].map((line, at) =>
    title(line, { y: 100 + at * 14, size: 10 }),
  )
  expect(kinds([...lines, below]).filter((kind) => kind === 'title')).toHaveLength(4)
})

test('signs that link to a heading are no part of it', () => {
  const shortened = (...texts: string[]): string[] =>
    stripPermalinks([pageOf(texts.map((words, at) => title(words, { y: 100 + at * 40 })))])[0]!.blocks.map((block) =>
      'text' in block ? block.text : '',
    )
  expect(shortened('Wells¶', 'Springs and rivers ¶', '¶')).toEqual(['Wells', 'Springs and rivers', '¶'])
  expect(shortened('Wells #', 'Rivers #')).toEqual(['Wells', 'Rivers'])
  expect(shortened('Order #', 'Notes on C#', 'Rivers')).toEqual(['Order #', 'Notes on C#', 'Rivers'])
})

test('the link of such a sign goes with it, those of its words stay', () => {
  const links = [
    { text: 'Wells', url: 'https://example.com/wells' },
    { text: '¶', url: 'https://example.com/#wells' },
  ]
  const [block] = stripPermalinks([pageOf([{ ...title('Wells¶', { y: 100 }), links } as Block])])[0]!.blocks
  expect(block).toMatchObject({ text: 'Wells', links: [links[0]] })
})
