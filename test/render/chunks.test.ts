import { expect, test } from 'vitest'
import type { Block, DocumentPage } from '../../src/model/document.ts'
import type { Chunk } from '../../src/render/chunks.ts'
import { render } from '../../src/render/registry.ts'
import { cell, documentOf, figure, optionsWith, page, picture, table, text, title } from './documents.ts'

type ChunkOptions = Pick<
  Parameters<typeof optionsWith>[0],
  'chunk' | 'chunkMaxTokens' | 'chunkOverlapTokens' | 'elementFormats'
>

function chunks(pages: readonly DocumentPage[], options: ChunkOptions = {}): Chunk[] {
  const { json } = render(documentOf(pages), [picture('p1-1.png')], {
    options: optionsWith({ chunk: 'title', ...options }),
    links: { kind: 'url', base: 'http://localhost/f/' },
  })
  return JSON.parse(json ?? '').chunks
}

test('as JSON Lines with the name of the file', () => {
  const pages = [page([title('Guide', 1), text('About.'), title('Start', 2), text('One.')])]
  const { chunks: lines = '', json } = render(documentOf(pages), [], {
    options: optionsWith({ outputFormats: ['chunks'] }),
    links: { kind: 'none' },
  })
  expect(json).toBeUndefined()
  expect(lines.split('\n').map((line) => (line === '' ? null : JSON.parse(line)))).toEqual([
    ...chunks(pages).map((chunk) => ({ file_name: 'report.pdf', ...chunk })),
    null,
  ])
})

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
      index: 0,
      text: '# T\n\naxis',
      contextualized_text: '# T\n\naxis',
      title_path: ['T'],
      blocks: [1, 2].map((idx) => ({ page_num: 0, idx })),
      bboxes: [1, 2].map(() => [144, 144, 600, 180]),
      page_nums: [0],
      tokens: 3,
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

const sentences = (count: number, word = 'word'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at} is here today.`).join(' ')

test('size: blocks are packed up to the limit; a title goes with its text', () => {
  const found = chunks(
    [page([title('A'), text(sentences(3)), text(sentences(3, 'next')), title('B', 2), text(sentences(2, 'end'))])],
    {
      chunk: 'size',
      chunkMaxTokens: 24,
    },
  )
  expect(found.map(({ text: words, title_path: path }) => [path, words])).toEqual([
    [['A'], `# A\n\n${sentences(3)}`],
    [['A'], sentences(3, 'next')],
    [['A', 'B'], `# B\n\n${sentences(2, 'end')}`],
  ])
  expect(found.map(({ contextualized_text: words }) => words)).toEqual([
    found[0]?.text,
    `A\n\n${sentences(3, 'next')}`,
    `A\n\n# B\n\n${sentences(2, 'end')}`,
  ])
})

test('page: one chunk per page, with the titles of earlier pages', () => {
  const pages = [page([title('A'), text('One.')]), page([text('Two.'), figure('')], { pageIndex: 1 })]
  const found = chunks([...pages, page([figure('')], { pageIndex: 2 })], { chunk: 'page' })
  expect(found.map(({ page_nums: nums, contextualized_text: words, blocks }) => [nums, words, blocks.length])).toEqual([
    [[0], '# A\n\nOne.', 2],
    [[1], 'A\n\nTwo.', 2],
  ])
})

test('the end of the text is repeated up to the overlap', () => {
  const blocks = [text(sentences(5)), text(sentences(5, 'next'))]
  const found = chunks([page(blocks)], { chunk: 'size', chunkMaxTokens: 48, chunkOverlapTokens: 8 })
  expect(found.map(({ text: words }) => words)).toEqual([
    sentences(5),
    `word 4 is here today.\n\n${sentences(5, 'next')}`,
  ])
  expect(found[1]?.blocks.map(({ idx }) => idx)).toEqual([0, 1])
})

test('tables are split at rows that no cell joins; the header is repeated', () => {
  const rows = Array.from({ length: 6 }, (_, row) => [
    cell(row + 1, 1, `value of row ${row}`),
    ...(row % 2 === 0 ? [cell(row + 1, 0, `pair ${row}`, { rowSpan: 2 })] : []),
  ])
  const cells = [cell(0, 0, 'Pair', { header: true }), cell(0, 1, 'Value', { header: true }), ...rows.flat()]
  const found = chunks([page([table(7, 2, cells)])], { chunk: 'size', chunkMaxTokens: 60 })
  expect(found).toHaveLength(3)
  for (const [at, { text: words, blocks }] of found.entries()) {
    expect(words).toMatch(/^<table><tr><th>Pair<\/th><th>Value<\/th><\/tr><tr><td rowspan="2">/)
    expect(words.match(/value of row \d/g)).toEqual([`value of row ${2 * at}`, `value of row ${2 * at + 1}`])
    expect(blocks).toEqual([{ page_num: 0, idx: 0 }])
  }
})

test('a header without header cells is repeated: groups of columns above their names, the first row of a pipe table', () => {
  const body = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 5 }, (_, col) => cell(row + 2, col, `value ${row}.${col}`)),
  ).flat()
  const groups = [
    cell(0, 0, 'Name', { rowSpan: 2 }),
    ...[2005, 2010].map((year, at) => cell(0, 1 + 2 * at, `${year}`, { colSpan: 2 })),
    ...[1, 2, 3, 4].map((col) => cell(1, col, `Column ${col}`)),
  ]
  const grouped = chunks([page([table(10, 5, [...groups, ...body])])], { chunk: 'size', chunkMaxTokens: 160 })
  expect(grouped.length).toBeGreaterThan(1)
  for (const { text: words } of grouped) {
    expect(words).toMatch(/^<table><tr><td rowspan="2">Name<\/td><td colspan="2">2005<\/td><td colspan="2">2010<\/td>/)
    expect(words).toContain('<td>Column 4</td></tr><tr><td>value')
  }
  const cells = Array.from({ length: 12 }, (_, at) => cell(Math.floor(at / 2), at % 2, `cell ${at} of the table`))
  const html = chunks([page([table(6, 2, cells)])], { chunk: 'size', chunkMaxTokens: 50 })
  expect(
    html
      .map(({ text: words }) => words)
      .join('')
      .match(/cell 0 of/g),
  ).toHaveLength(1)
  const pipes = chunks([page([table(6, 2, cells)])], {
    chunk: 'size',
    chunkMaxTokens: 50,
    elementFormats: { table: 'markdown' },
  })
  expect(pipes.length).toBeGreaterThan(1)
  for (const { text: words } of pipes)
    expect(words).toMatch(/^\| cell 0 of the table \| cell 1 of the table \|\n\| --- \| --- \|\n\| cell/)
})

test('lists are split at items, code at lines, other text at sentences, words and characters', () => {
  const options = { chunk: 'size', chunkMaxTokens: 16 } as const
  const items = ['first item of it', 'second item of it', 'third item of it', 'fourth'].map((words) => ({
    level: 0,
    marker: '-',
    text: words,
  }))
  const textsOf = (blocks: readonly Block[]): string[] =>
    chunks([page(blocks)], options).map(({ text: words }) => words)
  expect(textsOf([text('', { items })])).toEqual([
    '- first item of it\n- second item of it',
    '- third item of it\n- fourth',
  ])
  expect(textsOf([text(Array(6).fill('let x = 1').join('\n'), { type: 'code' })])).toEqual(
    [4, 2].map((lines) => `\`\`\`\n${'let x = 1\n'.repeat(lines)}\`\`\``),
  )
  expect(textsOf([text('x'.repeat(100))]).join('')).toBe('x'.repeat(100))
  expect(textsOf([text('汉字。'.repeat(8))])).toEqual(['汉字。'.repeat(6), '汉字。'.repeat(2)])
})
