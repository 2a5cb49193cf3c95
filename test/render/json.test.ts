import { expect, test } from 'vitest'
import type { Block, Document, DocumentPage } from '../../src/model/document.ts'
import type { ParseOptions } from '../../src/model/options.ts'
import { render } from '../../src/render/registry.ts'
import type { ImageLinks } from '../../src/render/types.ts'
import { cell, documentOf, figure, optionsWith, page, picture, table, text, title } from './documents.ts'

interface Output {
  pages: {
    page_num: number
    page_size: { w: number; h: number }
    merge_content_from_pre_page: boolean
    blocks: Record<string, unknown>[]
  }[]
}

function output(
  document: Document,
  options: ParseOptions = optionsWith({}),
  links: ImageLinks = { kind: 'none' },
): Output {
  return JSON.parse(render(document, [picture('p1-1.png')], { options, links }).json ?? '')
}

function blocks(
  list: readonly Block[],
  options?: ParseOptions,
  links?: ImageLinks,
  more: Partial<DocumentPage> = {},
): Record<string, unknown>[] {
  return output(documentOf([page(list, more)]), options, links).pages[0]?.blocks ?? []
}

test('a block has the documented keys in a fixed order', () => {
  const text1 = render(documentOf([page([title('T', 2)])]), [], {
    options: optionsWith({}),
    links: { kind: 'none' },
  }).json
  expect(text1).toBe(
    '{"pages":[{"page_num":0,"page_size":{"w":1191,"h":1684},"merge_content_from_pre_page":false,"blocks":[' +
      '{"idx":0,"type":"title","bbox":[144,144,600,180],"content":"T","format":"text","captions":[],"img_url":"","confidence":1,"source":"text_layer"}]}]}',
  )
})

test('titles have levels only on request', () => {
  expect(blocks([title('T', 2)])[0]).not.toHaveProperty('title_level')
  const leveled = blocks(
    [title('T', 2), text('x')],
    optionsWith({ features: { enable_title_level_recognition: true } }),
  )
  expect(leveled[0]?.title_level).toBe(2)
  expect(leveled[1]).not.toHaveProperty('title_level')
})

test('boxes are whole pixels at 144 dpi, inside the page and never empty', () => {
  const box = (x0: number, y0: number, x1: number, y1: number) =>
    blocks([text('x', { box: { x0, y0, x1, y1 } })])[0]?.bbox
  expect(box(10.2, 20.3, 30.4, 40.6)).toEqual([20, 41, 61, 81])
  expect(box(-5, -5, 700, 900)).toEqual([0, 0, 1191, 1684])
  expect(box(10, 10, 10, 10)).toEqual([20, 20, 21, 21])
  expect(box(595.28, 841.89, 595.28, 841.89)).toEqual([1190, 1683, 1191, 1684])
  expect(box(900, 900, 950, 950)).toEqual([1190, 1683, 1191, 1684])
})

test('pages keep their numbers and flags; empty pages are kept', () => {
  const { pages } = output(
    documentOf([
      page([], { pageIndex: 3 }),
      page([], { pageIndex: 7, mergeFromPrevious: true, width: 612, height: 792 }),
    ]),
  )
  expect(pages).toEqual([
    { page_num: 3, page_size: { w: 1191, h: 1684 }, merge_content_from_pre_page: false, blocks: [] },
    { page_num: 7, page_size: { w: 1224, h: 1584 }, merge_content_from_pre_page: true, blocks: [] },
  ])
})

test('figures: text, captions, address', () => {
  const list = [figure('inside', 'p1-1.png', [1]), text('Figure 1', { type: 'figure_caption' })]
  const [shown, caption] = blocks(list, undefined, { kind: 'url', base: 'http://localhost/f/' })
  expect(shown).toMatchObject({
    idx: 0,
    content: 'inside',
    format: 'text',
    captions: [1],
    img_url: 'http://localhost/f/p1-1.png',
  })
  expect(caption).toMatchObject({ idx: 1, type: 'figure_caption', captions: [], img_url: '' })
  expect(blocks(list, undefined, { kind: 'base64' })[0]?.img_url).toBe('data:image/png;base64,iVBORw==')
  expect(blocks(list)[0]?.img_url).toBe('')
  expect(blocks(list, optionsWith({ features: { enable_image_understanding: false } }))[0]?.content).toBe('')
  expect(blocks([figure('', 'lost.png')], undefined, { kind: 'base64' })[0]?.img_url).toBe('')
})

test('tables: content in the requested notation, cells always', () => {
  const tabular = table(1, 2, [cell(0, 0, 'a', { header: true }), cell(0, 1, 'b')], { picture: 'p1-1.png' })
  const [html] = blocks([tabular])
  expect(html).toMatchObject({ content: '<table><tr><th>a</th><td>b</td></tr></table>', format: 'html', img_url: '' })
  expect(html?.cells).toEqual([
    { row: 0, col: 0, row_span: 1, col_span: 1, header: true, bbox: [144, 144, 600, 180], text: 'a' },
    { row: 0, col: 1, row_span: 1, col_span: 1, header: false, bbox: [144, 144, 600, 180], text: 'b' },
  ])
  expect(blocks([tabular], optionsWith({ elementFormats: { table: 'markdown' } }))[0]).toMatchObject({
    content: '| a | b |\n| --- | --- |',
    format: 'markdown',
  })
  const [pictured] = blocks([tabular], optionsWith({ elementFormats: { table: 'image' } }), {
    kind: 'url',
    base: 'http://localhost/f/',
  })
  expect(pictured).toMatchObject({ img_url: 'http://localhost/f/p1-1.png', format: 'html' })
  expect(pictured?.cells).toHaveLength(2)
})

test('cells of a joined table have a page number, and boxes within that page', () => {
  const wide = { x0: 0, y0: 0, x1: 900, y1: 900 }
  const joined = table(2, 1, [cell(0, 0, 'a', { box: wide }), cell(1, 0, 'b', { pageIndex: 1, box: wide })])
  const { pages } = output(documentOf([page([joined]), page([], { pageIndex: 1, width: 100, height: 200 })]))
  expect(pages[0]?.blocks[0]?.cells).toMatchObject([
    { page_num: 0, bbox: [0, 0, 1191, 1684] },
    { page_num: 1, bbox: [0, 0, 200, 400] },
  ])
})

test('lists are indented by two spaces per level; equations have no dollar signs', () => {
  const items = [
    { level: 0, marker: '1.', text: 'one' },
    { level: 1, marker: '- ', text: 'a *b*' },
    { level: 1, marker: 'b)', text: 'c' },
  ]
  expect(blocks([text('', { items })])[0]).toMatchObject({ content: '1. one\n  - a *b*\n  - b) c', format: 'text' })
  expect(blocks([text('$$x_1$$', { type: 'equation' })])[0]).toMatchObject({ content: 'x_1', format: 'latex' })
})

test('every image address in the JSON is also in the Markdown', () => {
  const list = [figure('a', 'p1-1.png'), table(1, 1, [cell(0, 0, 'x')], { picture: 'p1-1.png' })]
  const links: ImageLinks = { kind: 'url', base: 'http://localhost/f/' }
  for (const tableFormat of ['html', 'markdown', 'image'] as const) {
    const options = optionsWith({ elementFormats: { table: tableFormat } })
    const { markdown } = render(documentOf([page(list)]), [picture('p1-1.png')], { options, links })
    const named = blocks(list, options, links).filter((block) => block.img_url !== '')
    expect(markdown?.match(/!\[/g)?.length ?? 0).toBe(named.length)
  }
})
