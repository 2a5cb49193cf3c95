/** Genres of printed tables of words, and of pages that look like them. */
import { type GenreTools, list, many, P } from './parts.ts'
import { amount, each, label, middle, printed, right, td, th, tr } from './print-parts.ts'
import { cap } from './words.ts'

export const wordTableGenres: Readonly<Record<string, (kit: GenreTools) => string>> = {
  // Text in three or four columns with rules between the rows, or nothing.
  survey: (k) => {
    const { d, t } = k
    const cols = d.int(3, 4)
    const rule = d.pick(['border-bottom:.4pt solid #888', '', 'border-bottom:.4pt solid #ccc'])
    const text = (at: number): string =>
      at === 0 ? `${t.name()} (${d.int(1990, 2024)})` : d.chance(0.5) ? t.sentence() : label(k)
    const html = printed(k, {
      rows:
        tr(
          each(cols, () => th(t.title(1, 2), ' style="font-weight:bold"')),
          ' class="h"',
        ) + many(d.int(3, 8), () => tr(each(cols, (at) => td(text(at))))),
      css: `#t{width:100%;font-size:.85em;border-top:.8pt solid;border-bottom:.8pt solid}#t tr{${rule}}#t .h{border-bottom:.6pt solid}#t td{vertical-align:top}`,
    })
    return html
  },
  // Labels that span rows.
  spans: (k) => {
    const { d, t } = k
    const cols = d.int(2, 4)
    const rule = d.pick(['border-top:.5pt solid', 'border-top:.5pt solid #bbb'])
    const isAll = d.chance(0.4)
    const group = (): string => {
      const size = d.int(2, 4)
      return many(size, (at) =>
        tr(
          [
            ...(at === 0
              ? [td(t.title(1, 2), ` rowspan="${size}" style="vertical-align:${d.pick(['top', 'middle'])}"`)]
              : []),
            td(label(k)),
            ...each(cols, () => td(amount(k), right)),
          ],
          at === 0 || isAll ? ' class="g"' : '',
        ),
      )
    }
    return printed(k, {
      rows:
        tr([th(cap(t.noun())), th(cap(t.noun())), ...each(cols, () => th(t.title(1, 1), right))], ' class="h"') +
        many(d.int(2, 4), group),
      css: `#t .g{${rule}}#t .h{border-top:1pt solid}#t{border-bottom:1pt solid}`,
    })
  },
  // Prices under titles, without rules.
  prices: (k) => {
    const { d, t } = k
    const cols = d.int(1, 2)
    const section = (): string =>
      tr([td(`<b>${t.title(1, 3)}</b>`), ...each(cols, () => td(''))]) +
      many(d.int(2, 6), () =>
        tr([
          td(d.chance(0.25) ? `${label(k)}, ${t.np()}, ${t.np()} ${t.np()}` : label(k), ' style="max-width:200pt"'),
          ...each(cols, () => td(t.money(), right)),
        ]),
      )
    return printed(k, {
      rows:
        tr([
          th(d.pick(['Item', 'Service', 'Product']), ' style="font-weight:bold"'),
          ...each(cols, (at) => th(['Price', 'Members'][at]!, ' style="text-align:right;font-weight:bold"')),
        ]) + many(d.int(1, 3), section),
      css: d.chance(0.5) ? '#t{width:100%}' : '#t td+td{padding-left:30pt}',
      caption: false,
    })
  },
  // Labels and values, without a heading row.
  properties: (k) => {
    const { d, t } = k
    const style = d.pick([
      '#t td:first-child{font-weight:bold}',
      '#t tr{border-bottom:.4pt solid #bbb}',
      '#t td:first-child{background:#eee}',
      '#t tr:nth-child(odd){background:#f0f0f0}',
      '#t td{border:.5pt solid #888}',
    ])
    return printed(k, {
      rows: many(d.int(4, 12), () =>
        tr([
          td(cap(t.np())),
          td(
            d.pick([
              () => t.sentence(),
              t.date,
              t.money,
              t.name,
              () => label(k),
              () => `${d.int(1, 400)} ${d.pick(['mm', 'kg', 'W', 'V'])}`,
            ])(),
          ),
        ]),
      ),
      css: style,
      caption: d.chance(0.6),
    })
  },
  // Ticks and crosses.
  features: (k) => {
    const { d, t } = k
    const cols = d.int(2, 5)
    const mark = (): string => d.pick(['✓', '✓', '✗', '–', 'Yes', 'No', 'Optional'])
    return printed(k, {
      rows:
        tr([th(''), ...each(cols, () => th(t.title(1, 1), middle))], ' class="h"') +
        many(d.int(4, 10), () => tr([td(label(k)), ...each(cols, () => td(mark(), middle))])),
      css: d.pick([
        '#t .h{background:#2e7d32;color:#fff}#t tr{border-bottom:.4pt solid #ddd}',
        '#t td:first-child{background:#eef}',
        '#t .h th{font-weight:bold}',
        '#t td,#t th{border-left:.4pt solid #999;border-right:.4pt solid #999}#t{border:.4pt solid #999}',
      ]),
    })
  },
  // Two tables side by side.
  sideBySide: (k) => {
    const { d, t } = k
    const one = (): string =>
      printed(k, {
        rows:
          tr([th(cap(t.noun())), th(t.title(1, 1), right)], ' class="h"') +
          many(d.int(3, 8), () => tr([td(label(k)), td(amount(k), right)])),
        css: '#t .h{border-bottom:.6pt solid}',
      })
    return `<div style="display:flex;gap:24pt"><div style="flex:1">${one()}</div><div style="flex:1">${one()}</div></div>`
  },
  // Terms and long explanations.
  terms: (k) => {
    const { d, t } = k
    return printed(k, {
      rows:
        tr(
          [
            th(d.pick(['Term', 'Field', 'Option']), ' style="font-weight:bold"'),
            th(d.pick(['Meaning', 'Description']), ' style="font-weight:bold"'),
          ],
          ' class="h"',
        ) + many(d.int(3, 9), () => tr([td(cap(t.np()), ' style="width:25%"'), td(t.para(1, 3))])),
      css: `#t{width:100%}${d.pick(['#t tr{border-bottom:.4pt solid #aaa}', '#t .h{border-bottom:.6pt solid;border-top:.6pt solid}#t{border-bottom:.6pt solid}', '#t .h{background:#ddd}'])}#t td{vertical-align:top}`,
    })
  },
  // No tables.
  dictionary: (k) =>
    `<div style="columns:${k.d.int(2, 3)};column-gap:14pt;font-size:.82em">${many(k.d.int(18, 40), () => `<div style="padding-left:1em;text-indent:-1em"><b>${k.t.noun()}</b> <i>n.</i> ${k.d.int(1, 3)} ${k.t.sentence()}</div>`)}</div>`,
  dishes: (k) =>
    many(
      k.d.int(2, 4),
      () =>
        `${P(`<b>${k.t.title(1, 2)}</b>`)}${many(k.d.int(3, 6), () => `<div>${label(k)}</div><div class="sm">${k.t.sentence()}</div>`)}`,
    ),
  bulletColumns: (k) =>
    `<div style="display:flex;gap:30pt;font-size:1.3em"><div style="flex:1"><b>${k.t.title(1, 3)}</b>${list(k, k.d.int(3, 5))}</div><div style="flex:1"><b>${k.t.title(1, 3)}</b>${list(k, k.d.int(3, 5))}</div></div>`,
  resume: (k) =>
    `<div style="display:flex;gap:18pt"><div style="flex:0 0 130pt;background:#eef;padding:6pt">${many(3, () => `<b>${k.t.title(1, 2)}</b>${many(k.d.int(2, 5), () => `<div>${cap(k.t.np())}</div>`)}<br>`)}</div><div>${many(k.d.int(3, 5), () => `<b>${k.t.title(2, 3)}</b><br><i>${k.t.company()}</i><br>${k.t.para(1, 3)}<br>`)}</div></div>`,
  newspaper: (k) =>
    `<div style="columns:${k.d.int(4, 5)};column-gap:${k.d.pick([7, 9, 12])}pt;font-size:.72em;line-height:1.15;text-align:${k.d.pick(['justify', 'left'])};hyphens:auto">${many(k.d.int(5, 9), () => `${k.d.chance(0.4) ? `<b>${k.t.title(3, 5)}</b>` : ''}<p style="margin:0;text-indent:.8em">${k.t.para(2, 6)}</p>`)}</div>`,
  numberedSteps: (k) =>
    many(
      k.d.int(4, 8),
      (at) =>
        `<div style="display:flex;gap:10pt;margin:4pt 0"><b style="flex:0 0 40pt">Step ${at + 1}</b><span>${k.t.para(1, 2)}</span></div>`,
    ),
  gallery: (k) =>
    `<div style="display:grid;grid-template-columns:repeat(${k.d.int(2, 4)},1fr);gap:10pt">${many(k.d.int(4, 8), (at) => `<div><div style="height:60pt;background:#ccd"></div><span class="sm">Fig. ${at + 1}. ${k.t.sentence()}</span></div>`)}</div>`,
  choices: (k) =>
    many(
      k.d.int(3, 6),
      (at) =>
        `${P(`${at + 1}. ${k.t.sentence()}`)}<div style="display:grid;grid-template-columns:repeat(4,1fr)">${many(4, (choice) => `<span>(${'abcd'.charAt(choice)}) ${k.d.int(1, 99)}</span>`)}</div>`,
    ),
  // Questions with boxes or a scale.
  questionnaire: (k) => {
    const { d, t } = k
    const answers = d.pick([
      ['Yes', 'No'],
      ['Yes', 'No', 'N/A'],
      ['Never', 'Rarely', 'Sometimes', 'Often', 'Always'],
      ['Agree', 'Neutral', 'Disagree'],
    ])
    const mark = d.pick([() => '☐', () => d.pick(['☐', '☒']), () => d.pick(['X', '', '']), () => d.pick(['✓', '', ''])])
    const scale = d.chance(0.2)
    return printed(k, {
      rows:
        tr([th(d.pick(['', 'Question', 'Statement'])), ...answers.map((answer) => th(answer, middle))], ' class="h"') +
        many(d.int(4, 12), (row) =>
          tr([td(`${row + 1}. ${t.sentence()}`), ...answers.map((_, at) => td(scale ? at + 1 : mark(), middle))]),
        ),
      css: `#t{width:100%}${d.pick(['#t tr{border-bottom:.4pt solid #aaa}', '#t .h th{font-weight:bold}', '#t .h{background:#ddd}', ''])}`,
      caption: d.chance(0.5),
    })
  },
  // Tables that continue on the next page: no ruling at the bottom.
  open: (k) => {
    const { d, t } = k
    const cols = d.int(3, 6)
    return printed(k, {
      rows:
        tr(
          each(cols, (at) => th(t.title(1, 2), at === 0 ? '' : middle)),
          ' class="h"',
        ) +
        many(d.int(5, 16), () =>
          tr(each(cols, (at) => td(at === 0 ? label(k) : d.chance(0.7) ? amount(k) : t.np(), at === 0 ? '' : middle))),
        ),
      css: '#t .h{border-top:.8pt solid;border-bottom:.6pt solid}#t{width:100%}',
    })
  },
  // No table: bold terms with explanations next to them.
  definitions: (k) =>
    many(
      k.d.int(4, 9),
      () =>
        `<div style="display:flex;gap:14pt;margin:3pt 0"><b style="flex:0 0 90pt">${cap(k.t.np())}</b><span>${k.t.para(1, 3)}</span></div>`,
    ),
}
