import { describe, expect, test } from 'vitest'
import type { Block, TitleBlock } from '../../../src/model/document.ts'
import { assembled, prose, text, title } from '../pages.ts'

const headingsOf = (pages: readonly (readonly Block[])[]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [`${block.level} ${block.text}`] : [])),
  )
/** A short line in body style above a paragraph. */
const over = (line: string, y: number): Block[] => [
  text(line, { y }),
  text('Running text of this paragraph goes on and on until it ends.', { y: y + 20, lines: 3 }),
]

describe('numbered sequences', () => {
  test('decimals below the heading with their number', () => {
    const page = [
      title('2 Methods', { y: 60 }),
      ...over('2.1 Samples', 100),
      ...over('2.2 Wells', 200),
      ...over('2.2.1 Depth', 300),
    ]
    // A single decimal of its depth may be a clause.
    expect(headingsOf([page])).toEqual(['1 2 Methods', '2 2.1 Samples', '2 2.2 Wells'])
    expect(headingsOf([[title('Methods', { y: 60 }), ...over('2.1 Samples', 100), ...over('2.2 Wells', 200)]])).toEqual(
      ['1 Methods'],
    )
  })

  test('decimals that continue a sequence of headings in their style, without text below', () => {
    const heading = (line: string, y: number): Block => title(line, { y, size: 12 })
    const page = (next: string): Block[] => [
      heading('5.1 Wells', 60),
      ...prose(80),
      text(next, { y: 600, size: 12 }),
      text('depth = 12', { y: 620, size: 9 }),
    ]
    expect(headingsOf([page('5.2 Pumps')])).toEqual(['1 5.1 Wells', '1 5.2 Pumps'])
  })

  test('long titles and untagged ones in the style of a heading that begins their sequence', () => {
    const question = (number: number): string => `${number}. How does this plan support the goals of the department?`
    const paragraph = (y: number): Block => prose(y)[0]!
    const page = [
      title(question(1), { y: 60, size: 10, bold: true }),
      paragraph(80),
      { ...text(question(2), { y: 200, bold: true }), plain: true as const },
      paragraph(220),
      { ...text(question(3), { y: 340, bold: true }), plain: true as const },
      paragraph(360),
      { ...text(`4. Another style`, { y: 480 }), plain: true as const },
      paragraph(500),
    ]
    expect(headingsOf([page])).toEqual([1, 2, 3].map((number) => `1 ${question(number)}`))
  })

  test('questions of two lines in a style of their own', () => {
    const question = (number: number, y: number): Block[] => [
      text(
        `${number}. How is this to be understood if the text of the question takes more than one line of the page?`,
        {
          y,
          bold: true,
          lines: 2,
        },
      ),
      ...over('Running text begins here', y + 30).slice(1),
    ]
    const page = [...question(1, 60), ...question(2, 160), ...question(3, 260), ...prose(400)]
    expect(headingsOf([page])).toHaveLength(3)
  })

  test('letters that restart below each heading', () => {
    const chapter = (name: string, y: number): Block[] => [
      title(name, { y }),
      ...over('A. Old rights', y + 40),
      ...over('B. New rights', y + 120),
    ]
    expect(
      headingsOf([[...chapter('Where dues come from', 60), ...chapter('What they are spent on', 400)]]),
    ).toHaveLength(6)
    expect(headingsOf([chapter('Where dues come from', 60)])).toHaveLength(1)
  })
})

test('bold decimals need no text below them', () => {
  const bold = (line: string, y: number): Block[] => [
    text(line, { y, size: 9, bold: true }),
    text('make test', { y: y + 15, type: 'code' }),
  ]
  const page = [
    title('2 Methods', { y: 60 }),
    ...prose(80),
    ...bold('2.1 Quick tests', 300),
    ...bold('2.2 All tests', 350),
    ...bold('Tip', 400),
  ]
  expect(headingsOf([page])).toEqual(['1 2 Methods', '2 2.1 Quick tests', '2 2.2 All tests'])
})

describe('“Chapter 3” above its name', () => {
  const page = (name: Block): Block[] => [title('Chapter 3', { y: 100, size: 20 }), name, ...prose(250)]
  test('is merged with it', () =>
    expect(headingsOf([page(title('Weirs', { y: 130, size: 24 }))])).toEqual(['1 Chapter 3 Weirs']))
  test('is not merged in another font or far away', () => {
    expect(headingsOf([page(title('Weirs', { y: 130, size: 24, bold: true }))])).toHaveLength(2)
    expect(headingsOf([page(title('Weirs', { y: 200, size: 24 }))])).toHaveLength(2)
  })
  test('is not merged if tags or bookmarks have both headings', () => {
    const [number, ...rest] = page({ ...title('Weirs', { y: 130, size: 24 }), exact: true })
    expect(headingsOf([[{ ...(number as TitleBlock), exact: true }, ...rest]])).toHaveLength(2)
  })
})

test('the single large line of a cover is the title of the document', () => {
  const cover = [
    text('Quiet engines for small ferries', { y: 200, size: 30 }),
    text('Harbour Board', { y: 260, size: 12 }),
  ]
  const rest = [title('Why quiet?', { y: 60, size: 16 }), ...prose(100)]
  expect(headingsOf([cover, rest])).toEqual(['1 Quiet engines for small ferries', '2 Why quiet?'])
})

test('a line at the top of the first page only is not a page header', () => {
  const line = text('Weirs of the north', { y: 40 })
  const types = (pages: readonly (readonly Block[])[]): string | undefined =>
    assembled(pages, { keep_header_footer: true }).pages[0]?.blocks[0]?.type
  expect(types([[line, ...prose()], prose(100)])).not.toBe('header')
  expect(types([[line, ...prose()]])).toBe('header')
})
