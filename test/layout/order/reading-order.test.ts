import { describe, expect, test } from 'vitest'
import { orderLayout } from '../../../src/layout/order/reading-order.ts'
import type { PageGroups } from '../../../src/layout/state.ts'
import { across } from '../drawings.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

function order(inks: readonly Ink[], more: Partial<PageGroups> = {}): string[] {
  const merged = layoutState(rawPage(inks))
  return orderLayout({ ...merged, ...more }).flow.map((item) => (item.kind === 'row' ? item.row.text : item.kind))
}

const prose = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index + 1} is a line of running text`)
const left = lines(prose('a', 5), { x: 50, y: 200 })
const right = lines(prose('b', 5), { x: 310, y: 205 })
const mixed = left.flatMap((ink, index) => [ink, right[index]!])

const table = {
  box: { x0: 305, y0: 100, x1: 540, y1: 180 },
  rows: 1,
  cols: 1,
  cells: [],
  confidence: 1,
  source: 'text_layer',
  method: 'lattice',
} as const

describe('reading order', () => {
  test('is column by column in any stream order, if the rows of the columns are not aligned', () => {
    expect(order(mixed)).toEqual([...left, ...right].map(({ text }) => text))
  })

  test('begins with a title above the columns and ends with a line below them', () => {
    const title = {
      text: 'A title that runs over both of the columns of this page, all the way',
      x: 50,
      y: 150,
      size: 12,
      pitch: 0.55,
    }
    const footer = {
      text: 'A closing line that runs over both of the columns of the page as well',
      x: 50,
      y: 300,
      size: 12,
      pitch: 0.55,
    }
    expect(order([footer, ...mixed, title])).toEqual([
      title.text,
      ...left.map(({ text }) => text),
      ...right.map(({ text }) => text),
      footer.text,
    ])
  })

  test('is column-wise for aligned columns, if the content stream is', () => {
    const aligned = lines(prose('b', 5), { x: 310, y: 200 })
    expect(order([...left, ...aligned])).toEqual([...left, ...aligned].map(({ text }) => text))
  })

  test('is column-wise across a gutter of two spaces, if the content stream goes down one column and then the other', () => {
    const near = lines(['it ends early', 'this one ends late by a few words', 'it ends early', ...prose('a', 4)], {
      x: 50,
      y: 200,
      block: 1,
    })
    const far = lines(['each of them', ...prose('b', 6)], { x: 221, y: 200, block: 2 })
    expect(order([...near, ...far])).toEqual([...near, ...far].map(({ text }) => text))
  })

  test('begins with a label at half the height of its rows', () => {
    const cells = [
      { text: 'the first line of the description', x: 100, y: 200 },
      { text: 'label', x: 50, y: 205 },
      { text: 'the second line of it', x: 100, y: 209.5 },
    ]
    expect(order(cells)).toEqual(['label', cells[0]!.text, cells[2]!.text])
    const number = cells.map((cell) => (cell.x === 50 ? { ...cell, y: 200 } : cell))
    expect(order(number)).toEqual([`label ${cells[0]!.text}`, cells[2]!.text])
  })

  test('is column-wise across a narrow gutter above cells that are written row by row', () => {
    const near = lines(['it ends early', 'this one ends late by a few words', 'it ends early', ...prose('a', 8)], {
      x: 50,
      y: 200,
      block: 1,
    })
    const far = lines(['each of them', ...prose('b', 10)], { x: 221, y: 200, block: 2 })
    const cells = [50, 140, 230, 320].map((x, at): Ink => ({ text: `cell ${at}`, x, y: 360, block: 3 }))
    expect(order([...near, ...far, ...cells]).slice(0, 22)).toEqual([...near, ...far].map(({ text }) => text))
  })

  test('is column-wise for a translation into an ideographic script next to its text', () => {
    const numbered = (texts: readonly string[], x: number): Ink[] =>
      texts.flatMap((text, row): Ink[] => [
        { text: `${row + 1}`, x, y: 200 + 24 * row },
        { text, x: x + 20, y: 200 + 24 * row },
        { text: row % 2 === 0 ? text.slice(0, 1) : text, x: x + 20, y: 212 + 24 * row },
      ])
    const english = numbered(prose('a', 6), 50)
    const chinese = numbered(Array(6).fill('於二零一八年一月一日之後開始'), 330)
    expect(order([...english, ...chinese])[0]).toBe('1 a1 is a line of running text')
  })

  test('is column-wise below headings, if the words of the first line are far apart', () => {
    const column = (name: string, x: number): Ink[] => [
      { text: name, x, y: 100 },
      ...lines(prose(name, 6), { x, y: 127, leading: 14 }),
    ]
    const words = ['a0', 'is', 'justified'].map((text, at): Ink => ({ text, x: 50 + 65 * at, y: 113 }))
    const [heading, ...rest] = column('a', 50)
    const others = column('b', 310)
    others.splice(1, 0, { text: 'b0 is a line of running text', x: 310, y: 113 })
    const found = order([heading!, ...words, ...rest, ...others])
    expect(found.slice(0, 3)).toEqual(['a', 'a0 is justified', 'a1 is a line of running text'])
  })

  test('is row by row for cards, if the content stream is', () => {
    const card = (name: string, x: number, y: number): Ink[] =>
      lines([name, `The large institute of ${name}`, `A street in the town of ${name}`], { x, y, leading: 13 })
    const cards = [card('Ada', 50, 100), card('Bob', 310, 100), card('Cyd', 50, 160), card('Dan', 310, 160)]
    expect(order(cards.flat()).filter((text) => text.length === 3)).toEqual(['Ada', 'Bob', 'Cyd', 'Dan'])
    const columns = [cards[0]!, cards[2]!, cards[1]!, cards[3]!]
    expect(order(columns.flat()).filter((text) => text.length === 3)).toEqual(['Ada', 'Cyd', 'Bob', 'Dan'])
  })

  test('is row-wise for labels and values', () => {
    const labels = lines(['Name:', 'Street:', 'Town:', 'Country:'], { x: 50, y: 100, leading: 15 })
    const values = lines(['Ada Lovelace', '12 St James Square', 'London', 'England'], { x: 200, y: 100, leading: 15 })
    expect(order([...labels, ...values])).toEqual(labels.map(({ text }, index) => `${text} ${values[index]!.text}`))
  })

  test('puts numbers in the left margin before their lines', () => {
    const numbers = lines(['1', '2', '3'], { x: 50, y: 98, size: 6, leading: 14 })
    const notes = lines(['See the first volume of the work.', 'Ibid., page 13.', 'As above.'], {
      x: 70,
      y: 100,
      size: 8,
      leading: 14,
    })
    expect(order([...numbers, ...notes])).toEqual([
      '1 See the first volume of the work.',
      '2 Ibid., page 13.',
      '3 As above.',
    ])
  })

  test('puts line numbers before their lines below a figure', () => {
    const figure = { box: { x0: 90, y0: 100, x1: 400, y1: 180 }, text: '' }
    const numbers = lines(['33', '34', '35', '36'], { x: 50, y: 198, size: 6, leading: 14 })
    const code = lines(['  augment(x);', 'endfor', 'augment(0);', 'draw p;'], { x: 90, y: 200, size: 9, leading: 14 })
    expect(order([...numbers, ...code], { figures: [figure] })).toEqual([
      'figure',
      '33 augment(x);',
      '34 endfor',
      '35 augment(0);',
      '36 draw p;',
    ])
  })

  test('puts a page header in two parts before the columns', () => {
    const header = [
      { text: '74', x: 50, y: 60 },
      { text: 'Baird', x: 450, y: 60 },
    ]
    expect(order([...header, ...left, ...right])[0]).toBe('74 Baird')
  })

  test('ends at tables side by side, in the stream order of an OCR engine as well', () => {
    const boxes = [
      { x0: 50, y0: 220, x1: 270, y1: 300 },
      { x0: 310, y0: 220, x1: 530, y1: 300 },
    ]
    const tables = boxes.map((box) => ({ ...table, box }))
    const titles = [
      { text: 'First quarter', x: 50, y: 200, size: 10 },
      { text: 'Second quarter', x: 310, y: 200, size: 10 },
    ]
    const below = lines(['A summary of both tables', 'and another line'], { x: 50, y: 340 })
    expect(order([titles[0]!, ...below, titles[1]!], { tables })).toEqual([
      'First quarter',
      'table',
      'Second quarter',
      'table',
      ...below.map(({ text }) => text),
    ])
  })

  test('a ruling over the whole width ends a page header in front of columns', () => {
    const header = [
      { text: 'Guidelines', x: 50, y: 160, size: 18 },
      { text: 'Index', x: 480, y: 160 },
      { text: 'Contents', x: 480, y: 172 },
    ]
    const { rulings } = layoutState({ ...rawPage([]), paths: [across(183, 40, 580)] })
    const [a, b] = [lines(prose('a', 14), { x: 50, y: 200 }), lines(prose('b', 14), { x: 310, y: 205 })]
    const page = [...a.flatMap((ink, at) => [ink, b[at]!]), ...header]
    const texts = ['Guidelines Index', 'Contents', ...[...a, ...b].map(({ text }) => text)]
    expect(order(page)).not.toEqual(texts)
    expect(order(page, { rulings })).toEqual(texts)
  })

  test('keeps tables and figures in their column', () => {
    const figure = { box: { x0: 50, y0: 280, x1: 290, y1: 360 }, text: '' }
    expect(order([...left, ...right], { tables: [table], figures: [figure] })).toEqual([
      ...left.map(({ text }) => text),
      'figure',
      'table',
      ...right.map(({ text }) => text),
    ])
  })

  test('ends with rotated text', () => {
    expect(order([{ text: 'margin stamp', x: 20, y: 400, rotation: 270 }, ...left]).at(-1)).toBe('margin stamp')
  })

  test.each([90, 270] as const)('has the lines of a note at %i° in reading direction', (rotation) => {
    const texts = ['Downloaded from a library', 'and used under its license']
    const x = rotation === 90 ? [560, 550] : [20, 30]
    const note = texts.map((text, at) => ({ text, x: x[at]!, y: 400, size: 8, pitch: 0.05, rotation }))
    expect(order([...left, ...note]).slice(-2)).toEqual(texts)
    expect(order([...note.toReversed(), ...left]).slice(-2)).toEqual(texts)
  })

  test('is empty for a page without text', () => {
    expect(order([])).toEqual([])
  })
})
