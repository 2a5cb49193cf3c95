import { describe, expect, test } from 'vitest'
import type { PageGroups } from '../../../../src/layout/state.ts'
import { layOut, sketch } from '../../drawings.ts'
import { type Ink, lines } from '../../raw-pages.ts'

const xs = [60, 150, 280]
type Cell = readonly string[]

/** Cells written one after the other, row by row, without gaps between the rows. */
function byCells(
  rows: readonly (readonly Cell[])[],
  { y = 200, foot = false, each = {} }: { y?: number; foot?: boolean; each?: Partial<Ink> } = {},
): Ink[] {
  let top = y
  return rows.flatMap((cells) => {
    const high = Math.max(...cells.map((cell) => cell.length))
    const inks = cells.flatMap((cell, col) =>
      lines(cell, { ...each, x: xs[col] as number, y: top + (foot ? high - cell.length : 0) * 12, leading: 12 }),
    )
    top += high * 12
    return inks
  })
}

const duties = [
  [['Office'], ['Head'], ['Duties']],
  [['Works and', 'buildings'], ['A. Berg'], ['Keeps the halls, the', 'yards and all roads', 'in good order']],
  [['Archive'], ['C. Dahl and', 'E. Foss'], ['Holds the papers of', 'the town']],
  [['Harbour of', 'the north'], ['G. Holm'], ['Sees to the quays', 'and moorings']],
]
const asRows = (rows: readonly (readonly Cell[])[]): string[] =>
  rows.map((row) => row.map((cell) => cell.join(' ')).join(' | '))
const found = (draft: PageGroups): string[] => sketch(draft.tables[0]).map((row) => row.replaceAll('#', ''))

describe('tables written cell by cell', () => {
  test('the stream order determines the rows without gaps between them', () => {
    expect(found(layOut({ text: byCells(duties) }))).toEqual(asRows(duties))
  })

  test('cells are aligned with the bottom of their row', () => {
    expect(found(layOut({ text: byCells(duties, { foot: true }) }))).toEqual(asRows(duties))
  })

  test('numbers are at the bottom of long labels, and a paragraph is directly above the heading', () => {
    const counted = [
      [['Place'], ['2021'], ['2022']],
      [['Visitors of the', 'old museum'], ['1,204'], ['1,377']],
      [['Visitors of the', 'house of arts'], ['310'], ['298']],
    ]
    const above = lines(['The houses are open from April to October; what they', 'take is given to the schools.'], {
      x: 60,
      y: 176,
      leading: 12,
    })
    const draft = layOut({ text: [...above, ...byCells(counted, { foot: true })] })
    expect(found(draft)).toEqual(asRows(counted))
    expect(draft.lines).toHaveLength(2)
  })

  test('segments of a justified line are one line of their cell', () => {
    const text = byCells(duties)
    const at = text.findIndex((ink) => ink.text === 'Keeps the halls, the')
    const { y } = text[at] as Ink
    const pieces = [
      { text: 'Keeps', x: 280, y },
      { text: 'the', x: 325, y },
      { text: 'halls', x: 360, y },
    ]
    expect(found(layOut({ text: [...text.slice(0, at), ...pieces, ...text.slice(at + 1)] }))[1]).toBe(
      'Works and buildings | A. Berg | Keeps the halls yards and all roads in good order',
    )
  })

  test('text across several columns separates two tables', () => {
    const between = lines(['What the town pays for is told in the second list, below.'], { x: 60, y: 320 })
    expect(layOut({ text: [...byCells(duties), ...between, ...byCells(duties, { y: 332 })] }).tables).toHaveLength(2)
  })
})

describe('text that is not such a table', () => {
  const none = (text: Ink[]): void => expect(layOut({ text }).tables).toEqual([])

  test('columns written one after the other are not a table', () => {
    const cells = byCells([...duties, ...duties].map(([, place, what]) => [what, place] as Cell[]))
    none([60, 150].flatMap((x) => cells.filter((ink) => ink.x === x)))
  })

  test('program output is not a table', () => none(byCells(duties, { each: { mono: true } })))

  test('author names with a place and an address are not a table', () => {
    const author = (name: string): Cell => [name, 'School of Mines', 'Northern town', `${name.toLowerCase()}@mines.org`]
    none(
      byCells([
        [author('Ames'), author('Birk')],
        [author('Cole'), author('Dunn')],
        [author('Eck'), author('Fry')],
      ]),
    )
  })

  test('text next to text is not a table', () => {
    const words = [
      'all that was said of',
      'the matter stands in',
      'the minutes of that',
      'year, and no one had',
      'anything to add',
    ]
    none(byCells([0, 1, 2].map(() => [words, [...words].reverse()])))
  })
})
