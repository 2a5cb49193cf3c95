/** Genres of pages with tables: every `<table>` is one, in random rulings, colors, alignments and contents. */
import { type GenreTools, many, P } from './parts.ts'
import { cap } from './words.ts'

type Cell = (row: number, col: number) => string

interface TableSpec {
  readonly rows: number
  readonly cols: number
  readonly cell: Cell
  readonly header?: (col: number) => string
  /** Rows above the header. */
  readonly top?: string
  readonly numbersFrom?: number
}

/** CSS of a random ruling: all lines, three rules, row lines, stripes, a shaded header, shaded columns, nothing. */
function ruling({ d }: GenreTools, id: string): string {
  const line = `${d.pick(['.4pt', '.5pt', '1pt'])} solid ${d.pick(['#000', '#000', '#555', '#aaa', '#ddd'])}`
  const tint = d.pick(['#eee', '#dde6f0', '#f3f3f3', '#ffe9cc', '#1f4e79;color:#fff'])
  const light = d.pick(['#eee', '#eef3f8', '#f6f6f6'])
  const rows = (count: string): string => `#${id} tr:nth-child(${count})`
  return d.pick([
    '',
    '',
    `#${id} td,#${id} th{border:${line}}`,
    `#${id}{border-top:1pt solid;border-bottom:1pt solid}${rows('1')}{border-bottom:${line}}`,
    `#${id}{border-top:1pt solid;border-bottom:1pt solid}${rows('1')}{border-bottom:${line}}`,
    `#${id}{border-top:1pt solid;border-bottom:1pt solid}${rows('1')}{border-bottom:${line}}`,
    `#${id}{border-top:1pt solid;border-bottom:1pt solid}${rows('1')}{border-bottom:${line}}`,
    `${rows('1')}{border-bottom:${line}}`,
    `#${id} tr{border-bottom:${line}}`,
    `${rows('even')}{background:${light}}`,
    `${rows('odd')}{background:${light}}${rows('1')}{background:${tint}}`,
    `${rows('1')}{background:${tint}}`,
    `${rows('1')}{background:${tint}}#${id} tr{border-bottom:${line}}`,
    `${rows('1')}{border-bottom:${line}}#${id} tr:last-child{border-top:${line};border-bottom:3pt double}`,
    `#${id} td:first-child{background:${light}}`,
    `#${id} td:nth-child(2){background:${light}}${rows('1')}{border-bottom:${line}}`,
    `#${id} td+td,#${id} th+th{border-left:${line}}${rows('1')}{border-bottom:${line}}`,
  ])
}

let count = 0

function dataTable(kit: GenreTools, spec: TableSpec): string {
  const { d, t } = kit
  const id = `t${count++}`
  const { rows, cols, cell, header, top = '', numbersFrom = 1 } = spec
  const align = d.pick(['right', 'right', 'center', 'left'])
  const heads = d.pick([align, align, 'center', 'left'])
  const style = [
    ruling(kit, id),
    `#${id}{width:${d.pick(['auto', 'auto', '60%', '80%', '100%', '100%'])}}`,
    `#${id} td:nth-child(n+${numbersFrom + 1}){text-align:${align}}#${id} th:nth-child(n+${numbersFrom + 1}){text-align:${heads}}`,
    `#${id} td,#${id} th{padding:${d.pick(['0 3pt', '1pt 4pt', '1pt 8pt', '2pt 6pt', '3pt 12pt', '4pt 6pt'])}${d.chance(0.3) ? ';vertical-align:middle' : ''}}`,
    `#${id} th{font-weight:${d.chance(0.7) ? 'bold' : 'normal'};vertical-align:bottom}`,
    d.chance(0.4) ? `#${id}{font-size:${d.pick(['.8em', '.85em', '.9em'])}}` : '',
    d.chance(0.2) ? `#${id}{margin-left:auto;margin-right:auto}` : '',
    d.chance(0.15) ? `#${id} td:first-child{font-weight:bold}` : '',
  ].join('')
  const heading = header === undefined ? '' : `<tr>${many(cols, (col) => `<th>${header(col)}</th>`)}</tr>`
  const body = many(rows, (row) => `<tr>${many(cols, (col) => `<td>${cell(row, col)}</td>`)}</tr>`)
  const word = d.pick(['Table', 'Table', 'TABLE', 'Exhibit', 'Tab.'])
  const caption = P(
    d.pick([
      `<b>${word} ${d.int(1, 9)}.</b> ${t.sentence()}`,
      `${word} ${d.int(1, 9)}: ${t.title(2, 4)}`,
      `${t.title(2, 4)}`,
    ]),
  )
  const place = d.int(0, 4)
  return `<style>${style}</style>${place < 2 ? caption : ''}<table role="table" id="${id}">${top}${heading}${body}</table>${place === 2 ? caption : ''}${d.chance(0.15) ? P(`Source: ${t.company()}`, 'sm') : ''}`
}

/** One kind of values for a column. */
function values({ d, t }: GenreTools): () => string {
  const decimals = d.int(0, 3)
  const thousands = (value: number): string => value.toLocaleString(d.pick(['en', 'en', 'de', 'fr']))
  return d.pick([
    () => (d.int(1, 99999) / 10 ** decimals).toFixed(decimals),
    () => thousands(d.int(1, 999999)),
    () => `${d.int(0, 100)}.${d.int(0, 9)}%`,
    () => (d.chance(0.2) ? '–' : thousands(d.int(1, 9999))),
    () => (d.chance(0.3) ? `(${d.int(1, 999)})` : String(d.int(1, 999))),
    () => `${(d.int(1, 99) / 10).toFixed(1)} ± ${(d.int(1, 9) / 10).toFixed(1)}`,
    () => String(d.int(1980, 2025)),
    () => t.money(),
    () => `$ ${d.int(1, 999)}`,
    () => `${d.int(1, 300)} ${d.pick(['kg', 'mm', 'm', 'kW'])}`,
  ])
}

const words = ({ d, t }: GenreTools): (() => string) =>
  d.pick([
    () => cap(t.np()),
    t.np,
    t.noun,
    t.adj,
    t.name,
    t.place,
    t.date,
    () => d.pick(['Yes', 'No', 'n/a']),
    () => d.pick(['✓', '✗', '–', '•']),
    () => `${t.noun().slice(0, 2).toUpperCase()}-${d.int(10, 999)}`,
    t.company,
  ])

const label = ({ d, t }: GenreTools): string =>
  cap(d.chance(0.3) ? `${t.np()} ${d.pick(['and', 'of'])} ${t.np()}` : t.np())
const year = ({ d }: GenreTools): ((col: number) => string) => {
  const first = d.int(1990, 2022)
  return (col) => (col === 0 ? d.pick(['', '', 'Year', 'Item']) : String(first + col - 1))
}

export const tableGenres: Readonly<Record<string, (kit: GenreTools) => string>> = {
  numbers: (k) => {
    const kinds = Array.from({ length: 9 }, () => values(k))
    return dataTable(k, {
      rows: k.d.int(2, 14),
      cols: k.d.int(3, 8),
      header: (col) => (col === 0 && k.d.chance(0.5) ? '' : cap(k.t.np())),
      cell: (_, col) => (col === 0 ? label(k) : kinds[col]!()),
    })
  },
  years: (k) => {
    const kind = values(k)
    return dataTable(k, {
      rows: k.d.int(3, 16),
      cols: k.d.int(3, 7),
      header: year(k),
      cell: (_, col) => (col === 0 ? label(k) : kind()),
    })
  },
  accounts: (k) => {
    const cols = k.d.int(3, 5)
    const kind = values(k)
    const hasLeaders = k.d.chance(0.4)
    const dots = k.d.chance(0.5) ? ' .'.repeat(30) : '.'.repeat(60)
    const lead = (text: string): string =>
      hasLeaders
        ? `<div style="display:flex;width:${k.d.int(200, 260)}pt;overflow:hidden;white-space:nowrap"><span>${text}</span><span style="flex:1;overflow:hidden">${dots}</span></div>`
        : text
    return dataTable(k, {
      rows: k.d.int(5, 18),
      cols,
      header: year(k),
      cell: (row, col) =>
        row % 6 === 5 ? (col === 0 ? `<b>${label(k)}:</b>` : '') : col === 0 ? lead(label(k)) : kind(),
    })
  },
  groups: (k) => {
    const groups = k.d.int(2, 3)
    const size = k.d.int(2, 3)
    const sub = Array.from({ length: size }, () => cap(k.t.noun()))
    const kind = values(k)
    const rule = k.d.chance(0.6) ? ' style="border-bottom:.5pt solid"' : ''
    return dataTable(k, {
      rows: k.d.int(3, 9),
      cols: 1 + groups * size,
      top: `<tr><th></th>${many(groups, () => `<th colspan="${size}"${rule}>${cap(k.t.np())}</th>`)}</tr>`,
      header: (col) => (col === 0 ? '' : sub[(col - 1) % size]!),
      cell: (_, col) => (col === 0 ? label(k) : kind()),
    })
  },
  words: (k) => {
    const kinds = Array.from({ length: 6 }, () => words(k))
    return dataTable(k, {
      rows: k.d.int(2, 12),
      cols: k.d.int(3, 6),
      ...(k.d.chance(0.8) ? { header: () => cap(k.t.np()) } : {}),
      cell: (_, col) => kinds[col]!(),
    })
  },
  pairs: (k) => {
    const kind = k.d.chance(0.5) ? values(k) : words(k)
    return dataTable(k, {
      rows: k.d.int(3, 10),
      cols: 2,
      ...(k.d.chance(0.6) ? { header: () => cap(k.t.np()) } : {}),
      cell: (_, col) => (col === 0 ? label(k) : kind()),
    })
  },
  descriptions: (k) =>
    dataTable(k, {
      rows: k.d.int(3, 8),
      cols: k.d.int(2, 4),
      header: () => cap(k.t.np()),
      numbersFrom: 9,
      cell: (_, col) => (col === 0 ? label(k) : k.d.chance(0.6) ? k.t.sentence() : label(k)),
    }),
  schedule: (k) =>
    dataTable(k, {
      rows: k.d.int(4, 10),
      cols: k.d.int(2, 4),
      numbersFrom: 9,
      ...(k.d.chance(0.5) ? { header: (col: number) => (col === 0 ? 'Time' : cap(k.t.noun())) } : {}),
      cell: (row, col) =>
        col === 0 ? `${8 + row}:${k.d.pick(['00', '30', '15'])}` : k.d.chance(0.5) ? label(k) : k.t.name(),
    }),
  small: (k) => {
    const kind = values(k)
    return dataTable(k, {
      rows: k.d.int(1, 2),
      cols: k.d.int(3, 7),
      header: () => cap(k.t.noun()),
      cell: (_, col) => (col === 0 && k.d.chance(0.5) ? label(k) : kind()),
    })
  },
  numbered: (k) => {
    const kinds = [values(k), words(k), values(k)]
    return dataTable(k, {
      rows: k.d.int(3, 14),
      cols: k.d.int(3, 5),
      header: (col) => (col === 0 ? k.d.pick(['No.', '#', 'Item', 'S.N.']) : cap(k.t.np())),
      cell: (row, col) => (col === 0 ? `${row + 1}${k.d.pick(['', ''])}` : col === 1 ? label(k) : kinds[col - 2]!()),
    })
  },
  matrix: (k) => {
    const names = Array.from({ length: 7 }, () => k.t.noun().slice(0, 5))
    const size = k.d.int(4, 7)
    return dataTable(k, {
      rows: size,
      cols: size + 1,
      header: (col) => (col === 0 ? '' : names[col - 1]!),
      cell: (row, col) => (col === 0 ? names[row]! : col > row + 1 ? '' : (k.d.int(-99, 99) / 100).toFixed(2)),
    })
  },
  sections: (k) => {
    const cols = k.d.int(3, 5)
    const kind = values(k)
    return dataTable(k, {
      rows: k.d.int(6, 14),
      cols,
      header: (col) => (col === 0 ? '' : cap(k.t.noun())),
      cell: (row, col) =>
        row % 4 === 0 ? (col === 0 ? `<i>${label(k)}</i>` : '') : col === 0 ? `&emsp;${label(k)}` : kind(),
    })
  },
  assumptions: (k) => {
    const isSection = (row: number): boolean => row % 5 === 0
    return dataTable(k, {
      rows: k.d.int(6, 16),
      cols: 2,
      header: () => k.t.title(1, 2),
      numbersFrom: 9,
      cell: (row, col) =>
        isSection(row)
          ? col === 0
            ? k.t.title(1, 3)
            : ''
          : col === 0
            ? label(k)
            : cap(k.t.np()) + k.t.sentence().slice(3),
    })
  },
  blanks: (k) =>
    dataTable(k, {
      rows: k.d.int(2, 7),
      cols: k.d.int(2, 4),
      numbersFrom: 9,
      cell: () => `${cap(k.t.np())}${k.d.pick(['', '', ':'])}<br>&nbsp;${k.d.chance(0.4) ? '<br>&nbsp;' : ''}`,
    }),
  long: (k) => {
    const kinds = Array.from({ length: 8 }, () => (k.d.chance(0.6) ? values(k) : words(k)))
    return dataTable(k, {
      rows: k.d.int(20, 40),
      cols: k.d.int(3, 8),
      header: () => `${cap(k.t.np())}${k.d.chance(0.5) ? `<br>${k.t.np()}` : ''}`,
      cell: (_, col) => (col === 0 && k.d.chance(0.7) ? label(k) : k.d.chance(0.1) ? '' : kinds[col]!()),
    })
  },
  listing: (k) => {
    const kinds = Array.from({ length: 6 }, () => (k.d.chance(0.5) ? values(k) : words(k)))
    const dashes = k.d.chance(0.6)
    return `<div style="font-family:${k.d.pick(["'Liberation Mono'", "'DejaVu Sans Mono'", 'inherit'])};font-size:.85em">${dataTable(
      k,
      {
        rows: k.d.int(4, 14),
        cols: k.d.int(3, 5),
        header: () => cap(k.t.np()),
        cell: (row, col) => (row === 0 && dashes ? '-'.repeat(k.d.int(8, 24)) : col === 1 ? label(k) : kinds[col]!()),
      },
    )}</div>`
  },
  wrapped: (k) => {
    const kind = values(k)
    return dataTable(k, {
      rows: k.d.int(3, 9),
      cols: k.d.int(3, 5),
      header: () => k.t.title(1, 4),
      cell: (_, col) =>
        col === 0
          ? label(k)
          : col === 1
            ? `${cap(k.t.np())} ${k.d.pick(['and', 'or', 'of'])} ${k.t.np()}, ${k.t.np()}`
            : kind(),
    })
  },
}
