import { describe, expect, test } from 'vitest'
import type { Block, Cell, TableBlock, TextBlock } from '../../src/model/document.ts'
import { assembled, prose, table, text } from './pages.ts'

/** Whether the tail is joined with the page before. */
function joins(head: Block, tail: Block, features: Parameters<typeof assembled>[1]): boolean {
  return assembled(
    [
      [...prose(), head],
      [tail, ...prose(200)],
    ],
    features,
  ).pages[1]!.mergeFromPrevious
}

describe('paragraphs', () => {
  const on = { enable_text_cross_page: true }

  test.each([
    ['a hyphenated word', 'the stalks are gath-', 'ered by hand.', true],
    ['a lowercase letter', 'the stalks are gathered', 'by hand.', true],
    ['a lowercase letter in Greek', 'τα στάχυα μαζεύονται', 'με το χέρι.', true],
    ['ideographs in the middle of a sentence', '这些麦秆是用手', '收集起来的。', true],
    ['ideographs after a period', '这些麦秆是用手收集起来的。', '第二段从这里开始。', false],
    ['a danda', 'यह वाक्य समाप्त हुआ।', 'दूसरा वाक्य यहाँ है।', false],
    ['a question in Arabic', 'هل انتهت الجملة؟', 'نعم انتهت', false],
    ['Arabic that continues', 'هذه الجملة لم', 'تنته بعد', true],
    ['a capital after a comma', 'in the town of York,', 'England, they say.', true],
    ['a bracket after the period', 'they say (so it is written.)', 'The next day came.', false],
    ['a colon', 'The following was found:', 'wheat and rye.', false],
  ])('%s', (_, head, tail, expected) => {
    expect(joins(text(head, { y: 700, lines: 3 }), text(tail, { y: 100, lines: 2 }), on)).toBe(expected)
  })

  test('a table at the bottom interrupts a sentence, but not a new paragraph', () => {
    const foot = table([['a', 'b']], { y: 720 })
    const head = text('the stalks that were', { y: 650, lines: 3 })
    const document = assembled(
      [
        [...prose(), head, foot],
        [text('gathered by hand.', { y: 100 }), ...prose(200)],
      ],
      on,
    )
    expect(document.pages[0]!.blocks.at(-2)).toMatchObject({ text: 'the stalks that were gathered by hand.' })
    const apart = assembled(
      [
        [...prose(), head, foot],
        [text('Gathered by hand they were', { y: 100, lines: 3 }), ...prose(200)],
      ],
      on,
    )
    expect(apart.pages[1]!.mergeFromPrevious).toBe(false)
  })

  test('the last list item continues with its images and lines', () => {
    const items = [
      { level: 0, marker: '- ', text: 'one' },
      { level: 0, marker: '- ', text: 'two and' },
    ]
    const list: TextBlock = { ...text('- one\n- two and', { y: 700, lines: 2 }), items, inlinePictures: ['p1-1.png'] }
    const tail: TextBlock = { ...text('the rest of two.', { y: 100, lines: 1 }), inlinePictures: ['p2-1.png'] }
    const [first] = assembled([[list], [tail]], on).pages
    expect(first!.blocks[0]).toMatchObject({
      text: '- one\n- two and the rest of two.',
      items: [items[0], { ...items[1], text: 'two and the rest of two.' }],
      inlinePictures: ['p1-1.png', 'p2-1.png'],
      style: { lineCount: 3 },
    })
  })

  test('confidence is weighted by characters', () => {
    const head = { ...text('four', { y: 700 }), confidence: 1 }
    const tail = { ...text('four', { y: 100 }), confidence: 0.5 }
    expect(assembled([[head], [tail]], on).pages[0]!.blocks[0]).toMatchObject({ confidence: 0.75 })
  })
})

describe('tables', () => {
  const on = { enable_table_cross_page: true }
  const ledger = (
    rows: readonly (readonly string[])[],
    y: number,
    change: (cell: Cell) => Partial<Cell> = () => ({}),
    box?: TableBlock['box'],
  ): TableBlock => {
    const made = table(rows, { y })
    return { ...made, box: box ?? made.box, cells: made.cells.map((cell) => ({ ...cell, ...change(cell) })) }
  }
  const head = ledger(
    [
      ['Field', 'Tonnes'],
      ['North', '4'],
    ],
    700,
  )
  const more = [['South', '5']]
  const noHeader = (): Partial<Cell> => ({ header: false })

  test('margins of left and right pages may differ, widths may not', () => {
    const at = (x0: number, x1: number) => ledger(more, 100, noHeader, { x0, y0: 100, x1, y1: 130 })
    const columnsApart = (cell: Cell): Partial<Cell> => ({
      header: false,
      box: { x0: 300 + 20 * cell.col, y0: 0, x1: 310 + 20 * cell.col, y1: 9 },
    })
    expect(joins(head, at(80, 530), on)).toBe(true)
    expect(joins(head, ledger(more, 100, columnsApart, { x0: 300, y0: 100, x1: 330, y1: 130 }), on)).toBe(false)
  })

  test('columns of unruled tables overlap', () => {
    const column =
      (left: readonly number[], wide: number) =>
      (cell: Cell): Partial<Cell> => {
        const x0 = left[cell.col] ?? 0
        return { box: { x0, y0: 0, x1: x0 + wide, y1: 9 }, header: cell.row === 0 && wide === 60 }
      }
    const above = ledger(
      [
        ['Field', 'Tonnes'],
        ['North', '4'],
      ],
      700,
      column([50, 300], 60),
      { x0: 50, y0: 700, x1: 360, y1: 730 },
    )
    const below = ledger(more, 100, column([50, 310], 30), { x0: 50, y0: 100, x1: 340, y1: 130 })
    const elsewhere = ledger(more, 100, column([50, 180], 30), { x0: 50, y0: 100, x1: 210, y1: 130 })
    expect(joins(above, below, on)).toBe(true)
    expect(joins(above, elsewhere, on)).toBe(false)
  })

  test('a table with its own header is not joined; a repeated header is removed, even with “(continued)”', () => {
    expect(
      joins(
        head,
        ledger(
          [
            ['Gate', 'Keeper'],
            ['East', 'Ann'],
          ],
          100,
        ),
        on,
      ),
    ).toBe(false)
    const marked = ledger(
      [
        ['Field (continued)', 'Tonnes'],
        ['South', '5'],
      ],
      100,
    )
    const [first] = assembled([[...prose(), head], [marked]], on).pages
    expect(first!.blocks.at(-1)).toMatchObject({ rows: 3 })
  })

  test('a header-like first row becomes a body row', () => {
    const group = ledger(
      [
        ['Fields in the south', ''],
        ['South', '5'],
      ],
      100,
    )
    const joined = assembled([[...prose(), head], [group]], on).pages[0]!.blocks.at(-1)
    expect(joined?.kind === 'table' && joined.cells.filter(({ header }) => header).map(({ row }) => row)).toEqual([
      0, 0,
    ])
  })

  test('a repeated caption is removed with its table; another caption prevents joining', () => {
    const captioned = (label: string, page: 'head' | 'tail'): Block[] => [
      text(label, { y: page === 'head' ? 690 : 90, type: 'table_caption' }),
      { ...(page === 'head' ? head : ledger(more, 100, noHeader)), captions: [0] },
    ]
    const over = (first: string, second: string) =>
      assembled([captioned(first, 'head'), [...captioned(second, 'tail'), ...prose(200)]], on).pages[1]!
    expect(over('Table 3: Yield of the fields', 'Table 3 (continued)').blocks).toHaveLength(5)
    expect(over('表 3 产量', '表 3 产量（续）').mergeFromPrevious).toBe(true)
    expect(over('Table 3: Yield of the fields', 'Table 4: Keepers').mergeFromPrevious).toBe(false)
  })

  test('a table over three pages, the middle one with nothing else', () => {
    const document = assembled(
      [[...prose(), head], [ledger(more, 100, noHeader)], [ledger([['West', '6']], 100, noHeader), ...prose(200)]],
      on,
    )
    expect(document.pages.map(({ mergeFromPrevious, blocks }) => [mergeFromPrevious, blocks.length])).toEqual([
      [false, 6],
      [true, 0],
      [true, 5],
    ])
    const joined = document.pages[0]!.blocks.at(-1)
    expect(joined?.kind === 'table' && joined.cells.map(({ row, pageIndex }) => [row, pageIndex])).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 0],
      [2, 1],
      [2, 1],
      [3, 2],
      [3, 2],
    ])
  })
})
