import { describe, expect, test } from 'vitest'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import { streamOrderColumns } from '../../../src/layout/order/stream-order-columns.ts'
import type { PageGroups, Ruling } from '../../../src/layout/state.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const count = 20
const texts = (name: string): string[] => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`)
const at = (name: string, x: number, leading = 20): Ink[] => lines(texts(name), { x, y: 100, leading })
/** A column of keys with their meanings, written line by line. The columns have different line spacing. */
const card = (name: string, x: number): Ink[] =>
  at(`key ${name}`, x, x < 300 ? 20 : 21.7).flatMap((key, index) => [
    key,
    { ...key, text: `meaning of ${name} ${index}`, x: x + 80 },
  ])
const title = { text: 'A card of keys', x: 200, y: 60, size: 16 }
const footer = { text: 'Printed on paper', x: 250, y: 790 }

const pageOf = (inks: readonly Ink[], rulings: readonly Ruling[] = []): PageGroups => ({
  ...layoutState(rawPage(inks)),
  rulings,
})
const columns = (inks: readonly Ink[], rulings: readonly Ruling[] = []): number =>
  streamOrderColumns(pageOf(inks, rulings))?.length ?? 0

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
    const rulingAt = (position: number): Ruling => ({ horizontal: true, position, from: 50, to: 540 })
    expect(columns([...left, ...right], [rulingAt(150)])).toBe(2)
    expect(columns([...left, ...right], [rulingAt(150), rulingAt(250)])).toBe(0)
  })

  test('contain the figures at their bottom, with captions', () => {
    const captions = ['Figure 1. Of the left', 'Figure 2. Of the right'].map(
      (text, index): Ink => ({ text, x: index === 0 ? 50 : 310, y: 620 }),
    )
    const figures = [50, 310].map((x0) => ({ box: { x0, y0: 520, x1: x0 + 200, y1: 600 }, text: '' }))
    const page = pageOf([title, ...card('one', 50), ...card('two', 310), ...captions, footer])
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
})
