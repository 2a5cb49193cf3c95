import { describe, expect, test } from 'vitest'
import { perColumn } from '../../../src/layout/order/per-column.ts'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import { streamOrderColumns } from '../../../src/layout/order/stream-order-columns.ts'
import type { LayoutPass, PageGroups, PageObjects, Ruling } from '../../../src/layout/state.ts'
import { findTables } from '../../../src/layout/tables/index.ts'
import { across, down } from '../drawings.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const count = 20
const texts = (name: string): string[] => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`)
const at = (name: string, x: number, leading = 20): Ink[] => lines(texts(name), { x, y: 100, leading })
/** A column of keys with their meanings, written line by line. */
const card = (name: string, x: number): Ink[] =>
  at(`key ${name}`, x).flatMap((key, index) => [key, { ...key, text: `meaning of ${name} ${index}`, x: x + 80 }])
const title = { text: 'A card of keys', x: 200, y: 60, size: 16 }
const footer = { text: 'Printed on paper', x: 250, y: 790 }

const draft = (inks: readonly Ink[], rulings: readonly Ruling[] = []): PageGroups => ({
  ...layoutState(rawPage(inks)),
  rulings,
})
const columns = (inks: readonly Ink[], rulings: readonly Ruling[] = []): number =>
  streamOrderColumns(draft(inks, rulings))?.length ?? 0

describe('columns of the content stream', () => {
  test('are found between a title and a footer, aligned or not', () => {
    expect(columns([title, ...card('one', 50), ...card('two', 310), footer])).toBe(2)
    expect(columns([...at('left', 50, 20), ...at('right', 310, 21.7)])).toBe(2)
  })

  test('are not the cells of a table that is written column by column', () => {
    expect(columns([...at('left', 50), ...at('right', 310)])).toBe(0)
  })

  test('are not found if the stream is row-wise, if lines touch, or if several rulings cross both columns', () => {
    const [left, right] = [card('one', 50), card('two', 310)]
    expect(columns(left.flatMap((ink, index) => [ink, right[index]!]))).toBe(0)
    expect(columns([...card('one and a very long meaning', 50), ...right])).toBe(0)
    const rulingAt = (position: number): Ruling => ({ horizontal: true, position, from: 50, to: 540, thickness: 1 })
    expect(columns([...left, ...right], [rulingAt(150)])).toBe(2)
    expect(columns([...left, ...right], [rulingAt(150), rulingAt(250)])).toBe(0)
  })

  test('contain the figures at their bottom, with captions', () => {
    const captions = ['Figure 1. Of the left', 'Figure 2. Of the right'].map(
      (text, index): Ink => ({ text, x: index === 0 ? 50 : 310, y: 620 }),
    )
    const figures = [50, 310].map((x0) => ({ box: { x0, y0: 520, x1: x0 + 200, y1: 600 }, text: '' }))
    const page = draft([title, ...card('one', 50), ...card('two', 310), ...captions, footer])
    const { flow } = orderLayout({ ...page, figures })
    const names = flow.map((item) =>
      item.kind === 'row' ? item.row.text.split(' ').slice(0, 3).join(' ') : `${item.kind} ${item.index}`,
    )
    const at = (name: string): number => names.findIndex((other) => other.startsWith(name))
    expect(at('figure 0')).toBeGreaterThan(at('key one 20'))
    expect([at('figure 0'), at('Figure 1'), at('key two 1'), at('figure 1'), at('Figure 2'), at('Printed')]).toEqual(
      [at('figure 0'), at('Figure 1'), at('key two 1'), at('figure 1'), at('Figure 2'), at('Printed')].sort(
        (a, b) => a - b,
      ),
    )
  })

  test('separate the tables in them', () => {
    const whole = draft([title, ...card('one', 50), ...card('two', 310), footer])
    const { tables, lines: left } = perColumn(findTables)(whole)
    expect(tables.every(({ box }) => box.x1 < 310 || box.x0 >= 310)).toBe(true)
    expect(left.map(({ text }) => text)).toEqual(expect.arrayContaining([title.text, footer.text]))
  })

  test('do not split a table that is written column by column, with labels next to the first lines of the texts', () => {
    const sentence = 'of running text that says at length what its label means'
    const labels = lines(
      Array.from({ length: 9 }, (_, index) => `Label ${index + 1}`),
      { x: 50, y: 100, leading: 42 },
    )
    const cells = labels.flatMap(({ y }) => lines([sentence, sentence, sentence], { x: 160, y }))
    const seen: number[] = []
    const count: LayoutPass<PageObjects> = (part) => {
      seen.push(part.lines.length)
      return part
    }
    perColumn(count)(draft([...labels, ...cells]))
    expect(seen).toEqual([labels.length + cells.length])
    expect(streamOrderColumns(draft([...labels, ...cells]))).toHaveLength(2)
  })

  test('do not split a table with tall cells and rulings across or above them', () => {
    const sentence = 'of running text that fills its cell'
    const xs = [60, 240, 420]
    const cells = xs.flatMap((x) =>
      lines(
        Array.from({ length: 24 }, () => sentence),
        { x, y: 150, leading: 14, pitch: 0.4 },
      ),
    )
    const headers = xs.map((x) => ({ text: 'Heading', x, y: 120 }))
    const tableOf = (inks: readonly Ink[], ys: readonly number[]): unknown => {
      const paths = [...[55, 235, 415, 575].map((x) => down(x, 100, 495)), ...ys.map((y) => across(y, 55, 575))]
      const ruled = layoutState({ ...rawPage(inks), paths })
      expect(streamOrderColumns(ruled)).toHaveLength(3)
      return perColumn(findTables)(ruled).tables.map(({ method, rows, cols }) => [method, rows, cols])
    }
    expect(tableOf(cells, [100, 313, 495])).toEqual([['lattice', 2, 3]])
    expect(tableOf([...headers, ...cells], [100, 135, 495])).toEqual([['lattice', 2, 3]])
  })
})
