/** Genres of pages with tables of annual reports, slides and forms: tall headers, leaders, sections, partial rules. */
import { type GenreTools, many, P } from './parts.ts'
import { cap } from './words.ts'

let count = 0
const id = (): string => `r${count++}`
const times = <Item>(size: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => make(at))
const label = ({ d, t }: GenreTools, long = 0.3): string =>
  cap(
    d.chance(long)
      ? `${t.np()} ${d.pick(['and', 'of', 'for', 'attributable to'])} ${t.np()}${d.chance(0.4) ? ` ${d.pick(['in', 'from', 'under'])} ${t.np()} and ${t.np()}` : ''}`
      : t.np(),
  )
const row = (cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`
const td = (text: string, attributes = ''): string => `<td${attributes}>${text}</td>`
const th = (text: string, attributes = ''): string => `<th${attributes}>${text}</th>`
const table = (name: string, rows: string, css: string): string =>
  `<style>${css}</style><table role="table" id="${name}">${rows}</table>`
const rule = ({ d }: GenreTools): string =>
  `${d.pick(['.4pt', '.5pt', '1pt'])} solid ${d.pick(['#000', '#000', '#444', '#999'])}`

/** Amounts in one style: separators, negative numbers, empty values, currency. */
function amounts({ d }: GenreTools): () => string {
  const separator = d.pick([',', ',', '.', '\u00a0', '\u202f', ' '])
  const negative = d.pick(['()', '()', '-', '−', '△'])
  const empty = d.pick(['—', '–', '-', ''])
  const digits = d.pick([3, 4, 6, 7])
  const decimals = d.chance(0.2) ? d.int(1, 2) : 0
  return () => {
    if (d.chance(0.1)) return empty
    const whole = String(d.int(1, 10 ** d.int(2, digits))).replace(/\B(?=(\d{3})+$)/g, separator)
    const text =
      decimals === 0
        ? whole
        : `${whole}${separator === '.' || separator === '\u00a0' ? ',' : '.'}${String(d.int(10, 99)).slice(0, decimals)}`
    return d.chance(0.2) ? (negative === '()' ? `(${text})` : `${negative}${text}`) : text
  }
}

/** Dots between labels and values. */
function leaders({ d }: GenreTools): (text: string) => string {
  if (!d.chance(0.4)) return (text) => text
  const dots = d.pick(['.', '.', ' .', '. ']).repeat(120)
  const width = d.int(150, 250)
  return (text) =>
    `<div style="display:flex;align-items:flex-end;width:${width}pt;overflow:hidden"><span style="flex:0 1 auto">${text}</span><span class="dots" style="flex:1 1 8pt;overflow:hidden;white-space:pre">${dots}</span></div>`
}

const head = ({ d, t }: GenreTools): string =>
  d.pick([
    t.title(1, 2),
    cap(t.np()),
    t.title(2, 4),
    `${cap(t.noun())} ${t.np()} (${d.pick(['%', 'in years', 'a', '1'])})`,
  ])
const yearsFrom = ({ d }: GenreTools): ((at: number) => string) => {
  const last = d.int(2001, 2024)
  const form = d.pick<(year: number) => string>([
    String,
    String,
    (year) => `${d.pick(['31 December', 'Dec. 31,', 'FY'])} ${year}`,
    (year) => `${year}/${String(year + 1).slice(2)}`,
  ])
  return (at) => form(last - at)
}

/** A financial statement. */
function statement(kit: GenreTools): string {
  const { d, t } = kit
  const name = id()
  const cols = d.int(2, 5)
  const value = amounts(kit)
  const lead = leaders(kit)
  const hasNotes = d.chance(0.25)
  const sign = d.pick(['', '', 'before', 'after', 'cell'])
  const currency = d.pick(['$', '€', '£'])
  const line = rule(kit)
  const years = yearsFrom(kit)
  const signed = (text: string, isSigned: boolean): string =>
    !isSigned || sign === '' || text === ''
      ? text
      : sign === 'after'
        ? `${text}\u00a0\u00a0${currency}`
        : sign === 'cell'
          ? `<span style="float:left">${currency}</span>${text}`
          : `${currency}\u00a0${text}`
  const values = (isSigned: boolean, isTotal: boolean): string[] =>
    times(cols, () => td(signed(value(), isSigned), ` class="n${isTotal ? ' s' : ''}"`))
  const notes = (text: string): string[] => (hasNotes ? [td(text, ' class="n"')] : [])
  const blank = [...notes(''), ...times(cols, () => td(''))]
  const unit = d.pick([
    '',
    '',
    `(in ${d.pick(['millions', 'thousands'])} of ${d.pick(['dollars', 'euros'])})`,
    '(unaudited)',
  ])
  const top =
    d.chance(0.3) && cols > 2
      ? row([
          td(''),
          ...notes(''),
          th(
            d.pick(['Years ended December 31', t.title(2, 3)]),
            ` colspan="${cols}" style="text-align:center;border-bottom:${line}"`,
          ),
        ])
      : ''
  const heads = row([
    th(unit, ' style="font-weight:normal;font-size:.85em"'),
    ...(hasNotes ? [th(d.pick(['Note', 'Notes']), ' class="n"')] : []),
    ...times(cols, (at) => th(years(at), ' class="n h"')),
  ])
  let isFirst = true
  const body = many(d.int(2, 5), () => {
    const sections = many(d.pick([0, 1, 1, 1, 2, 3]), () =>
      row([
        td(d.chance(0.5) ? `<b>${label(kit)}${d.pick(['', ':'])}</b>` : `${label(kit)}${d.pick(['', ':'])}`),
        ...blank,
      ]),
    )
    const items = many(d.int(2, 7), () => {
      const own = row([
        td(lead(label(kit)), ' class="i"'),
        ...notes(d.chance(0.6) ? String(d.int(1, 30)) : ''),
        ...values(isFirst, false),
      ])
      isFirst = false
      return own
    })
    const total = d.chance(0.75)
      ? row([
          td(d.chance(0.35) ? '' : d.chance(0.4) ? `<b>Total ${t.np()}</b>` : `Total ${t.np()}`),
          ...notes(''),
          ...values(d.chance(0.3), true),
        ])
      : ''
    return sections + items + total
  })
  const css = `#${name}{border-collapse:separate;border-spacing:${d.pick([0, 4, 6, 8])}pt 0;width:${d.pick(['100%', '100%', '90%', 'auto'])}}#${name} td,#${name} th{padding:${d.pick(['1pt 2pt', '2pt 3pt', '.5pt 4pt'])};vertical-align:${d.pick(['bottom', 'bottom', 'top'])}}#${name} .n{text-align:right;${d.chance(0.7) ? 'white-space:nowrap' : ''}}#${name} th{font-weight:${d.pick(['bold', 'normal'])}}#${name} .i{padding-left:${d.pick([0, 8, 12])}pt}${d.chance(0.7) ? `#${name} .s{border-top:${line}}` : ''}${d.chance(0.5) ? `#${name} .h{border-bottom:${line}}` : ''}${d.chance(0.15) ? `#${name} td:nth-child(${hasNotes ? 3 : 2}){background:${d.pick(['#e8eef6', '#eee'])}}` : ''}${d.chance(0.2) ? `#${name} td:nth-child(${hasNotes ? 3 : 2}){font-weight:bold}` : ''}`
  return table(name, top + heads + body, css)
}

/** Narrow numeric columns under headers of several lines that end on a common line. */
function tallHeaders(kit: GenreTools): string {
  const { d, t } = kit
  const name = id()
  const cols = d.int(4, 8)
  const value = amounts(kit)
  const line = rule(kit)
  const lead = leaders(kit)
  const groups = d.chance(0.3)
    ? row([
        td(''),
        ...times(Math.floor(cols / 2), () =>
          th(cap(t.np()), ` colspan="2" style="text-align:center;${d.chance(0.6) ? `border-bottom:${line}` : ''}"`),
        ),
        ...(cols % 2 === 1 ? [td('')] : []),
      ])
    : ''
  const long = (): string =>
    d.pick([cap(t.np()), t.title(3, 5), `${t.title(4, 5)} ${t.np()} ${d.pick(['', '(%)', '(loss)'])}`])
  const heads = row([
    th(d.pick(['', '', `(${t.noun()})`, cap(t.noun())])),
    ...times(cols, () => th(long(), ' class="n h"')),
  ])
  const body = many(d.int(3, 10), () =>
    row([td(lead(label(kit, 0.4))), ...times(cols, () => td(value(), ' class="n"'))]),
  )
  const total = d.chance(0.5)
    ? row([td(d.pick(['', 'Total'])), ...times(cols, () => td(value(), ` class="n" style="border-top:${line}"`))])
    : ''
  const css = `#${name}{border-collapse:separate;border-spacing:${d.pick([0, 3, 5])}pt 0;width:100%;font-size:.85em}#${name} td,#${name} th{padding:1pt 2pt;vertical-align:bottom}#${name} .n{text-align:${d.pick(['right', 'right', 'center'])}}#${name} th{font-weight:${d.pick(['bold', 'normal'])}}${d.chance(0.5) ? `#${name} .h{border-bottom:${line}}` : ''}`
  return table(name, groups + heads + body + total, css)
}

/** Cells of text: rules between rows, a shaded header, stripes, or nothing. */
function textCells(kit: GenreTools): string {
  const { d, t } = kit
  const name = id()
  const cols = d.int(2, 4)
  const line = rule(kit)
  const widths = times(cols, (at) => (at === 0 ? d.int(12, 25) : d.int(25, 45)))
  const heads = d.chance(0.8) ? row(times(cols, (at) => th(head(kit), ` style="width:${widths[at]}%"`))) : ''
  const text = (): string =>
    d.pick([t.sentence, () => t.para(1, 3), () => label(kit), () => `• ${t.sentence()}<br>• ${t.sentence()}`])()
  const body = many(d.int(2, 6), () =>
    row([
      td(d.chance(0.3) ? `<b>${label(kit)}</b>` : label(kit)),
      ...times(cols - 1, () => td(d.chance(0.8) ? text() : label(kit))),
    ]),
  )
  const style = d.pick([
    `#${name} tr{border-bottom:${line}}`,
    `#${name} tr{border-bottom:${line}}`,
    `#${name}{border-top:${line};border-bottom:${line}}#${name} tr:first-child{border-bottom:${line}}`,
    `#${name} tr:first-child{background:${d.pick(['#ddd', '#1f4e79;color:#fff', '#dde6f0'])}}#${name} tr{border-bottom:${d.pick(['0', line])}}`,
    `#${name} tr:nth-child(even){background:#f0f0f0}`,
    `#${name} td,#${name} th{border:${line}}`,
    '',
  ])
  return table(
    name,
    heads + body,
    `#${name}{width:100%;font-size:${d.pick([0.8, 0.9, 1])}em}#${name} td,#${name} th{padding:${d.pick(['2pt 4pt', '3pt 6pt', '5pt 8pt'])};vertical-align:${d.pick(['top', 'top', 'middle'])};text-align:left}${style}`,
  )
}

/** Labels that span rows, centered or at the top, and section rows over all columns. */
function spannedRows(kit: GenreTools): string {
  const { d, t } = kit
  const name = id()
  const cols = d.int(2, 4)
  const line = rule(kit)
  const value = d.chance(0.6) ? amounts(kit) : () => label(kit, 0.1)
  const heads = row([th(cap(t.noun())), th(cap(t.noun())), ...times(cols, () => th(head(kit)))])
  const body = many(d.int(2, 4), () => {
    const size = d.int(1, 4)
    const section = d.chance(0.2)
      ? row([td(`<b>${t.title(2, 3)}</b>`, ` colspan="${cols + 2}"${d.chance(0.5) ? ' style="background:#eee"' : ''}`)])
      : ''
    return (
      section +
      many(size, (at) =>
        row([
          ...(at === 0 ? [td(label(kit, 0.2), ` rowspan="${size}"`)] : []),
          td(label(kit, 0.2)),
          ...times(cols, () => td(value())),
        ]),
      )
    )
  })
  const style = d.pick([
    `#${name} td,#${name} th{border:${line}}`,
    `#${name} td,#${name} th{border:${line}}`,
    `#${name} td,#${name} th{border-bottom:${line}}`,
  ])
  return table(
    name,
    heads + body,
    `#${name}{width:${d.pick(['100%', 'auto'])}}#${name} td,#${name} th{padding:2pt 5pt;vertical-align:${d.pick(['middle', 'middle', 'top'])}}#${name} td:nth-child(n+3){text-align:${d.pick(['left', 'right', 'center'])}}${style}`,
  )
}

/** Tables of slides and web pages: a heading band, light separators, tinted columns, much space. */
function cards(kit: GenreTools): string {
  const { d } = kit
  const name = id()
  const cols = d.int(2, 5)
  const rows = d.int(2, 6)
  const value = d.chance(0.6) ? amounts(kit) : () => label(kit, 0.2)
  const heads = row([th(d.chance(0.5) ? '' : head(kit)), ...times(cols, () => th(head(kit)))])
  const body = many(rows, () => row([td(label(kit, 0.3)), ...times(cols, () => td(value()))]))
  const band = d.pick([
    'background:#1f4e79;color:#fff',
    'background:#e6e6e6',
    'color:#c00000',
    'background:#2e7d32;color:#fff',
    '',
  ])
  return table(
    name,
    heads + body,
    `#${name}{width:100%;font-size:${d.pick([0.9, 1.1, 1.4])}em}#${name} td,#${name} th{padding:${d.int(3, 12)}pt ${d.int(4, 14)}pt;text-align:${d.pick(['left', 'center', 'right'])}}#${name} td:first-child,#${name} th:first-child{text-align:left}#${name} th{${band}}${d.chance(0.6) ? `#${name} tr{border-bottom:.5pt solid ${d.pick(['#ddd', '#eee', '#bbb'])}}` : ''}${d.chance(0.3) ? `#${name} td:nth-child(${d.int(2, cols + 1)}){background:#eef3f8}` : ''}`,
  )
}

/** Two tables side by side. */
function twoTables(kit: GenreTools): string {
  const { d } = kit
  const one = (): string => {
    const name = id()
    const cols = d.int(1, 3)
    const value = amounts(kit)
    const years = yearsFrom(kit)
    const line = rule(kit)
    return table(
      name,
      row([th(''), ...times(cols, (at) => th(years(at)))]) +
        many(d.int(4, 8), () => row([td(label(kit, 0)), ...times(cols, () => td(value()))])),
      `#${name}{width:100%;font-size:.9em}#${name} td:nth-child(n+2),#${name} th{text-align:right}#${name} tr${d.chance(0.5) ? ':first-child' : ''}{border-bottom:${line}}`,
    )
  }
  return `<div style="display:flex;gap:${d.pick([14, 24, 36])}pt">${many(2, () => `<div style="flex:1">${d.chance(0.6) ? P(`<b>${kit.t.title(2, 3)}</b>`) : ''}${one()}</div>`)}</div>`
}

/** Ruled tables of narrow columns, as in Chinese and Japanese reports. */
function narrowGrid(kit: GenreTools): string {
  const { d, t } = kit
  const name = id()
  const cols = d.int(3, 8)
  const line = rule(kit)
  const value = amounts(kit)
  const big = (): string => d.int(100000, 999999999).toLocaleString('en') + (d.chance(0.7) ? `.${d.int(10, 99)}` : '')
  const kinds = times(cols, () => d.pick([value, big, big, () => label(kit, 0.2), t.date]))
  const heads = row([th(cap(t.noun())), ...times(cols, () => th(t.title(1, 3)))])
  const body = many(d.int(2, 9), (at) =>
    row([
      td(d.chance(0.2) && at > 1 ? 'Total' : label(kit, 0.2)),
      ...times(cols, (col) => td(d.chance(0.12) ? '' : kinds[col]!())),
    ]),
  )
  const style = d.pick([
    `#${name} td,#${name} th{border:${line}}`,
    `#${name} td,#${name} th{border:${line}}`,
    `#${name} tr{border-bottom:${line};border-top:${line}}`,
    `#${name} td+td,#${name} th+th{border-left:${line}}`,
  ])
  return table(
    name,
    heads + body,
    `#${name}{width:100%;table-layout:fixed;font-size:.85em}#${name} td,#${name} th{padding:2pt 3pt;word-break:break-all;vertical-align:middle}#${name} td:nth-child(n+2){text-align:${d.pick(['right', 'center', 'left'])}}${style}`,
  )
}

/** Forms: labels and fields in a ruled grid. */
function formGrid(kit: GenreTools): string {
  const { d, t } = kit
  const name = id()
  const line = rule(kit)
  const pairs = d.int(1, 2)
  const value = (): string =>
    d.pick([t.name, t.date, t.company, t.phone, t.np, () => `☐ ${t.noun()} ☒ ${t.noun()}`, () => ''])()
  const body = many(d.int(3, 9), () =>
    d.chance(0.15)
      ? row([td(`<b>${t.title(2, 3)}</b>`, ` colspan="${pairs * 2}" style="background:#ddd"`)])
      : row(times(pairs, () => td(`${cap(t.np())}${d.pick(['', ':'])}`, ' class="l"') + td(value()))),
  )
  return table(
    name,
    body,
    `#${name}{width:100%}#${name} td{padding:3pt 4pt;border:${line}}${d.chance(0.5) ? `#${name} .l{background:#eee}` : ''}`,
  )
}

/** One or two rows below a header, or two columns. */
function tiny(kit: GenreTools): string {
  const { d } = kit
  const name = id()
  const isPair = d.chance(0.5)
  const cols = isPair ? 1 : d.int(2, 6)
  const line = rule(kit)
  const value = amounts(kit)
  const heads = row([th(isPair || d.chance(0.5) ? head(kit) : ''), ...times(cols, () => th(head(kit)))])
  const body = many(isPair ? d.int(2, 4) : d.int(1, 2), () =>
    row([td(label(kit, 0.2)), ...times(cols, () => td(value(), ' class="n"'))]),
  )
  const style = d.pick([
    `#${name} tr{border-bottom:${line}}`,
    `#${name}{border-top:${line};border-bottom:${line}}#${name} tr:first-child{border-bottom:${line}}`,
    `#${name} th{background:#ddd}`,
    `#${name} td,#${name} th{border:${line}}`,
    `#${name} th{border-bottom:${line}}`,
  ])
  return table(
    name,
    heads + body,
    `#${name}{width:${d.pick(['100%', '60%', 'auto'])}}#${name} td,#${name} th{padding:2pt 8pt}#${name} td:nth-child(n+2),#${name} th:nth-child(n+2){text-align:right}${style}`,
  )
}

export const reportGenres: Readonly<Record<string, (kit: GenreTools) => string>> = {
  spannedRows,
  statement,
  tallHeaders,
  twoTables,
  textCells,
  cards,
  tiny,
  narrowGrid,
  formGrid,
}
