/** Genres of printed tables of numbers. */
import { type GenreTools, many, P } from './parts.ts'
import { amount, each, label, middle, printed, right, td, th, tr, twoColumns } from './print-parts.ts'
import { cap } from './words.ts'

export const numberTableGenres: Readonly<Record<string, (kit: GenreTools) => string>> = {
  // Journal tables: three rules, groups with a rule below, the best value in bold.
  booktabs: (k) => {
    const { d, t } = k
    const [groups, size] = [d.int(1, 3), d.int(2, 3)]
    const cols = groups * size
    const rule = d.chance(0.7) ? 'border-bottom:.5pt solid' : ''
    const value = (): string => {
      const text = d.chance(0.2)
        ? `${d.int(10, 99)}.${d.int(0, 9)} ± ${d.int(0, 9)}.${d.int(0, 9)}`
        : `${d.int(1, 99)}.${d.int(10, 99)}`
      return td(d.chance(0.15) ? `<b>${text}</b>` : text, middle)
    }
    const heads = each(groups, () => t.title(1, 2))
    const top = tr([td(''), ...heads.map((text) => td(text, ` colspan="${size}" style="text-align:center;${rule}"`))])
    const names = each(size, () =>
      d.pick(['F1', 'Acc.', 'Recall', 'Prec.', 'BLEU', 'Mean', 'SD', 'p', 'Time (s)', 'Err.']),
    )
    const head = tr(
      [td(d.pick(['Method', 'Model', '', 'Variable'])), ...each(cols, (at) => td(names[at % size]!, middle))],
      ' class="h"',
    )
    const section = (): string =>
      d.chance(0.3) ? tr([td(`<i>${label(k)}</i>`, ` colspan="${cols + 1}"${d.chance(0.5) ? middle : ''}`)]) : ''
    const body = many(
      d.int(3, 9),
      (at) =>
        (at % 4 === 0 ? section() : '') +
        tr([td(`${cap(t.noun())}${d.chance(0.3) ? ` [${d.int(1, 40)}]` : ''}`), ...each(cols, value)]),
    )
    const html = printed(k, {
      rows: (groups > 1 ? top : '') + head + body,
      css: '#t{border-top:1pt solid;border-bottom:1pt solid;font-size:.88em}#t .h{border-bottom:.6pt solid}',
    })
    return d.chance(0.6) ? twoColumns(k, html) : html
  },
  // Financial statements: leaders, the currency in its own column, rules over the values only.
  statement: (k) => {
    const { d, t } = k
    const years = d.int(2, 3)
    const first = d.int(2004, 2022)
    const hasDollar = d.chance(0.6)
    const hasLeaders = d.chance(0.4)
    const hasNotes = d.chance(0.35)
    const hasLongLabels = d.chance(0.5)
    const sign = d.pick(['$', '$', '€', '£'])
    const isSignLast = d.chance(0.3)
    const marked = (text: string): string =>
      isSignLast ? `${text} ${sign}` : `<span style="float:left">${sign}</span>${text}`
    const note = (text: string | number): string[] =>
      hasNotes ? [td(text, ' style="text-align:center;width:30pt"')] : []
    const cells = (isFirst: boolean, css = ''): string[] => [
      ...note(d.chance(0.8) ? d.int(1, 32) : ''),
      ...each(years, () => {
        const text = amount(k)
        return td(
          hasDollar && isFirst ? marked(text) : text,
          ` style="text-align:right;min-width:50pt;padding-left:14pt;vertical-align:bottom;${css}"`,
        )
      }),
    ]
    const name = (): string =>
      hasLongLabels && d.chance(0.3) ? `${label(k)} ${t.title(4, 11).toLowerCase()}` : label(k)
    const dots = d.pick([' .', '.'])
    const line = (text: string): string =>
      hasLeaders
        ? `<div style="display:flex;width:220pt;overflow:hidden"><span style="max-width:190pt">${text}&nbsp;</span><span style="flex:1;overflow:hidden;white-space:nowrap;align-self:flex-end">${dots.repeat(90)}</span></div>`
        : text
    const over = d.chance(0.6)
      ? tr([
          td(''),
          ...note(''),
          th(
            d.pick(['Year ended December 31,', 'Three months ended', 'As of March 31,']),
            ` colspan="${years}" style="text-align:center;${d.chance(0.6) ? 'border-bottom:.5pt solid' : ''}"`,
          ),
        ])
      : ''
    const unit = d.chance(0.3)
      ? tr([
          td(''),
          ...note(''),
          th(d.pick(['(in thousands)', '(unaudited)', 'US$ million']), ` colspan="${years}"${middle}`),
        ])
      : ''
    const head = tr([
      td(''),
      ...note(d.pick(['Note', 'Notes', 'Note(s)'])),
      ...each(years, (at) => th(first - at, ' style="text-align:right;font-weight:bold;border-bottom:.5pt solid"')),
    ])
    const block = (): string => {
      const size = d.int(2, 7)
      const isBold = d.chance(0.5)
      const title = (at: number): string =>
        tr([
          td(`${isBold ? '<b>' : ''}${name()}${d.pick(['', ':'])}</b>`, ` style="padding-left:${at * 8}pt"`),
          ...note(''),
          ...each(years, () => td('')),
        ])
      return (
        many(d.chance(0.25) ? d.int(2, 3) : 1, title) +
        many(size, (at) => tr([td(line(name()), ' style="padding-left:10pt"'), ...cells(at === 0)])) +
        tr([
          td(d.chance(0.3) ? '' : line(`Total ${t.np()}`), ' style="padding-left:20pt"'),
          ...cells(false, 'border-top:.5pt solid'),
        ])
      )
    }
    return printed(k, {
      rows:
        over +
        unit +
        head +
        many(d.int(1, 4), block) +
        tr([td(line(`Net ${t.noun()}`)), ...cells(true, 'border-top:.5pt solid;border-bottom:3pt double')]),
      css: d.chance(0.3) ? '#t tr:nth-child(even){background:#e6f0fa}' : '#t{width:100%}',
      caption: d.chance(0.3),
    })
  },
  // A heading row and one or two rows.
  figures: (k) => {
    const { d, t } = k
    const cols = d.int(3, 6)
    return printed(k, {
      rows:
        tr(
          each(cols, () => th(t.title(1, 2))),
          ' class="h"',
        ) +
        many(d.int(1, 2), () =>
          tr(each(cols, (at) => td(at === 0 ? label(k) : d.pick([amount(k), `${d.int(1, 99)}%`])))),
        ),
      css:
        d.pick([
          '#t .h{background:#1f4e79;color:#fff}',
          '#t .h th{font-weight:bold}',
          '#t .h{border-bottom:.6pt solid}',
          '#t td,#t th{border:.5pt solid #999}',
        ]) + (d.chance(0.5) ? '#t{width:100%}' : ''),
    })
  },
  // Headings of several lines over narrow numbers, at the bottom.
  tallHeads: (k) => {
    const { d, t } = k
    const cols = d.int(4, 8)
    return printed(k, {
      rows:
        tr(
          [
            th(d.pick(['', 'Region', 'Country'])),
            ...each(cols, () =>
              th(
                `${t.title(2, 4)}${d.chance(0.3) ? ' (%)' : ''}`,
                ' style="width:44pt;text-align:center;vertical-align:bottom"',
              ),
            ),
          ],
          ' class="h"',
        ) +
        many(d.int(4, 16), () =>
          tr([
            td(t.place()),
            ...each(cols, () => td(d.chance(0.5) ? `${d.int(1, 99)}.${d.int(0, 9)}` : amount(k), right)),
          ]),
        ),
      css: `#t{font-size:.85em}${d.pick(['#t .h{border-bottom:.6pt solid}', '#t .h{background:#ddd}', '#t .h th{font-weight:bold}', '#t .h{border-top:.6pt solid;border-bottom:.6pt solid}#t{border-bottom:.6pt solid}'])}`,
    })
  },
  // A table next to running text.
  beside: (k) => {
    const { d, t } = k
    const cols = d.int(2, 3)
    const table = printed(k, {
      rows:
        tr([th(cap(t.noun())), ...each(cols - 1, () => th(t.title(1, 1), right))], ' class="h"') +
        many(d.int(4, 10), () => tr([td(cap(t.noun())), ...each(cols - 1, () => td(amount(k), right))])),
      css: d.pick([
        '#t .h{border-bottom:.6pt solid}',
        '#t tr:nth-child(even){background:#eee}',
        '',
        '#t tr{border-bottom:.4pt solid #ccc}',
      ]),
      caption: false,
    })
    return `<div style="float:${d.pick(['right', 'left'])};margin:0 12pt">${table}</div>${many(4, () => P(t.para(3, 6)))}<div style="clear:both"></div>`
  },
  // Statistics: levels of indent, a note below.
  levels: (k) => {
    const { d, t } = k
    const cols = d.int(2, 5)
    const own = each(cols, () => d.pick(['n', '%', 'M', 'SD', 'β', 'p', 'OR', '95% CI', 't', 'df']))
    const value = (name: string): string =>
      name === '95% CI'
        ? `${d.int(0, 2)}.${d.int(10, 99)}–${d.int(3, 6)}.${d.int(10, 99)}`
        : name === 'p'
          ? d.pick(['&lt;.001', '.03', '.12'])
          : `${d.int(0, 99)}${d.pick(['', `.${d.int(10, 99)}`])}${d.chance(0.1) ? '*' : ''}`
    const html = printed(k, {
      rows:
        tr([th('Variable'), ...own.map((name) => th(name, middle))], ' class="h"') +
        many(
          d.int(2, 4),
          () =>
            tr([td(cap(t.np())), ...each(cols, () => td(''))]) +
            many(d.int(2, 4), () =>
              tr([td(cap(t.adj()), ' style="padding-left:1.6em"'), ...own.map((name) => td(value(name), middle))]),
            ),
        ),
      css: '#t{border-top:.8pt solid;border-bottom:.8pt solid;font-size:.9em}#t .h{border-bottom:.5pt solid}',
    })
    const whole = html + P(`<i>Note.</i> ${t.sentence()}`, 'sm')
    return d.chance(0.5) ? twoColumns(k, whole) : whole
  },
  // Many narrow columns, small, close to each other.
  dense: (k) => {
    const { d, t } = k
    const cols = d.int(6, 11)
    const heads = each(cols, () =>
      d.pick(['W', 'D', 'L', 'Pts', 'Avg', 'Max', 'Min', 'Jan', 'Feb', 'Mar', 'Q1', 'Q2', 'Total']),
    )
    return printed(k, {
      rows:
        tr([th(d.pick(['', 'Team', 'Station'])), ...heads.map((text) => th(text, right))], ' class="h"') +
        many(d.int(5, 22), () =>
          tr([td(t.place()), ...each(cols, () => td(d.chance(0.08) ? '' : d.int(0, 999), right))]),
        ),
      css: `#t{font-size:.72em}#t td,#t th{padding:0 ${d.pick([1.5, 2, 3])}pt}${d.pick(['', '#t .h{border-bottom:.5pt solid}', '#t tr:nth-child(odd){background:#eee}', '#t .h th{font-weight:bold}'])}`,
    })
  },
}
