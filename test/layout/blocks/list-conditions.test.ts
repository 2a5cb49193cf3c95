/** Where lists begin, continue and end. Hand-made for this project. */
import { expect, test } from 'vitest'
import { labelLists } from '../../../src/layout/blocks/label-lists.ts'
import { grouped, type Ink, lines } from '../raw-pages.ts'

/** Items of each list, and the text of other groups. */
function read(inks: readonly Ink[]): (string | string[])[] {
  return labelLists(grouped(inks)).groups.map((group) =>
    group.kind === 'text' ? (group.items?.map(({ marker, text }) => `${marker} ${text}`) ?? group.text) : group.kind,
  )
}

const at = (y: number, text: string, more: Partial<Ink> = {}): Ink => ({ text, x: 50, y, ...more })

test('bold items end in a period or have several lines; short ones are headings', () => {
  const bold = (end: string): Ink[] => [1, 2].map((n) => at(88 + 12 * n, `${n}. Close the weir${end}`, { bold: true }))
  expect(read(bold('.'))).toEqual([['1. Close the weir.', '2. Close the weir.']])
  expect(read(bold('')).flat()).toEqual(['1. Close the weir', '2. Close the weir'])
  const long = [0, 1].flatMap((n) => [
    at(100 + 40 * n, `${n + 1}. The keeper of the weir closes it in the evening of`, { bold: true }),
    ...lines(['every day on which more water than in the usual', 'years arrives from the valley'], {
      x: 62,
      y: 112 + 40 * n,
      bold: true,
    }),
  ])
  expect(read(long)).toEqual([[expect.stringContaining('1. The keeper'), expect.stringContaining('2. The keeper')]])
})

test('numbers from 1 inside a bullet item are its inner list', () => {
  expect(
    read([at(100, '• Tools'), at(112, '1. Rope', { x: 70 }), at(124, '2. Saw', { x: 70 }), at(136, '• Food')]),
  ).toEqual([['-  Tools', '1. Rope', '2. Saw', '-  Food']])
  expect(read([at(100, '• Tools'), at(112, '1. Rope'), at(124, '2. Saw')])).toEqual([
    ['-  Tools'],
    ['1. Rope', '2. Saw'],
  ])
})

test('a lower number of the same form begins another list, a higher one continues', () => {
  const numbers = (...values: number[]): Ink[] =>
    values.map((n, index) => at(100 + 12 * index, `${n}. Item of a list.`))
  expect(read(numbers(5, 6, 3, 4)).map((list) => list.length)).toEqual([2, 2])
  expect(read(numbers(5, 6, 8)).map((list) => list.length)).toEqual([3])
})

test('a list has two consecutive numbers of one form', () => {
  expect(read([at(100, '1. First line.'), at(112, '3. Third line.')])).toEqual(['1. First line.', '3. Third line.'])
  expect(read([at(100, '1. First line.'), at(112, '2) Second line.')])).toEqual(['1. First line.', '2) Second line.'])
})

test('an indented paragraph continues an item; text at its edge does not', () => {
  const list = [at(100, '• First item'), at(112, '• Second item')]
  const paragraph = (x: number): Ink => at(132, 'More about the second', { x })
  expect(read([...list, paragraph(58)])).toEqual([['-  First item', '-  Second item More about the second']])
  expect(read([...list, paragraph(50)]).at(-1)).toBe('More about the second')
  const wrapped = [at(100, '• First item, which is longer than its'), at(112, 'line', { x: 75 })]
  expect(read([...wrapped, paragraph(60)]).at(-1)).toBe('More about the second')
})

test('a short line in another font with space above is a heading between two lists', () => {
  const page = (text: string, more: Partial<Ink>): Ink[] => [
    at(100, '• First item'),
    at(122, text, { x: 62, ...more }),
    at(140, '• Second item'),
  ]
  const other = { font: 'Gothic' }
  expect(read(page('Other tools', other))).toHaveLength(3)
  expect(read(page('Other tools', { italic: true }))).toHaveLength(3)
  expect(read(page('Other tools.', other))).toHaveLength(1)
  expect(read(page('and other tools', other))).toHaveLength(1)
  const close = [at(100, '• First item'), at(112, 'Other tools', { x: 62, ...other }), at(124, '• Second item')]
  expect(read(close)).toHaveLength(1)
})

test('a numbered line above an empty line and an indented paragraph is a section heading', () => {
  const page = (end: string, gap: number): Ink[] =>
    [1, 2].flatMap((n) => [
      at(100 * n, `${n}. The weir${end}`),
      ...lines(['The water of the valley runs over the weir in the spring and', 'in the autumn of each year'], {
        x: 66,
        y: 100 * n + gap,
      }),
    ])
  expect(read(page('', 24))).toHaveLength(4)
  expect(read(page('.', 24))).toHaveLength(1)
  expect(read(page('', 12))).toHaveLength(1)
})
