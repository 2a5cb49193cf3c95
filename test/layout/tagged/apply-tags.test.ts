/**
 * Pages read by their tags: the content of the tree becomes blocks, other content is read as untagged, and invalid
 * trees are ignored.
 */
import { describe, expect, test } from 'vitest'
import { assemble } from '../../../src/assemble/assemble.ts'
import { open as openPdf } from '../../../src/extract/pdf/open.ts'
import { layoutPage } from '../../../src/layout/layout.ts'
import { readItems } from '../../../src/layout/tagged/read-items.ts'
import type { Block, Document, Page, TableBlock } from '../../../src/model/document.ts'
import { coverage } from '../../../src/model/geometry.ts'
import { defaultOptions, type ParseOptions } from '../../../src/model/options.ts'
import type { Path, RawPage } from '../../../src/model/raw-page.ts'
import type { PageTags, TagElement } from '../../../src/model/tags.ts'
import { noOcr } from '../../extract/no-ocr.ts'
import { fixture } from '../../fixtures/fixtures.ts'
import { across, curve, down } from '../drawings.ts'
import { type Ink, lines, rawPage } from '../raw-pages.ts'

async function pagesOf(id: string): Promise<Page[]> {
  const document = await openPdf(await fixture(id), '.pdf', noOcr)
  const pages: Page[] = []
  for (let index = 0; index < document.pageCount; index++)
    pages.push(layoutPage(await document.readPage(index, defaultOptions)))
  document.close()
  return pages
}

async function documentOf(id: string): Promise<Document> {
  const pages = await pagesOf(id)
  const options: ParseOptions = {
    ...defaultOptions,
    features: {
      ...defaultOptions.features,
      enable_title_level_recognition: true,
      enable_text_cross_page: true,
      enable_table_cross_page: true,
    },
  }
  return assemble(pages, { fileName: 'x.pdf', fileType: '.pdf', pageCount: pages.length }, options)
}

const textOf = (block: Block): string => (block.kind === 'table' ? '' : block.text)

describe('a report made with LibreOffice', () => {
  test('headings have their levels, even if three of them have the same style', async () => {
    const { pages } = await documentOf('pdf-tagged-report')
    const titles = pages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'title' ? [[block.level, block.text, block.source]] : [])),
    )
    expect(titles).toEqual([
      [1, 'Stores and Yields', 'tagged'],
      [2, 'What was counted', 'tagged'],
      [3, 'By weight', 'tagged'],
      [4, 'Steps of the count', 'tagged'],
      [2, 'What it weighed', 'tagged'],
      [1, 'What follows', 'tagged'],
    ])
  })

  test('lists have their nesting and markers', async () => {
    const [first] = await pagesOf('pdf-tagged-report')
    const lists = first!.blocks.flatMap((block) =>
      block.kind === 'text' && block.items !== undefined ? [block.items] : [],
    )
    expect(lists.map((items) => items.map(({ level, marker, text }) => [level, marker, text]))).toEqual([
      [
        [0, '- ', 'wheat in the west barn'],
        [1, '- ', 'sacks of the old kind'],
        [1, '- ', 'sacks of the new kind'],
        [0, '- ', 'rye in the east barn'],
      ],
      [
        [0, '1.', 'open the barn'],
        [0, '2.', 'count the sacks'],
        [1, 'a)', 'twice'],
        [1, 'b)', 'by two people'],
        [0, '3.', 'close the barn'],
      ],
    ])
  })

  test('a table spans two pages without rulings, with merged and empty cells', async () => {
    const { pages } = await documentOf('pdf-tagged-report')
    const tables = pages.flatMap(({ blocks }) => blocks.filter((block): block is TableBlock => block.kind === 'table'))
    expect(tables).toHaveLength(1)
    const [table] = tables
    expect([table!.rows, table!.cols, table!.source]).toEqual([24, 4, 'tagged'])
    expect(
      table!.cells
        .filter(({ header }) => header)
        .map(({ row, col, rowSpan, colSpan, text }) => [row, col, rowSpan, colSpan, text]),
    ).toEqual([
      [0, 0, 2, 1, 'Barn'],
      [0, 1, 1, 2, 'Grain'],
      [0, 3, 2, 1, 'Notes'],
      [1, 1, 1, 1, 'Wheat'],
      [1, 2, 1, 1, 'Rye'],
    ])
    const body = table!.cells.filter(({ row }) => row >= 2)
    expect(body).toHaveLength(22 * 4)
    for (let row = 2; row < 24; row++) {
      const texts = body.filter((cell) => cell.row === row).map(({ text }) => text)
      expect(texts).toEqual([
        `Barn ${row - 1}`,
        String(98 + row),
        row === 5 ? '' : String(198 + row),
        row === 7 ? 'the roof leaks and the door does not close' : '',
      ])
    }
    expect(new Set(body.map(({ pageIndex }) => pageIndex)).size).toBe(2)
  })

  test('repeated header rows belong to the table', async () => {
    const pages = await pagesOf('pdf-tagged-report')
    const second = pages[3]!.blocks.find((block): block is TableBlock => block.kind === 'table')!
    expect(second.part?.repeated).toBe(2)
    expect(second.cells.filter(({ row }) => row < 2).map(({ text }) => text)).toEqual([
      'Barn',
      'Grain',
      'Notes',
      'Wheat',
      'Rye',
    ])
    expect(pages[3]!.blocks.map(textOf).join(' ')).not.toContain('Wheat')
  })

  test('a paragraph across a page break is one; page headers and footers are furniture; notes and images keep their types', async () => {
    const { pages } = await documentOf('pdf-tagged-report')
    const prose = pages.flatMap(({ blocks }) => blocks.filter((block) => textOf(block).includes('the winter')))
    expect(prose).toHaveLength(1)
    expect(textOf(prose[0]!)).toContain('Sentence 44 about the winter')
    expect(pages[2]!.mergeFromPrevious).toBe(true)
    const all = pages.flatMap(({ blocks }) => blocks)
    expect(all.some((block) => /Granary|^Page \d/.test(textOf(block)))).toBe(false)
    expect(all.find(({ type }) => type === 'footnote')).toMatchObject({ source: 'tagged' })
    expect(all.find(({ type }) => type === 'figure')).toMatchObject({
      source: 'tagged',
      text: 'Two barns beside a road',
    })
  })
})

test('slides contain nested points and a table', async () => {
  const [first, second] = await pagesOf('pdf-tagged-slides')
  expect(
    first!.blocks
      .flatMap((block) => (block.kind === 'text' ? (block.items ?? []) : []))
      .map(({ level, text }) => [level, text]),
  ).toEqual([
    [0, 'mend the roof'],
    [1, 'before the rain'],
    [0, 'oil the doors'],
  ])
  const table = second!.blocks.find((block): block is TableBlock => block.kind === 'table')
  expect(table?.cells.map(({ text, header }) => (header ? `[${text}]` : text))).toEqual([
    '[Work]',
    '[Days]',
    'Roof',
    '12',
    'Doors',
    '3',
  ])
})

/** A page on which each span is a separate marked-content sequence, numbered in order. */
function taggedPage(inks: readonly Ink[], root: TagElement, uses: Partial<PageTags['counts']> = {}): RawPage {
  const raw = rawPage(inks)
  return {
    ...raw,
    tags: {
      root,
      markedContent: raw.spans.map((_, index) => [{ start: 0, mcid: index }]),
      counts: { elements: 10, paragraphs: 5, headings: 0, lists: 0, tables: 0, ...uses },
    },
  }
}

let lastId = 0
function element(role: string, ...kids: (TagElement | number)[]): TagElement {
  lastId += 1
  return { id: lastId, role, name: role, children: kids }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

const sentences = [
  'The first line of a paragraph runs on to the end of the column',
  'and the second line goes on with what the first had to leave and',
  'the third one ends it here.',
]

describe('accepted tags', () => {
  const inks = [
    { text: 'A Heading', x: 72, y: 100, size: 10 },
    ...lines(sentences, { x: 72, y: 120 }),
    { text: 'Bold words that are no heading', x: 72, y: 180, bold: true },
    ...lines(sentences, { x: 72, y: 210 }),
  ]

  test('headings in body style and text in heading style keep their tags', () => {
    const root = element(
      'Document',
      element('H2', 0),
      element('P', ...range(1, 4)),
      element('P', 4),
      element('P', ...range(5, 8)),
    )
    const { blocks } = layoutPage(taggedPage(inks, root, { headings: 3 }))
    expect(blocks.map(({ type, source }) => [type, source])).toEqual([
      ['title', 'tagged'],
      ['text', 'tagged'],
      ['text', 'tagged'],
      ['text', 'tagged'],
    ])
  })

  test('heading style determines headings if none is tagged, and the source is reported', () => {
    const root = element(
      'Document',
      element('P', 0),
      element('P', ...range(1, 4)),
      element('P', 4),
      element('P', ...range(5, 8)),
    )
    const { blocks } = layoutPage(taggedPage(inks, root))
    expect(blocks.map(({ type, source }) => [type, source])).toEqual([
      ['text', 'tagged'],
      ['text', 'tagged'],
      ['title', 'text_layer'],
      ['text', 'tagged'],
    ])
  })

  test('captions numbered as list items are not list items', () => {
    const list = element('L', element('LI', element('Lbl', 4), element('LBody', ...range(5, 8))))
    const root = element('Document', element('H1', 0), element('P', ...range(1, 3)), list)
    const page = [
      ...inks.slice(0, 4),
      { text: 'TABLE II.', x: 72, y: 170, size: 8 },
      ...lines(sentences, { x: 72, y: 182, size: 8 }),
    ]
    const { blocks } = layoutPage(taggedPage(page, root, { headings: 3 }))
    expect(blocks.at(-1)).toMatchObject({ kind: 'text', type: 'table_caption' })
    expect(textOf(blocks.at(-1)!)).toMatch(/^TABLE II\./)
  })

  test('a caption outside of its figure belongs to the adjacent one', () => {
    const figure = { ...element('Figure'), box: { x0: 72, y0: 160, x1: 272, y1: 260 } }
    const caption = { text: 'Two barns next to a road', x: 72, y: 275 }
    const root = element('Document', element('H1', 0), element('P', ...range(1, 4)), figure, element('Caption', 4))
    const { blocks } = layoutPage(taggedPage([...inks.slice(0, 4), caption], root, { headings: 3 }))
    expect(blocks.slice(-2)).toMatchObject([{ kind: 'figure', captions: [3] }, { type: 'figure_caption' }])
  })

  test('any symbol can be the label of an item', () => {
    const items = [4, 6].map((at) => element('LI', element('Lbl', at), element('LBody', at + 1)))
    const root = element('Document', element('H1', 0), element('P', ...range(1, 4)), element('L', ...items))
    const page = [
      ...inks.slice(0, 4),
      ...[170, 185].flatMap((y) => [
        { text: '»', x: 72, y },
        { text: 'mend the roof', x: 90, y },
      ]),
    ]
    const { blocks } = layoutPage(taggedPage(page, root, { headings: 3 }))
    const item = { marker: '- ', text: 'mend the roof' }
    expect(blocks.at(-1)).toMatchObject({ items: [item, item] })
  })

  test('a line of a listing keeps its columns', () => {
    const code = [170, 182].flatMap((y) => [
      { text: 'roof = mend(roof)', x: 72, y, mono: true },
      { text: '# before the rain', x: 252, y, mono: true },
    ])
    const root = element('Document', element('H1', 0), element('P', ...range(1, 4)), element('Code', ...range(4, 8)))
    const { blocks } = layoutPage(taggedPage([...inks.slice(0, 4), ...code], root, { headings: 3 }))
    expect(blocks.at(-1)?.type).toBe('code')
    expect(textOf(blocks.at(-1)!)).toMatch(/^(?:roof = mend\(roof\) +# before the rain(?:\n|$)){2}/)
  })

  test('text outside the tree is read as untagged text at its position', () => {
    const root = element('Document', element('H1', 0), element('P', ...range(1, 4)), element('P', ...range(5, 8)))
    const { blocks } = layoutPage(taggedPage(inks, root, { headings: 3 }))
    expect(blocks.map(({ source }) => source)).toEqual(['tagged', 'tagged', 'text_layer', 'tagged'])
    expect(textOf(blocks[2]!)).toBe('Bold words that are no heading')
  })
})

test('plain text and links of several paragraphs in one division are split at the gaps', () => {
  const kids = range(0, 4).map((mark) => element(mark % 2 === 0 ? 'NonStruct' : 'Link', mark))
  const page = (gap: number): RawPage =>
    taggedPage(
      [...lines(sentences.slice(0, 2), { x: 72, y: 100 }), ...lines(sentences.slice(0, 2), { x: 72, y: 124 + gap })],
      element('Document', element('Div', ...kids)),
    )
  const countOf = (gap: number): number => layoutPage(page(gap)).blocks.length
  expect(countOf(14)).toBe(2)
  expect(countOf(0)).toBe(1)
})

test('shapes and labels of one drawing are one figure at the position of the drawing', () => {
  const labels = ['Client', 'Server', 'Store', 'a label of two lines'].map((text, index) => ({
    text,
    x: 110 + 90 * index,
    y: 260,
    size: 9,
  }))
  const below = lines(sentences, { x: 72, y: 420 })
  const shape = (index: number): TagElement => ({
    ...element('Figure'),
    drawings: [{ x0: 100 + 90 * index, y0: 220, x1: 180 + 90 * index, y1: 300 }],
  })
  const curves = Array.from({ length: 4 }, (_, index) =>
    [0, 20, 40].map((inset) =>
      curve(100 + 90 * index + inset / 2, 220 + inset, 185 + 90 * index - inset / 2, 300 - inset),
    ),
  )
  const read = (exact: boolean): readonly Block[] => {
    // In creation order: the labels and the shapes before all text.
    const marks = labels.map((_, index) => element('P', index))
    const page = taggedPage(
      [...labels, ...lines(sentences, { x: 72, y: 100 }), ...below],
      element(
        'Document',
        ...marks,
        ...[0, 1, 2, 3].map(shape),
        element('P', ...range(4, 7)),
        element('P', ...range(7, 10)),
      ),
    )
    return layoutPage({ ...page, paths: curves.flat(), tags: { ...page.tags!, ...(exact ? { exact: true } : {}) } })
      .blocks
  }
  const blocks = read(false)
  expect(blocks.map(({ type }) => type)).toEqual(['text', 'figure', 'text'])
  expect(textOf(blocks[1]!)).toContain('Server')
  // In a document that the service converted, the text of each shape is requested.
  expect(read(true).filter(({ type }) => type === 'text').length).toBeGreaterThan(2)
})

test('the letter o is a bullet if every item of a level begins with it', () => {
  const list = (...texts: string[]): string => {
    const inks = [
      ...lines(sentences, { x: 72, y: 100 }),
      ...texts.map((text, index) => ({ text, x: 90, y: 170 + 14 * index })),
    ]
    const items = texts.map((_, index) => element('LI', element('LBody', sentences.length + index)))
    const { blocks } = layoutPage(
      taggedPage(inks, element('Document', element('P', ...range(0, sentences.length)), element('L', ...items))),
    )
    return textOf(blocks[1]!)
  }
  expect(list('o first of them', 'o second of them')).toBe('- first of them\n- second of them')
  expect(list('o gato', 'a casa')).toBe('- o gato\n- a casa')
  const labelled = ['first of them', 'second of them'].flatMap((text, at) => [
    { text: 'o', x: 90, y: 170 + 14 * at },
    { text, x: 108, y: 170 + 14 * at },
  ])
  const start = sentences.length
  const items = [0, 2].map((at) => element('LI', element('Lbl', start + at), element('LBody', start + at + 1)))
  const { blocks } = layoutPage(
    taggedPage(
      [...lines(sentences, { x: 72, y: 100 }), ...labelled],
      element('Document', element('P', ...range(0, start)), element('L', ...items)),
    ),
  )
  expect(textOf(blocks[1]!)).toBe('- first of them\n- second of them')
})

describe('a program with its own document structure', () => {
  const exactly = (page: RawPage): RawPage => ({ ...page, tags: { ...page.tags!, exact: true } })
  const paragraph = (...texts: string[]): string => {
    const inks = [...lines(sentences, { x: 72, y: 100 }), ...lines(texts, { x: 72, y: 160 })]
    const [first, second] = [element('P', ...range(0, 3)), element('P', ...range(3, 3 + texts.length))]
    const { blocks } = layoutPage(exactly(taggedPage(inks, element('Document', first, second))))
    return textOf(blocks[1]!)
  }

  test('a line end without a space joins the next line directly', () => {
    expect(
      paragraph(
        'as in many real-',
        'world tasks, extra\u00ad',
        'ordinary ones, Paris–',
        'London, and/',
        'or others of ',
        'these',
      ),
    ).toBe('as in many real-world tasks, extraordinary ones, Paris–London, and/or others of these')
    // The author ended this line.
    expect(paragraph('Name and', 'address –', 'both')).toBe('Name and address – both')
    expect(paragraph('모든 국민은 인간으로서의 존엄과 가치를 가', '지며 행복을 ', '추구한다')).toBe(
      '모든 국민은 인간으로서의 존엄과 가치를 가지며 행복을 추구한다',
    )
    // Without such spaces, the words of the document decide.
    expect(paragraph('모든 국민은 인간으로서의 존엄과 가치를 가', '지며 행복을', '추구한다')).toBe(
      '모든 국민은 인간으로서의 존엄과 가치를 가\u00ad지며 행복을\u00ad추구한다',
    )
    expect(paragraph('성명', '주소')).toBe('성명\u00ad주소')
  })

  test('shapes of a slide are read in their order, the title first, and the contents of a shape are contiguous', () => {
    const inks: Ink[] = [
      { text: 'Below both boxes.', x: 100, y: 400 },
      ...lines(['Right box, its first line.', 'Right box, its second line.'], { x: 350, y: 200, leading: 40 }),
      ...lines(['Left box, its first line.', 'Left box, its second line.'], { x: 100, y: 200, leading: 40 }),
      { text: 'The title below everything', x: 100, y: 500, size: 24 },
    ]
    const box = (...marks: number[]): TagElement => element('Div', ...marks.map((mark) => element('P', mark)))
    const shapes = [box(0), box(1, 2), box(3, 4), element('H', 5)]
    const order = (root: TagElement): string[] =>
      layoutPage(exactly(taggedPage(inks, root))).blocks.map((block) => textOf(block).slice(0, 12))
    expect(order(element('', ...shapes))).toEqual([
      'The title be',
      'Left box, it',
      'Left box, it',
      'Right box, i',
      'Right box, i',
      'Below both b',
    ])
    // The text is in the order of its author.
    expect(order(element('', element('Document', ...shapes)))[0]).toBe('Below both b')
  })

  test('a filled and outlined shape with words is text, and with a drawing it is a figure', () => {
    const inks = [...lines(sentences, { x: 72, y: 100 }), { text: 'Words in a box', x: 330, y: 360 }]
    const path = (x0: number, y0: number, x1: number, y1: number, stroked: boolean): Path => {
      return { box: { x0, y0, x1, y1 }, stroked, rectangle: false, color: 0x156082, opacity: 1 }
    }
    const shape = [path(250, 300, 550, 600, false), path(249, 299, 551, 601, true)]
    const kinds = (paths: readonly Path[]): string[] => {
      const page = exactly(
        taggedPage(inks, element('', element('Div', element('P', 0, 1, 2)), element('Div', element('P', 3)))),
      )
      return layoutPage({ ...page, paths })
        .blocks.map((block) => `${block.type} ${textOf(block)}`)
        .slice(1)
    }
    expect(kinds(shape)).toEqual(['text Words in a box'])
    expect(kinds([...shape, path(270, 400, 390, 520, false), path(410, 400, 530, 520, true)])).toEqual([
      'figure Words in a box',
    ])
  })

  test('a table with one filled cell is a table', () => {
    const cells = range(0, 4).map((at) => ({
      id: 900 + at,
      row: at >> 1,
      col: at & 1,
      rowSpan: 1,
      colSpan: 1,
      header: false,
    }))
    const held: TagElement = { id: 903, role: 'TD', name: 'TD', children: [3] }
    const table: TagElement = {
      ...element('Table', element('TR', held)),
      grid: { rows: 2, cols: 2, cells, firstRow: 0, lastRow: 1 },
    }
    const inks = [...lines(sentences, { x: 72, y: 100 }), { text: 'alone', x: 300, y: 180 }]
    const root = element('Document', element('P', ...range(0, 3)), table)
    const found = (page: RawPage): (string | undefined)[] =>
      layoutPage(page).blocks.flatMap((block) => (block.kind === 'table' ? block.cells.map(({ text }) => text) : []))
    expect(found(exactly(taggedPage(inks, root, { tables: 1 })))).toEqual(['', '', '', 'alone'])
    expect(found(taggedPage(inks, root, { tables: 1 }))).toEqual([])
  })

  test('a table without the spans of its merged cells is read by its rulings', () => {
    const texts = ['Title', 'Name', 'Men', 'Women', 'Ann', '12', '34', 'Bob', '56', '78']
    const positions = [[0, 0], ...range(0, 9).map((at) => [1 + Math.floor(at / 3), at % 3] as const)]
    const cells = positions.map(([row = 0, col = 0], at) => ({
      id: 900 + at,
      row,
      col,
      rowSpan: 1,
      colSpan: 1,
      header: false,
    }))
    const table: TagElement = {
      ...element('Table', ...cells.map(({ id }, at) => ({ id, role: 'TD', name: 'TD', children: [at] }))),
      grid: { rows: 4, cols: 3, cells, firstRow: 0, lastRow: 3 },
    }
    const inks = texts.map((text, at) => ({ text, x: 80 + 80 * positions[at]![1]!, y: 112 + 20 * positions[at]![0]! }))
    const paths = [
      ...[100, 120, 140, 160, 180].map((y) => across(y, 72, 312)),
      down(72, 100, 180),
      down(312, 100, 180),
      ...[152, 232].map((x) => down(x, 120, 180)),
    ]
    const found = (drawn: readonly Path[]): unknown => {
      const page = { ...taggedPage(inks, element('Document', table), { tables: 1 }), paths: drawn }
      const [block] = layoutPage(page).blocks
      return block?.kind === 'table' && [block.source, block.cells[0]!.colSpan]
    }
    expect(found(paths)).toEqual(['text_layer', 3])
    expect(found([])).toEqual(['tagged', 1])
  })

  test('the cell of an image has the size of the image', () => {
    const cells = range(0, 4).map((at) => ({
      id: 900 + at,
      row: at >> 1,
      col: at & 1,
      rowSpan: 1,
      colSpan: 1,
      header: at < 2,
    }))
    const held = (at: number, ...kids: number[]): TagElement => ({
      id: 900 + at,
      role: 'TD',
      name: 'TD',
      children: kids,
    })
    const rows = [element('TR', held(0, 3), held(1, 4)), element('TR', held(2, 5), held(3))]
    const table: TagElement = {
      ...element('Table', ...rows),
      grid: { rows: 2, cols: 2, cells, firstRow: 0, lastRow: 1 },
    }
    const inks = [
      ...lines(sentences, { x: 72, y: 100 }),
      { text: 'Part', x: 72, y: 180 },
      { text: 'Picture', x: 150, y: 180 },
      { text: 'Wheel', x: 72, y: 220 },
    ]
    const page = taggedPage(inks, element('Document', element('P', ...range(0, 3)), table), { tables: 1 })
    const box = { x0: 140, y0: 190, x1: 240, y1: 250 }
    const found = layoutPage({ ...page, images: [{ box, pixelWidth: 200, pixelHeight: 120 }] }).blocks.find(
      (block) => block.kind === 'table',
    )
    expect(found?.kind === 'table' ? found.cells.map((cell) => coverage(box, cell.box)) : []).toEqual([0, 0, 0, 1])
  })
})

describe('rejected tags have no effect', () => {
  const inks = [
    { text: 'A Heading of the Page', x: 72, y: 100, size: 16, bold: true },
    ...lines([...sentences, ...sentences, ...sentences], { x: 72, y: 130 }),
    { text: 'Another Heading', x: 72, y: 280, size: 16, bold: true },
    ...lines([...sentences, ...sentences, ...sentences], { x: 72, y: 310 }),
  ]
  const untagged = layoutPage(rawPage(inks))
  const blocksWith = (root: TagElement): readonly Block[] => layoutPage(taggedPage(inks, root)).blocks

  test('one element for the whole page is rejected', () => {
    expect(blocksWith(element('Document', element('P', ...range(0, 20))))).toEqual(untagged.blocks)
  })

  test('parts without paragraphs are rejected', () => {
    const rows = lines(['Reports of the year', 'Sales of the north', 'Sales of the south'], {
      x: 72,
      y: 100,
      leading: 30,
    })
    const root = element('Document', element('Part', 0, 1, 2))
    const [block] = layoutPage(taggedPage(rows, root, { paragraphs: 0 })).blocks
    expect(block?.source).toBe('text_layer')
  })

  test('one element for a list of lines with early ends is rejected', () => {
    const questions = [
      'Who came to the granary?',
      'When was it that the carts came?',
      'What did they bring?',
      'How much of it was wheat?',
      'Where was it stored?',
      'Why?',
    ]
    const form = [...inks.slice(0, 4), ...lines([...questions, ...questions], { x: 72, y: 400 })]
    const plain = layoutPage(rawPage(form)).blocks
    expect(
      layoutPage(
        taggedPage(
          form,
          element('Document', element('H1', 0), element('P', ...range(1, 4)), element('P', ...range(4, 16))),
        ),
      ).blocks,
    ).toEqual(plain)
  })

  test('one element for each line is rejected', () => {
    expect(blocksWith(element('Document', ...range(0, 20).map((mark) => element('P', mark))))).toEqual(untagged.blocks)
  })

  test('one element for each line is rejected next to many rows of numbers', () => {
    const numbers = Array.from(
      { length: 60 },
      (_, row): Ink => ({ text: `${row} 120 340`, x: 72, y: 400 + 7 * row, size: 6 }),
    )
    const page = [...inks, ...numbers]
    const elements = element('Document', ...range(0, page.length).map((mark) => element('P', mark)))
    expect(layoutPage(taggedPage(page, elements)).blocks).toEqual(layoutPage(rawPage(page)).blocks)
  })

  test('one element for each line is accepted from a program with its own paragraphs', () => {
    const page = taggedPage(inks, element('Document', ...range(0, 20).map((mark) => element('P', mark))))
    const { blocks } = layoutPage({ ...page, tags: { ...page.tags!, exact: true } })
    expect(blocks.map(textOf)).toEqual(inks.map(({ text }) => text))
    // All except two in heading style that have no tags.
    expect(blocks.filter(({ source }) => source === 'tagged')).toHaveLength(18)
  })

  test('elements from bottom to top are rejected', () => {
    expect(
      blocksWith(
        element(
          'Document',
          ...[
            [13, 20],
            [11, 13],
            [10, 11],
            [7, 10],
            [4, 7],
            [1, 4],
            [0, 1],
          ].map(([from, to]) => element('P', ...range(from!, to!))),
        ),
      ),
    ).toEqual(untagged.blocks)
  })

  test('a tree of half of the page is rejected', () => {
    expect(blocksWith(element('Document', element('H1', 0), element('P', ...range(1, 10))))).toEqual(untagged.blocks)
  })

  test('an empty tree is rejected', () => {
    expect(blocksWith(element('Document'))).toEqual(untagged.blocks)
  })
})

describe('tagged tables that are not tables', () => {
  const page = (grid: TagElement['grid'], cells: TagElement[], inks: readonly Ink[]): Page =>
    layoutPage(
      taggedPage(
        inks,
        element('Document', { ...element('Table', element('TR', ...cells)), ...(grid === undefined ? {} : { grid }) }),
        { tables: 1 },
      ),
    )

  test('a single cell is a frame', () => {
    const cell = element('TD', element('P', ...range(0, 3)))
    const { blocks } = page(
      {
        rows: 1,
        cols: 1,
        firstRow: 0,
        lastRow: 0,
        cells: [{ id: cell.id, row: 0, col: 0, rowSpan: 1, colSpan: 1, header: false }],
      },
      [cell],
      lines(sentences, { x: 72, y: 120 }),
    )
    expect(blocks.map(({ type }) => type)).toEqual(['text'])
  })

  test('cells of one row below each other are not a table', () => {
    const cells = range(0, 4).map((mark) => element('TD', mark))
    const grid = {
      rows: 3,
      cols: 2,
      firstRow: 0,
      lastRow: 2,
      cells: cells.map(({ id }, index) => ({
        id,
        row: index % 3,
        col: Math.floor(index / 3),
        rowSpan: 1,
        colSpan: 1,
        header: false,
      })),
    }
    const inks = [0, 4, 2, 5, 1, 3].map((step, index) => ({
      text: `${sentences[index % 3]} ${index}`,
      x: 72,
      y: 100 + step * 30,
    }))
    expect(page(grid, cells, inks).blocks.some(({ kind }) => kind === 'table')).toBe(false)
  })
})

describe('items of a tree', () => {
  test('items have labels, nesting and lists inside list bodies', () => {
    const root = element(
      'Document',
      element(
        'L',
        element(
          'LI',
          element('Lbl', 0),
          element('LBody', element('P', 1), element('L', element('LI', element('Lbl', 2), element('LBody', 3)))),
        ),
        element('LI', element('Lbl', 4), element('LBody', 5)),
      ),
    )
    expect(readItems(root)).toEqual([
      {
        kind: 'list',
        entries: [
          { level: 0, label: [0], marks: [1] },
          { level: 1, label: [2], marks: [3] },
          { level: 0, label: [4], marks: [5] },
        ],
      },
    ])
  })

  test('headings inside lists are headings with their number', () => {
    const root = element(
      'Document',
      element('L', element('LI', element('Lbl', 0), element('LBody', element('H2', 1)))),
      element('P', 2),
    )
    expect(readItems(root).map((item) => [item.kind, 'marks' in item ? item.marks : []])).toEqual([
      ['title', [0, 1]],
      ['text', [2]],
    ])
  })

  test('a row with one filled cell is a frame, a row with two is a table', () => {
    const items = (...marks: readonly (number | null)[]): string[] => {
      const cells = marks.map((mark) => (mark === null ? element('TD') : element('TD', element('P', mark))))
      const grid = {
        rows: 1,
        cols: 2,
        firstRow: 0,
        lastRow: 0,
        cells: cells.map(({ id }, col) => ({ id, row: 0, col, rowSpan: 1, colSpan: 1, header: false })),
      }
      return readItems(element('Document', { ...element('Table', element('TR', ...cells)), grid })).map(
        ({ kind }) => kind,
      )
    }
    expect(items(null, 0)).toEqual(['text'])
    expect(items(0, 1)).toEqual(['table'])
  })

  test('a heading that contains only a list is a heading', () => {
    const root = element(
      'Document',
      element('H', element('L', element('LI', element('Lbl', 0), element('LBody', 1)), element('LI', 2))),
      element('P', 3),
    )
    expect(readItems(root).map((item) => [item.kind, 'marks' in item ? item.marks : []])).toEqual([
      ['title', [1, 2]],
      ['text', [3]],
    ])
  })

  test('a figure around an image and its caption is the image', () => {
    const figure = element('Figure', 0)
    const items = readItems(element('Document', element('Figure', figure, element('Caption', 1))))
    expect(items).toMatchObject([
      { kind: 'figure', marks: [0], element: { id: figure.id } },
      { kind: 'caption', marks: [1], of: { id: figure.id } },
    ])
  })

  describe('text in generic elements, as printed by browsers', () => {
    const marksOf = (...kids: readonly (TagElement | number)[]): unknown[] =>
      readItems(element('Document', ...kids)).map((item) =>
        'marks' in item ? [item.kind, item.marks] : 'entries' in item ? item.entries : item.kind,
      )
    const plain = (...marks: number[]): TagElement => element('NonStruct', ...marks)

    test('links and bold words do not split a paragraph, inside a division or outside', () => {
      expect(marksOf(element('P', plain(0), element('Link', plain(1)), plain(2)))).toEqual([['text', [0, 1, 2]]])
      expect(marksOf(element('Div', plain(0), element('Strong', plain(1)), plain(2), element('P', plain(3))))).toEqual([
        ['text', [0, 1, 2]],
        ['text', [3]],
      ])
    })

    test('a list item keeps the text next to its label and the list inside it', () => {
      const inner = element('L', element('LI', element('Lbl', 2), plain(3)))
      expect(marksOf(element('L', element('LI', element('Lbl', 0), plain(1), inner)))).toEqual([
        [
          { level: 0, label: [0], marks: [1] },
          { level: 1, label: [2], marks: [3] },
        ],
      ])
    })

    test('groups in the body of a list item are its text', () => {
      const body = element('LBody', element('Part', element('P', 1)))
      expect(marksOf(element('L', element('LI', element('Lbl', 0), body)))).toEqual([
        [{ level: 0, label: [0], marks: [1] }],
      ])
    })

    test('adjacent elements are paragraphs', () =>
      expect(marksOf(plain(0), plain(1), element('P', plain(2)), element('Span', 3), element('Span', 4))).toEqual(
        [0, 1, 2, 3, 4].map((mark) => ['text', [mark]]),
      ))

    test('an element around code is a listing', () =>
      expect(
        marksOf(element('P', plain(0)), element('NonStruct', element('Code', plain(1))), element('Link', plain(2))),
      ).toEqual([
        ['text', [0]],
        ['code', [1]],
        ['text', [2]],
      ]))
  })

  test('notes and images inside a paragraph follow it and do not split it', () => {
    const figure = element('Figure', 3)
    const root = element(
      'Document',
      element('P', 0, element('Link', 1), element('Note', element('P', 9)), 2, figure, 4),
    )
    expect(readItems(root).map((item) => [item.kind, 'marks' in item ? item.marks : []])).toEqual([
      ['text', [0, 1, 2, 4]],
      ['note', [9]],
      ['figure', [3]],
    ])
  })

  test('generic headings have the depth of their section', () => {
    const root = element(
      'Document',
      element('Sect', element('H', 0), element('Sect', element('H', 1), element('P', 2)), element('P', 3)),
    )
    expect(readItems(root).map((item) => (item.kind === 'title' ? item.level : item.kind))).toEqual([
      1,
      2,
      'text',
      'text',
    ])
  })

  test('contents lists, captions and artifacts have their types', () => {
    const figure = element('Figure', 3, element('Caption', element('P', 4)))
    const root = element(
      'Document',
      element('TOC', element('TOCI', element('Reference', 0)), element('TOCI', 1, element('TOC', element('TOCI', 2)))),
      figure,
      element('Artifact', 5),
    )
    const items = readItems(root)
    expect(items.map(({ kind }) => kind)).toEqual(['contents', 'figure', 'caption'])
    expect(items[0]).toEqual({ kind: 'contents', entries: [[0], [1], [2]] })
    expect(items[2]).toEqual({ kind: 'caption', marks: [4], of: figure })
  })
})
