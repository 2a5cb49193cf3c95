import { describe, expect, test } from 'vitest'
import { assembled, prose, table, text } from './pages.ts'

describe('enable_text_cross_page', () => {
  const on = { enable_text_cross_page: true }
  const head = text('The influence of medicine on the Greek and English phy-', { y: 700, lines: 3 })
  const tail = text('sicians brought an influx of plants.', { y: 100, lines: 2 })
  const foot = text('17', { y: 800 })

  test('a split paragraph moves to the page where it starts, across furniture', () => {
    const document = assembled(
      [
        [...prose(), head, foot],
        [text('18', { y: 30 }), tail, ...prose()],
      ],
      { ...on, keep_header_footer: true },
    )
    expect(document.pages[0]!.blocks[5]).toMatchObject({
      text: 'The influence of medicine on the Greek and English physicians brought an influx of plants.',
    })
    expect(document.pages[1]).toMatchObject({ mergeFromPrevious: true })
    expect(document.pages[1]!.blocks).toHaveLength(6)
  })

  test('a paragraph over three pages is joined on the first', () => {
    const document = assembled(
      [[text('one and', { y: 700 })], [text('then two and', { y: 100 })], [text('then three.', { y: 100 })]],
      on,
    )
    expect(document.pages.map(({ blocks }) => blocks.length)).toEqual([1, 0, 0])
    expect(document.pages[0]!.blocks[0]).toMatchObject({ text: 'one and then two and then three.' })
    expect(document.pages.map(({ mergeFromPrevious }) => mergeFromPrevious)).toEqual([false, true, true])
  })

  test('a paragraph is not joined after a period, without the option or across missing pages', () => {
    const done = text('It ends here.', { y: 700 })
    expect(assembled([[done], [tail]], on).pages[1]!.mergeFromPrevious).toBe(false)
    expect(assembled([[head], [tail]]).pages[1]!.mergeFromPrevious).toBe(false)
    expect(assembled([[text('and another', { y: 700, size: 14 })], [tail]], on).pages[1]!.mergeFromPrevious).toBe(false)
  })
})

describe('enable_table_cross_page', () => {
  const on = { enable_table_cross_page: true }
  const one = table(
    [
      ['Name', 'Sum'],
      ['a', '1'],
    ],
    { y: 700 },
  )
  const two = table(
    [
      ['Name', 'Sum'],
      ['b', '2'],
    ],
    { y: 100 },
  )

  test('a split table is joined without its repeated header, and each cell keeps its page', () => {
    const document = assembled(
      [
        [...prose(), one],
        [two, ...prose(200)],
      ],
      on,
    )
    const joined = document.pages[0]!.blocks.at(-1)
    expect(joined).toMatchObject({ kind: 'table', rows: 3, cols: 2 })
    expect(joined?.kind === 'table' && joined.cells.map(({ row, text, pageIndex }) => [row, text, pageIndex])).toEqual([
      [0, 'Name', 0],
      [0, 'Sum', 0],
      [1, 'a', 0],
      [1, '1', 0],
      [2, 'b', 1],
      [2, '2', 1],
    ])
    expect(document.pages[1]).toMatchObject({ mergeFromPrevious: true })
    expect(document.pages[1]!.blocks).toHaveLength(5)
  })

  test('tables with different columns or text between are not joined', () => {
    expect(assembled([[one], [table([['x', 'y', 'z']], { y: 100 })]], on).pages[1]!.blocks).toHaveLength(1)
    expect(assembled([[one], [...prose(), two]], on).pages[1]!.mergeFromPrevious).toBe(false)
    expect(assembled([[one], [two]]).pages[1]!.mergeFromPrevious).toBe(false)
  })
})
