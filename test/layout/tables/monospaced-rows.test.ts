import { describe, expect, test } from 'vitest'
import { layoutPage } from '../../../src/layout/layout.ts'
import { mergeMonospacedRows } from '../../../src/layout/tables/monospaced-rows.ts'
import type { Path } from '../../../src/model/raw-page.ts'
import { type Ink, layoutState, lines, rawPage } from '../raw-pages.ts'

const prose = lines(
  [
    'The fitted model is printed in the usual way, and its coefficients',
    'are those of the first column, with their standard errors beside',
    'them in the second.',
  ],
  { x: 60, y: 100 },
)
const printed = [
  '> print(model)',
  '',
  '            Estimate  Std. Error  t value',
  '(Intercept)   1.2345      0.0123   100.40',
  'slope         0.5000      0.2500     2.00',
  'curve        -0.1000      0.0500    -2.00',
]
/** `pitch`: character width in em, as in common monospaced fonts. */
const monospaced = { mono: true, font: 'Typewriter', pitch: 0.525 } as const
/** Segments of each row, separated by two or more spaces, at the positions that `left` gives. */
function rows(texts: readonly string[], left: (column: number) => number = (column) => 60 + column * 5.25): Ink[] {
  return texts.flatMap((text, row) =>
    [...text.matchAll(/\S+(?: \S+)*/g)].map(
      (match): Ink => ({ ...monospaced, text: match[0], x: left(match.index), y: 160 + row * 12 }),
    ),
  )
}
const kinds = (inks: readonly Ink[], paths: readonly Path[] = []): string[] =>
  layoutPage({ ...rawPage(inks), paths }).blocks.map(({ type }) => type)
const rule = (y: number): Path => ({
  box: { x0: 58, y0: y, x1: 290, y1: y + 0.5 },
  stroked: true,
  rectangle: false,
  color: 0,
  opacity: 1,
})

describe('monospaced program output', () => {
  test('is code and keeps its columns', () => {
    const { blocks } = layoutPage(rawPage([...prose, ...rows(printed)]))
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'code'])
    expect(blocks[1]).toMatchObject({ text: printed.join('\n') })
  })

  test('is code on a page with little other text, but not in a monospaced letter', () => {
    const page = rows(printed.slice(2))
    expect(kinds([{ text: 'Chapter Two', x: 60, y: 40 }, ...page])).toContain('code')
    expect(kinds([{ text: '12', x: 290, y: 800 }, ...page])).toContain('table')
  })

  test('is not code if it is a table with columns', () => {
    const columns = new Map(
      [0, 12, 14, 13, 24, 26, 36, 37, 39, 38].map((column) => [
        column,
        60 + 5.25 * column + (column > 35 ? 7.8 : column > 23 ? 5 : column > 0 ? 2.6 : 0),
      ]),
    )
    const table = rows(printed.slice(2), (column) => columns.get(column) ?? 0)
    expect(kinds([...prose, ...table])).toEqual(['text', 'table'])
  })

  test('is not code if the table is ruled or has a caption', () => {
    const table = rows(printed.slice(2))
    expect(kinds([...prose, ...table], [rule(148), rule(163), rule(200)])).toEqual(['text', 'table'])
    expect(kinds([...prose, { text: 'Table 1: Coefficients of the model', x: 60, y: 142 }, ...table])).toContain(
      'table',
    )
  })

  test('is a table if the words next to it are in another font', () => {
    const keys = rows(['--out      FILE', '--threads  N', '--quiet    –'])
    const inks = keys.flatMap((ink): Ink[] =>
      ink.x > 62 ? [ink, { text: `says what ${ink.text} is`, x: 180, y: ink.y }] : [ink],
    )
    const state = layoutState(rawPage(inks), mergeMonospacedRows)
    expect(state.lines.some(({ isMonospacedRow }) => isMonospacedRow)).toBe(false)
  })

  test('has a limited number of spaces if the character width shrinks from row to row', () => {
    const square = { ...monospaced, size: 1, text: 'ab' }
    const even = Array.from({ length: 400 }, (_, row): Ink => ({ ...square, pitch: 0.5, x: 20, y: 10 + row * 0.8 }))
    const shrinking = Array.from({ length: 390 }, (_, row): Ink[] => {
      const pitch = 0.5 * 0.972 ** (row + 1)
      // Both edges of each gap are on the grid of the rows above.
      return [20, 45 + pitch * 2].map((x) => ({ ...square, pitch, x, y: 10 + (400 + row) * 0.8 }))
    })
    const state = layoutState(
      rawPage([...even, ...shrinking.flat(), { text: 'printed by a program', x: 20, y: 880 }], { height: 900 }),
      mergeMonospacedRows,
    )
    expect(state.lines.some(({ isMonospacedRow }) => isMonospacedRow)).toBe(true)
    expect(Math.max(...state.lines.map(({ text }) => text.length))).toBeLessThan(200)
  })

  test('is not code in a report in one monospaced font with symbols of another', () => {
    const table = [
      'Place        Height   Warmth',
      'Orchard         120      18',
      'Upper mill      340      14',
      'Old granary     560      12',
    ]
    const report = rows(table)
    const degrees = [1, 2, 3].map((row): Ink => ({ text: '°', font: 'Symbol', x: 60 + 27 * 5.25, y: 160 + row * 12 }))
    const merged = (inks: readonly Ink[]): boolean =>
      layoutState(rawPage(inks), mergeMonospacedRows).lines.some(({ isMonospacedRow }) => isMonospacedRow === true)
    expect(merged([...report, ...degrees])).toBe(false)
    expect(merged([...report, { text: 'Observations', x: 60, y: 120 }])).toBe(true)
  })

  test('is a separate listing in each of two columns', () => {
    const [left, right] = [60, 60 + 40 * 5.25].map((x) =>
      lines(['if (a) {', '  b()', '} else {', '  c()', '}'], { ...monospaced, x, y: 160 }),
    )
    const state = layoutState(rawPage([...left!, ...right!]), mergeMonospacedRows)
    expect(state.lines.length).toBe(10)
  })
})
