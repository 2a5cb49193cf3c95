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
/** A character is 5.25 points wide: the pitch of a common typewriter face at ten points. */
const typewriter = { mono: true, font: 'Typewriter', pitch: 0.525 } as const
/** Row by row, each piece between two blanks or more where `left` puts it. */
function rows(texts: readonly string[], left: (column: number) => number = (column) => 60 + column * 5.25): Ink[] {
  return texts.flatMap((text, row) =>
    [...text.matchAll(/\S+(?: \S+)*/g)].map(
      (piece): Ink => ({ ...typewriter, text: piece[0], x: left(piece.index), y: 160 + row * 12 }),
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

describe('what a program printed', () => {
  test('is code, and keeps its columns', () => {
    const { blocks } = layoutPage(rawPage([...prose, ...rows(printed)]))
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'code'])
    expect(blocks[1]).toMatchObject({ text: printed.join('\n') })
  })

  test('is so on a page of hardly anything else, but not in a letter written in that face', () => {
    const page = rows(printed.slice(2))
    expect(kinds([{ text: 'Chapter Two', x: 60, y: 40 }, ...page])).toContain('code')
    expect(kinds([{ text: '12', x: 290, y: 800 }, ...page])).toContain('table')
  })

  test('a table set in the same face has columns of its own', () => {
    const columns = new Map(
      [0, 12, 14, 13, 24, 26, 36, 37, 39, 38].map((column) => [
        column,
        60 + 5.25 * column + (column > 35 ? 7.8 : column > 23 ? 5 : column > 0 ? 2.6 : 0),
      ]),
    )
    const table = rows(printed.slice(2), (column) => columns.get(column) ?? 0)
    expect(kinds([...prose, ...table])).toEqual(['text', 'table'])
  })

  test('a ruled table stays a table, and so does one with a caption', () => {
    const table = rows(printed.slice(2))
    expect(kinds([...prose, ...table], [rule(148), rule(163), rule(200)])).toEqual(['text', 'table'])
    expect(kinds([...prose, { text: 'Table 1: Coefficients of the model', x: 60, y: 142 }, ...table])).toContain(
      'table',
    )
  })

  test('words in another face beside them make rows of a table', () => {
    const keys = rows(['--out      FILE', '--threads  N', '--quiet    –'])
    const inks = keys.flatMap((ink): Ink[] =>
      ink.x > 62 ? [ink, { text: `says what ${ink.text} is`, x: 180, y: ink.y }] : [ink],
    )
    const draft = layoutState(rawPage(inks), mergeMonospacedRows)
    expect(draft.lines.some(({ typed }) => typed)).toBe(false)
  })

  test('a pitch that shrinks from row to row makes no endless holes', () => {
    const square = { ...typewriter, size: 1, text: 'ab' }
    const even = Array.from({ length: 400 }, (_, row): Ink => ({ ...square, pitch: 0.5, x: 20, y: 10 + row * 0.8 }))
    const shrinking = Array.from({ length: 390 }, (_, row): Ink[] => {
      const pitch = 0.5 * 0.972 ** (row + 1)
      // Both edges of each hole are on the grid of the rows above.
      return [20, 45 + pitch * 2].map((x) => ({ ...square, pitch, x, y: 10 + (400 + row) * 0.8 }))
    })
    const draft = layoutState(
      rawPage([...even, ...shrinking.flat(), { text: 'printed by a program', x: 20, y: 880 }], { height: 900 }),
      mergeMonospacedRows,
    )
    expect(draft.lines.some(({ typed }) => typed)).toBe(true)
    expect(Math.max(...draft.lines.map(({ text }) => text.length))).toBeLessThan(200)
  })

  test('listings in two columns stay apart', () => {
    const [left, right] = [60, 60 + 40 * 5.25].map((x) =>
      lines(['if (a) {', '  b()', '} else {', '  c()', '}'], { ...typewriter, x, y: 160 }),
    )
    const draft = layoutState(rawPage([...left!, ...right!]), mergeMonospacedRows)
    expect(draft.lines.length).toBe(10)
  })
})
