/** Titles that numbers, covers and small capitals tell. */
import { describe, expect, test } from 'vitest'
import type { Block } from '../../src/model/document.ts'
import { assembled, prose, text, title } from './pages.ts'

const titlesOf = (pages: readonly (readonly Block[])[]): string[] =>
  assembled(pages).pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'title' ? [`${block.level} ${block.text}`] : [])),
  )
/** A short line in the text's own type over a paragraph. */
const over = (line: string, y: number): Block[] => [
  text(line, { y }),
  text('Running text of this paragraph goes on and on until it ends.', { y: y + 20, lines: 3 }),
]

describe('numbers that count', () => {
  test('decimals under the title of their number', () => {
    const page = [
      title('2 Methods', { y: 60 }),
      ...over('2.1 Samples', 100),
      ...over('2.2 Wells', 200),
      ...over('2.2.1 Depth', 300),
    ]
    // A single one of its depth may be a clause.
    expect(titlesOf([page])).toEqual(['1 2 Methods', '2 2.1 Samples', '2 2.2 Wells'])
    expect(titlesOf([[title('Methods', { y: 60 }), ...over('2.1 Samples', 100), ...over('2.2 Wells', 200)]])).toEqual([
      '1 Methods',
    ])
  })

  test('decimals that go on where their like are titles, whatever stands below', () => {
    const heading = (line: string, y: number): Block => title(line, { y, size: 12 })
    const page = (next: string): Block[] => [
      heading('5.1 Wells', 60),
      ...prose(80),
      text(next, { y: 600, size: 12 }),
      text('depth = 12', { y: 620, size: 9 }),
    ]
    expect(titlesOf([page('5.2 Pumps')])).toEqual(['1 5.1 Wells', '1 5.2 Pumps'])
    expect(titlesOf([page('5.3 Pumps')])).toEqual(['1 5.1 Wells'])
  })

  test('letters that begin anew below each title', () => {
    const chapter = (name: string, y: number): Block[] => [
      title(name, { y }),
      ...over('A. Old rights', y + 40),
      ...over('B. New rights', y + 120),
    ]
    expect(
      titlesOf([[...chapter('Where dues come from', 60), ...chapter('What they are spent on', 400)]]),
    ).toHaveLength(6)
    expect(titlesOf([chapter('Where dues come from', 60)])).toHaveLength(1)
  })
})

describe('“Chapter 3” over its name', () => {
  const page = (name: Block): Block[] => [title('Chapter 3', { y: 100, size: 20 }), name, ...prose(250)]
  test('is one title with it', () =>
    expect(titlesOf([page(title('Weirs', { y: 130, size: 24 }))])).toEqual(['1 Chapter 3 Weirs']))
  test('but not in another face, nor far away', () => {
    expect(titlesOf([page(title('Weirs', { y: 130, size: 24, bold: true }))])).toHaveLength(2)
    expect(titlesOf([page(title('Weirs', { y: 200, size: 24 }))])).toHaveLength(2)
  })
})

test('the one large line of a cover is the document’s title', () => {
  const cover = [
    text('Quiet engines for small ferries', { y: 200, size: 30 }),
    text('Harbour Board', { y: 260, size: 12 }),
  ]
  const rest = [title('Why quiet?', { y: 60, size: 16 }), ...prose(100)]
  expect(titlesOf([cover, rest])).toEqual(['1 Quiet engines for small ferries', '2 Why quiet?'])
  // Two lines of one size are no title and its subtitle.
  expect(titlesOf([[text('One', { y: 200, size: 30 }), text('Other', { y: 260, size: 30 })], rest])).toEqual([
    '1 Why quiet?',
  ])
})

test('a line that only the first page has on its top is no running head', () => {
  const line = text('MEMORANDUM', { y: 75, caps: true })
  const types = (pages: readonly (readonly Block[])[]): string | undefined =>
    assembled(pages, { keep_header_footer: true }).pages[0]?.blocks[0]?.type
  expect(types([[line, ...prose()], prose(100)])).not.toBe('header')
  expect(types([[line, ...prose()]])).toBe('header')
})
