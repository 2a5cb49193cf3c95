/** Lines that differ lead to the blocks they were written from. */
import { expect, test } from 'vitest'
import type { Block, Page } from '../../src/web/client/types.ts'
import { compareResults } from '../../src/web/playground/place-differences.ts'

function block(idx: number, content: string, type = 'text'): Block {
  const bbox = [100, 100 * idx, 500, 100 * idx + 50] as const
  return { idx, type, bbox, content, format: 'text', captions: [], img_url: '', confidence: 1, source: 'text' }
}

function result(contents: readonly (readonly string[])[], markdown: string) {
  const page_size = { w: 1000, h: 1000 }
  const pages: Page[] = contents.map((page, page_num) => ({
    page_num,
    page_size,
    blocks: page.map((content, idx) => block(idx, content)),
  }))
  return { markdown, pages }
}

const paragraphs = (...pages: readonly (readonly string[])[]) => result(pages, pages.flat().join('\n\n'))

test('a changed, a removed and an added block', () => {
  const before = paragraphs(['The first text.', 'To be removed.', 'A cold spring.'], ['The end.'])
  const after = paragraphs(['The first text.', 'A warm spring.'], ['The end.', 'An addition.'])
  const { marks } = compareResults(before, after)
  expect(marks.map(({ kind, page, block }) => [kind, page, block.content])).toEqual([
    ['removed', 0, 'To be removed.'],
    ['changed', 0, 'A warm spring.'],
    ['added', 1, 'An addition.'],
  ])
  expect(marks[1]?.box).toEqual([0.1, 0.1, 0.5, 0.15])
  expect(compareResults(before, before).marks).toEqual([])
})

test('the folder of the images of a result is not a difference', () => {
  const image = (folder: string) =>
    paragraphs(['A text.', `![A chart](https://service.example/files/${folder}/p1-1.png)`])
  const { lines, marks } = compareResults(image('a'.repeat(40)), image('b'.repeat(40)))
  expect([lines.filter(({ kind }) => kind !== 'same'), marks]).toEqual([[], []])
})

test('a block with added and removed lines is changed, and has one mark', () => {
  const before = result(
    [['a first item\na second item\na third item', 'The end.']],
    '- a first item\n- a second item\n- a third item\n\nThe end.',
  )
  const after = result(
    [['a first item\na third item\na fourth item', 'The end.']],
    '- a first item\n- a third item\n- a fourth item\n\nThe end.',
  )
  const { lines, marks } = compareResults(before, after)
  expect(marks.map(({ kind, block }) => [kind, block.idx])).toEqual([['changed', 0]])
  expect(lines.filter(({ mark }) => mark !== undefined).map(({ kind, mark }) => [kind, mark === marks[0]])).toEqual([
    ['removed', true],
    ['added', true],
  ])
})

test('lists that follow each other are one part of the Markdown and keep their blocks', () => {
  const before = paragraphs(['- one apple\n- two pears', '- three plums\n- four cherries'])
  const after = paragraphs(['- one apple\n- two pears', '- three plums\n- five cherries'])
  expect(compareResults(before, after).marks.map(({ block }) => block.idx)).toEqual([1])
})

test('a table in HTML and in Markdown is one changed block, also with spanned cells', () => {
  const cells = ['Field', 'Yield', 'North', '12', '13'].map((text, index) => {
    return {
      row: index < 2 ? 0 : 1,
      col: index % 3,
      row_span: 1,
      col_span: 1,
      header: false,
      bbox: [0, 0, 1, 1],
      text,
    } as const
  })
  const html =
    '<table><tr><th>Field</th><th colspan="2">Yield</th></tr><tr><td>North</td><td>12</td><td>13</td></tr></table>'
  const table = { ...block(0, html, 'table'), cells }
  const pages = [{ page_num: 0, page_size: { w: 1000, h: 1000 }, blocks: [table] }]
  const markdown = '| Field | Yield | Yield |\n| --- | --- | --- |\n| North | 12 | 13 |'
  const { lines, marks } = compareResults({ markdown: html, pages }, { markdown, pages })
  expect(marks.map(({ kind }) => kind)).toEqual(['changed'])
  expect(lines.map(({ mark }) => mark === marks[0])).toEqual([true, true, true])
})

test('a block that replaces another one at its place is changed', () => {
  const before = paragraphs(['A title.', 'An old note about wells.', 'Common words.'])
  const after = paragraphs(['A title.', 'Fresh bread.', 'Common words.', 'More.'])
  const { marks } = compareResults(before, after)
  expect(marks.map(({ kind, block }) => [kind, block.idx])).toEqual([
    ['changed', 1],
    ['added', 3],
  ])
})

test('equal lines far from differences are left out', () => {
  const texts = Array.from({ length: 30 }, (_, index) => `Paragraph ${index}.`)
  const { lines } = compareResults(paragraphs(texts), paragraphs([...texts.slice(0, 15), 'Other.', ...texts.slice(16)]))
  expect(lines.map(({ kind, after }) => (kind === 'same' ? after.map(({ text }) => text).join('') : kind))).toEqual([
    ...['⋯', 'Paragraph 13.', 'Paragraph 14.', 'changed', 'Paragraph 16.', 'Paragraph 17.', '⋯'],
  ])
})
