/**
 * Changes of a page that must not change the table found on it: each table is set with one change at a time and must
 * have the same rows and columns. The effect of a change is reported as a list of settings and not as one failing
 * fixture.
 */
import { describe, expect, test } from 'vitest'
import type { Path } from '../../../src/model/raw-page.ts'
import { across, down, layOut } from '../drawings.ts'
import { type Ink, lines } from '../raw-pages.ts'

const tables: Record<string, readonly (readonly string[])[]> = {
  figures: [
    ['Region', 'Mean', 'Total', 'Rank'],
    ['Northern coast', '12.5', '1,204', '3'],
    ['Inland', '9.75', '88', '14'],
    ['Islands', '100.0', '2,310', '7'],
    ['Southern plain', '0.25', '19', '120'],
  ],
  words: [
    ['Plant', 'Colour', 'Season', 'Place'],
    ['Aster', 'violet', 'autumn', 'edge of woods'],
    ['Primrose', 'yellow', 'spring', 'meadow'],
    ['Poppy', 'red', 'early summer', 'field'],
    ['Gentian', 'deep blue', 'late summer', 'slope'],
    ['Snowdrop', 'white', 'winter', 'garden'],
  ],
  units: [
    ['Property', 'Value', 'Limit'],
    ['Supply voltage', '24 V', '30 V'],
    ['Pressure', '127 bar', '160 bar'],
    ['Output current', '20 mA', '22 mA'],
    ['Clock', '384 MHz', '400 MHz'],
  ],
}

interface Setting {
  readonly size?: number
  /** Line pitch and gap between columns, in em. */
  readonly pitch?: number
  readonly gap?: number
  readonly align?: 'left' | 'right' | 'centre' | 'mixed'
  readonly rules?: 'none' | 'three' | 'frame' | 'ends' | 'rows' | 'all'
  readonly bold?: boolean
  /** One span for each word, or one with wide spaces for each row. */
  readonly spans?: 'words' | 'rows'
  readonly shuffled?: boolean
  readonly around?: 'nothing' | 'above' | 'below' | 'beside'
  /** Number of body rows and columns that are kept; cells (numbered through the body) that are left empty. */
  readonly rows?: number
  readonly cols?: number
  readonly empty?: readonly number[]
  readonly headless?: boolean
}

const settings: Record<string, Setting> = {
  plain: {},
  small: { size: 6 },
  large: { size: 17 },
  tight: { pitch: 1.15 },
  open: { pitch: 2.4 },
  narrow: { gap: 1.2 },
  wide: { gap: 5 },
  'right-aligned': { align: 'right' },
  centered: { align: 'centre' },
  'labels left, the rest right': { align: 'mixed' },
  'three rules': { rules: 'three' },
  'rules at the ends': { rules: 'ends' },
  'a box around': { rules: 'frame' },
  'a rule under each row': { rules: 'rows' },
  'all ruled': { rules: 'all' },
  'without bold': { bold: false },
  'without bold, centered': { bold: false, align: 'centre' },
  'word by word': { spans: 'words' },
  'row by row': { spans: 'rows', gap: 3 },
  'in any order': { shuffled: true },
  'text above': { around: 'above' },
  'text below': { around: 'below' },
  'text next to it': { around: 'beside' },
  'three rows, ruled': { rows: 3, rules: 'three' },
  'two rows, ruled': { rows: 2, rules: 'all' },
  'three rows': { rows: 3 },
  'four rows without bold': { rows: 4, bold: false },
  'two columns, ruled': { cols: 2, rules: 'three' },
  'two columns': { cols: 2 },
  'some cells empty': { empty: [5, 10] },
  'some cells empty, a box around': { empty: [5, 10], rules: 'frame' },
  'no header': { headless: true },
}

const pitchEm = 0.5

/** The part of a table that the setting keeps. */
function partOf(
  all: readonly (readonly string[])[],
  { rows = all.length, cols = 9, empty = [], headless = false }: Setting,
): string[][] {
  const width = (all[0] as readonly string[]).length
  const kept = all
    .slice(0, rows + 1)
    .map((row, index) => row.map((text, col) => (empty.includes((index - 1) * width + col) ? '' : text)).slice(0, cols))
  return headless ? kept.slice(1) : kept
}

/** Places the table on the page, with the lines and the text that the setting adds around it. */
function setTable(
  table: readonly (readonly string[])[],
  setting: Setting,
): { text: Ink[]; paths: Path[]; width: number } {
  const {
    size = 10,
    pitch = 1.5,
    gap = 2,
    align = 'left',
    rules = 'none',
    bold = true,
    spans,
    shuffled,
    around,
    headless = false,
  } = setting
  const cols = (table[0] as readonly string[]).map(
    (_, col) => Math.max(...table.map((row) => (row[col] as string).length)) * pitchEm * size,
  )
  const lefts = cols.map((_, col) => 60 + cols.slice(0, col).reduce((sum, own) => sum + own + gap * size, 0))
  const right = (lefts.at(-1) as number) + (cols.at(-1) as number)
  const top = 200
  const text = table.flatMap((row, index): Ink[] => {
    const y = top + index * pitch * size
    const placed = row.map((cell, col) => {
      const room = (cols[col] as number) - cell.length * pitchEm * size
      const shift = align === 'right' || (align === 'mixed' && col > 0) ? room : align === 'centre' ? room / 2 : 0
      return { text: cell, x: (lefts[col] as number) + shift, y, size, bold: bold && !headless && index === 0 }
    })
    if (spans === undefined) return placed.filter((ink) => ink.text !== '')
    if (spans === 'words') return placed.flatMap((ink) => wordsOf(ink, size))
    const whole = placed.reduce((line, ink) => line.padEnd(Math.round((ink.x - 60) / (pitchEm * size))) + ink.text, '')
    return [{ ...(placed[0] as Ink), text: whole, x: 60 }]
  })
  const edge = (row: number): number => top + (row - 0.72) * pitch * size + 0.2 * size
  const rows0 = table.map((_, row) => row)
  const heights = {
    none: [],
    three: [0, 1, table.length],
    frame: [0, table.length],
    ends: [0, table.length],
    rows: [...rows0, table.length],
    all: [...rows0, table.length],
  }[rules]
  const margin = 0.4 * size
  const sides =
    rules === 'all'
      ? [...lefts.map((left) => left - margin), right + margin]
      : rules === 'frame'
        ? [60 - margin, right + margin]
        : []
  const paths = [
    ...heights.map((row) => across(edge(row), 60 - margin, right + margin)),
    ...sides.map((x) => down(x, edge(0), edge(table.length))),
  ]
  const sentence = 'Several findings of the years before are set side by side and show'
  const prose = (x: number, y: number, count: number): Ink[] =>
    lines(new Array<string>(count).fill(sentence), { x, y, size, leading: 1.2 * size })
  const end = top + (table.length - 1) * pitch * size
  if (around === 'above') text.unshift(...prose(60, top - 6.5 * size, 5))
  if (around === 'below') text.push(...prose(60, end + 2 * size, 5))
  if (around === 'beside') text.push(...prose(right + 4 * size, top - 5 * size, 20))
  return { text: shuffled ? shuffle(text) : text, paths, width: right + 500 }
}

function wordsOf(ink: Ink, size: number): Ink[] {
  return [...ink.text.matchAll(/\S+/g)].map((match) => ({
    ...ink,
    text: match[0],
    x: ink.x + match.index * pitchEm * size,
  }))
}

/** Shuffles in a fixed order. */
function shuffle<thing>(things: readonly thing[]): thing[] {
  return things
    .map((thing, index) => ({ thing, place: (index * 7919) % 101 }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing)
}

describe.each(Object.entries(tables))('a table of %s', (_, table) => {
  test.each(Object.entries(settings))('%s', (_, setting) => {
    const wanted = partOf(table, setting)
    const found = layOut({ ...setTable(wanted, setting), height: 1200 }).tables
    const cells = found.map(({ rows, cells }) =>
      Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).map((cell) => cell.text)),
    )
    expect(cells).toEqual([wanted])
  })
})
