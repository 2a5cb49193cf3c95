import { expect, test } from 'vitest'
import type { DocumentPage } from '../../src/model/document.ts'
import type { Chunk } from '../../src/render/chunks.ts'
import { render } from '../../src/render/registry.ts'
import { cell, documentOf, figure, optionsWith, page, picture, table, text, title } from './documents.ts'

function chunks(pages: readonly DocumentPage[]): Chunk[] {
  const { json } = render(documentOf(pages), [picture('p1-1.png')], {
    options: optionsWith({ chunk: 'title' }),
    links: { kind: 'url', base: 'http://localhost/f/' },
  })
  return JSON.parse(json ?? '').chunks
}

test('one chunk per section, across pages, with the enclosing titles', () => {
  const found = chunks([
    page([text('Foreword.'), title('Guide', 1), text('About.'), title('Start', 2), text('One.')]),
    page([text('Two.'), title('Stop', 2), text('Three.'), title('Annex', 1), text('Four.')], { pageIndex: 1 }),
  ])
  expect(found.map(({ text: words, title_path: path }) => [path, words])).toEqual([
    [[], 'Foreword.'],
    [['Guide'], '# Guide\n\nAbout.'],
    [['Guide', 'Start'], '# Start\n\nOne.\n\nTwo.'],
    [['Guide', 'Stop'], '# Stop\n\nThree.'],
    [['Annex'], '# Annex\n\nFour.'],
  ])
  expect(found[2]?.blocks).toEqual([
    { page_num: 0, idx: 3 },
    { page_num: 0, idx: 4 },
    { page_num: 1, idx: 0 },
  ])
})

test('a title directly below a larger one starts no chunk; below one of its own level it does', () => {
  const found = chunks([
    page([
      title('Part', 1),
      title('Chapter', 2),
      title('Section', 3),
      text('Words.'),
      title('Empty', 3),
      title('Last', 3),
    ]),
  ])
  expect(found.map(({ title_path: path, blocks }) => [path, blocks.length])).toEqual([
    [['Part', 'Chapter', 'Section'], 4],
    [['Part', 'Chapter', 'Empty'], 1],
    [['Part', 'Chapter', 'Last'], 1],
  ])
})

test('headers, footers and margin notes are left out; figures appear as text without address', () => {
  const found = chunks([
    page([
      text('Head', { type: 'header' }),
      title('T'),
      figure('axis', 'p1-1.png'),
      text('7', { type: 'sider' }),
      text('Foot', { type: 'footer' }),
    ]),
  ])
  expect(found).toEqual([
    {
      text: '# T\n\naxis',
      title_path: ['T'],
      blocks: [1, 2].map((idx) => ({ page_num: 0, idx })),
      tokens_estimated: 3,
    },
  ])
})

test('tables are written in the requested notation', () => {
  expect(chunks([page([table(1, 1, [cell(0, 0, 'x')])])])[0]?.text).toBe('<table><tr><td>x</td></tr></table>')
})

test('chunks only on request; an empty document has none', () => {
  const plain = render(documentOf([page([text('x')])]), [], { options: optionsWith({}), links: { kind: 'none' } }).json
  expect(JSON.parse(plain ?? '')).not.toHaveProperty('chunks')
  expect(chunks([page([])])).toEqual([])
  expect(chunks([page([figure('', 'p1-1.png'), title('T')])]).map(({ text: words }) => words)).toEqual(['# T'])
})
