/** Records whose cells contain text of several lines, without drawn lines around them. */
import { describe, expect, test } from 'vitest'
import { across, columns, layOut, sketch } from '../../drawings.ts'
import { type Ink, lines } from '../../raw-pages.ts'

const caption: Ink = { text: 'Table 4. Who does what in the course of a year', x: 60, y: 80 }
const stop = 200
const duties: [string, string[]][] = [
  ['Board', ['meets in the spring to hear', 'the auditors, and again', 'when a third of it asks']],
  ['Office', ['sends the papers out and', 'keeps the minutes of all']],
  ['Members', ['vote on what is laid before', 'them; those who are away', 'may vote by letter']],
]

/** Records below each other, 10 points apart; labels are on the first line or on the middle of their values. */
function records(of: readonly [string, string[]][], { centered, y = 104 }: { centered: boolean; y?: number }): Ink[] {
  let top = y
  return of.flatMap(([label, text]) => {
    const own: Ink[] = [
      { text: label, x: 60, y: centered ? top + ((text.length - 1) * 12) / 2 : top },
      ...lines(text, { x: stop, y: top }),
    ]
    top += text.length * 12 + 10
    return own
  })
}

const told = duties.map(([label, text]) => `${label} | ${text.join(' ')}`)

describe('records of several lines under a caption', () => {
  test.each([false, true])('labels are aligned with the middle of their values: %s', (centered) => {
    const [table] = layOut({ text: [caption, ...records(duties, { centered })] }).tables
    expect(sketch(table).map((row) => row.replaceAll('#', ''))).toEqual(told)
  })

  test('three records without a caption, written column by column, are columns of text', () => {
    const text = records(duties, { centered: true }).sort((a, b) => a.x - b.x)
    expect(layOut({ text }).tables).toEqual([])
  })

  test('columns of words with interleaved lines have no common middles', () => {
    const shifted = duties.map(([label, text], at): [string, string[]] => [
      `${label} ${'goes on '.repeat(at)}`.trim(),
      text,
    ])
    const text = shifted.flatMap(([label, words], at) => [
      { text: label, x: 60, y: 104 + at * 46 },
      { text: 'and so on', x: 60, y: 116 + at * 46 },
      ...lines(words, { x: stop, y: 110 + at * 46 }),
    ])
    expect(layOut({ text: [caption, ...text] }).tables).toEqual([])
  })

  test('cells centered between rulings are one record each', () => {
    const head: Ink[] = [
      { text: 'Body', x: 60, y: 104 },
      { text: 'Duty', x: stop, y: 104 },
    ]
    const { tables } = layOut({
      text: [...head, ...records(duties, { centered: true, y: 124 })],
      paths: [across(92, 55, 380), across(109, 55, 380), across(245, 55, 380)],
    })
    expect(sketch(tables[0])).toEqual(['#Body | #Duty', ...told])
  })

  test('a heading is centered above its columns', () => {
    const head: Ink[] = [
      { text: 'Body', x: 80, y: 104 },
      { text: 'Duty', x: 270, y: 104 },
    ]
    const [table] = layOut({ text: [caption, ...head, ...records(duties, { centered: false, y: 124 })] }).tables
    expect(sketch(table).map((row) => row.replaceAll('#', ''))).toEqual(['Body | Duty', ...told])
  })

  test('the last line of a caption is not a heading', () => {
    const long = lines(['Table 4. Who does what in the course of a year, told by those who do it', 'day by day.'], {
      x: 60,
      y: 68,
    })
    const [table] = layOut({ text: [...long, ...records(duties, { centered: false, y: 96 })] }).tables
    expect(table?.rows).toBe(3)
  })

  test('a running head with a page number far above does not begin a record', () => {
    const head: Ink[] = [
      { text: 'A report', x: 60, y: 30 },
      { text: '131', x: 500, y: 30 },
    ]
    const prose = lines(
      Array.from(
        { length: 3 },
        () => 'Running text goes on under the running head over nearly the whole width of the page, and so on.',
      ),
      { x: 60, y: 60 },
    )
    const [table] = layOut({
      text: [...head, ...prose, { ...caption, y: 112 }, ...records(duties, { centered: true, y: 136 })],
    }).tables
    expect(table?.rows).toBe(3)
  })

  test('groups of full rows are rows and not lines of one record', () => {
    const rows = [
      ['cite', 'gives', 'Jones'],
      ['citet', 'gives', 'Jones et al.'],
      ['citep', 'gives', '(Jones)'],
    ]
    const groups = [104, 150, 196].flatMap((y) => columns(rows, { xs: [60, 180, 260], y, leading: 12 }))
    expect(layOut({ text: [caption, ...groups] }).tables.map((table) => table.rows)).not.toContain(3)
  })
})
