/** Genres: letters and business papers, reports, leaflets. */
import {
  body,
  caption,
  contact,
  D,
  fields,
  type GenreTools,
  H,
  head,
  list,
  M,
  many,
  number,
  P,
  sections,
  sign,
  table,
} from './parts.ts'
import { cap } from './words.ts'

export const papers: Readonly<Record<string, (kit: GenreTools) => string>> = {
  invoice: (k) => {
    const { d, t, l } = k
    return (
      D(
        `${D(d.chance(0.5) ? M(t.company(), 'b big') : contact(k))}<div class="r">${H(1, d.pick(['INVOICE', 'Invoice', 'Tax Invoice', 'Credit note', 'Quotation', 'Purchase order', 'Receipt']))}${fields(k, 3)}</div>`,
        'flex',
      ) +
      D(
        D(D(l.label(d.pick(['Bill to', 'Bill To:', 'Customer', 'Sold to']))) + contact(k)) +
          D(D(l.label(d.pick(['Ship to', 'Ship To:', 'Delivery address']))) + contact(k)),
        d.chance(0.7) ? 'flex' : '',
      ) +
      table(k, { rows: d.int(2, 12), cols: d.int(3, 5) }) +
      D(
        many(3, (i) => D(`${['Subtotal', 'Tax', 'Total due'][i]} ${t.money()}`, i === 2 ? 'b' : '')),
        'r',
      ) +
      D(l.label(d.pick(['Payment terms', 'Bank details', 'Notes']) + d.pick([':', '']))) +
      D(t.sentence()) +
      (d.chance(0.5) ? fields(k, 3) : '') +
      P(d.pick(['Thank you for your business!', 'Please pay within 30 days.']), d.pick(['c b', 'c', 'it', 'b']))
    )
  },
  form: (k) => {
    const { d, t, l } = k
    const blank = () =>
      d.pick([
        () => D(`${l.label(cap(t.np()))} ${'_'.repeat(d.int(12, 40))}`),
        () => D(l.label(`${cap(t.np())}:`)) + D('', 'line'),
        () => D(l.label(`${cap(t.verb())} the ${t.np()}?`)) + D(many(2, (i) => D(['Yes', 'No'][i]!, 'tick'))),
        () =>
          `<table class="grid" style="width:100%"><tr>${many(d.int(2, 3), () => `<td>${l.label(cap(t.np()))}<br><br></td>`)}</tr></table>`,
        () => P(`<b>${t.sentence()}</b>`),
      ])()
    return (
      head(k) +
      H(1, t.title(2, 4) + d.pick([' Form', ' Application', ' Request', ''])) +
      P(t.para(1, 2), d.pick(['', 'it', 'b', 'sm'])) +
      many(
        d.int(2, 6),
        (i) =>
          H(
            2,
            (d.chance(0.4)
              ? `Section ${i + 1}: `
              : d.chance(0.3)
                ? `Part ${String.fromCharCode(65 + i)} – `
                : number(k, i)) + t.title(1, 3),
          ) + many(d.int(2, 6), blank),
      ) +
      (d.chance(0.6) ? D(`<div>${'_'.repeat(24)}<br>Signature</div><div>${'_'.repeat(14)}<br>Date</div>`, 'flex') : '')
    )
  },
  letter: (k) => {
    const { d, t } = k
    return (
      D(M(t.company(), d.pick(['b', 'big', 'b big', 'cap'])) + contact(k), d.pick(['', 'c', 'r'])) +
      '<br>' +
      contact(k) +
      '<br>' +
      D(t.date(), d.pick(['', 'r'])) +
      (d.chance(0.5)
        ? D(`<b>${d.pick(['Sent via e-mail', 'By registered mail', 'PRIVATE AND CONFIDENTIAL'])}</b>`)
        : '') +
      (d.chance(0.6) ? M(`${d.pick(['Re: ', 'Subject: ', ''])}${t.title(4, 5)}`, 'b') : '') +
      P(`Dear ${d.pick(['Mr ', 'Ms ', ''])}${t.name()},`) +
      many(d.int(2, 4), () => P(t.para())) +
      (d.chance(0.5) ? sections(k, d.int(2, 3)) : '') +
      sign(k) +
      (d.chance(0.4) ? P(`<b>Enclosures:</b> ${t.np()}, ${t.np()}`) : '')
    )
  },
  cv: (k) => {
    const { d, t } = k
    return (
      H(1, t.name()) +
      D(`${t.street()} · ${t.phone()} · ${t.mail()}`, d.pick(['', 'c', 'sm'])) +
      many(
        d.int(3, 6),
        () =>
          H(2, t.title(1, 2)) +
          d.pick([
            () =>
              many(
                d.int(1, 3),
                () =>
                  D(`${M(t.title(2, 3), 'b')}<div>${d.int(1990, 2010)} – ${d.int(2011, 2024)}</div>`, 'flex') +
                  D(t.company(), 'it') +
                  list(k),
              ),
            () => list(k),
            () => P(t.para(1, 3)),
            () => fields(k),
          ])(),
      )
    )
  },
  minutes: (k) => {
    const { d, t } = k
    return (
      head(k) +
      H(1, d.pick(['Minutes of the ', 'Agenda for the ', 'Notes: ']) + t.title(2, 3)) +
      D(`${t.date()}, ${t.place()}`, d.pick(['', 'c', 'b'])) +
      many(3, (i) =>
        P(`<b>${['Present:', 'Apologies:', 'In attendance:'][i]}</b> ${t.name()}, ${t.name()}, ${t.name()}`),
      ) +
      many(
        d.int(4, 9),
        (i) =>
          H(2, `${i + 1}${d.pick(['.', '', ')'])} ${t.title(1, 4)}`) +
          P(t.para(1, 4)) +
          (d.chance(0.35)
            ? P(`<b>${d.pick(['Action:', 'Decision:', 'Resolved:', 'Motion carried.'])}</b> ${t.sentence()}`)
            : '') +
          (d.chance(0.15) ? D(`<b>Action: ${t.name()}</b>`, 'r') : ''),
      ) +
      P(`The meeting closed at ${d.int(1, 11)} pm.`)
    )
  },
  brochure: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 4)) +
      P(t.sentence(), d.pick(['it sub', 'sub', 'b'])) +
      D(sections(k, d.int(3, 6)), d.chance(0.5) ? 'two' : '') +
      D(M(d.pick(['Contact us', 'Contact', 'Get in touch']), 'b') + contact(k), 'box')
    )
  },
  menu: (k) => {
    const { d, t } = k
    const price = () => `${d.pick(['$', '', '€'])}${d.int(4, 38)}${d.pick(['', '.50', '.00'])}`
    const way = d.int(0, 3),
      bold = d.chance(0.6)
    return (
      H(1, `${t.title(1, 2)} ${d.pick(['Menu', 'Kitchen', 'Café'])}`) +
      D(
        many(
          d.int(3, 6),
          () =>
            H(2, t.title(1, 2)) +
            many(d.int(3, 7), () => {
              const dish = `${cap(t.adj())} ${cap(t.noun())}`
              const name = bold ? `<b>${dish}</b>` : dish
              return (
                (way === 0
                  ? D(`${name} | ${price()}`)
                  : way === 1
                    ? D(`<span>${name}</span><span>${price()}</span>`, 'flex')
                    : way === 2
                      ? D(`${name} ${'.'.repeat(20)} ${price()}`)
                      : D(`${name} ${price()}`, 'c')) +
                (d.chance(0.7) ? D(`${t.np()}, ${t.np()}, ${t.np()}`, way === 3 ? 'c sm it' : 'sm') : '')
              )
            }),
        ),
        d.chance(0.5) ? 'two' : '',
      )
    )
  },
  statistics: (k) => {
    const { d, t } = k
    return (
      H(1, `${t.title(3, 5)}, ${d.int(2000, 2024)}`) +
      (d.chance(0.5) ? D(`${t.company()} · ${t.date()}`, 'sm') : '') +
      many(
        d.int(2, 4),
        (i) =>
          H(2, t.title(2, 4)) +
          P(t.para(1, 3)) +
          (d.chance(0.7) ? caption(k, i) : '') +
          table(k, { rows: d.int(4, 12) }) +
          (d.chance(0.6) ? P(`<b>Source:</b> ${t.company()}, ${d.int(1999, 2024)}`, 'sm') : ''),
      ) +
      P('<b>Notes</b>', 'sm') +
      P(t.para(1, 2), 'sm')
    )
  },
  datasheet: (k) => {
    const { d, t } = k
    return (
      D(
        D(`${t.company()}`, 'b') + D(`${d.pick(['Rev.', 'Version', 'Data sheet'])} ${d.int(1, 9)}.${d.int(0, 9)}`),
        'flex',
      ) +
      H(1, `${cap(t.noun()).slice(0, 3).toUpperCase()}-${d.int(100, 9999)} ${t.title(2, 3)}`) +
      D(
        H(2, 'Features') + list(k, 6) + H(2, 'Applications') + list(k, 4) + H(2, 'Description') + P(t.para()),
        d.chance(0.6) ? 'two' : '',
      ) +
      many(
        d.int(2, 4),
        (i) =>
          H(2, t.title(2, 3)) +
          (d.chance(0.4) ? P(`<b>T = 25 °C, V = ${d.int(1, 9)} V, unless noted</b>`, 'sm') : '') +
          table(k, { cols: d.int(4, 6) }) +
          (d.chance(0.5) ? caption(k, i) : ''),
      )
    )
  },
  report: (k) => {
    const { d, t } = k
    const year = d.int(2000, 2025)
    return (
      `<div style="height:${d.int(60, 240)}pt"></div>` +
      D(t.company(), d.pick(['', 'c', 'big', 'b'])) +
      H(1, t.title(3, 5)) +
      M(t.title(3, 5), d.pick(['sub', 'c sub', 'it'])) +
      D(t.date(), d.pick(['', 'c', 'b'])) +
      D(`${d.pick(['Prepared by', 'Prepared for', 'by'])} ${t.name()}`, d.pick(['', 'c', 'it'])) +
      (d.chance(0.5)
        ? D(`${d.pick(['Version', 'Report No.', 'Document'])} ${d.int(1, 99)}-${year}`, d.pick(['b', '', 'c']))
        : '') +
      '<div class="pb"></div>' +
      sections(
        k,
        d.int(3, 6),
        (i) =>
          body(k) +
          (d.chance(0.5)
            ? many(d.int(1, 3), (j) => H(3, (k.l.numbered === '1' ? `${i + 1}.${j + 1} ` : '') + t.title()) + body(k))
            : '') +
          (d.chance(0.3) ? caption(k, i) : ''),
      )
    )
  },
  paper: (k) => {
    const { d, t } = k
    const abs = d.chance(0.5)
    return (
      H(1, t.title(4, 5) + d.pick([`: ${t.title(3, 4)}`, ''])) +
      D(
        many(d.int(1, 3), () => `${t.name()}<sup>${d.int(1, 3)}</sup>, `) + t.name(),
        d.pick(['c', '', 'c b', 'c big']),
      ) +
      D(`${d.pick(['Department of', 'Institute for'])} ${cap(t.np())}, ${t.place()}`, d.pick(['c', 'it c', 'sm'])) +
      (abs ? H(2, 'Abstract') + P(t.para()) : P(`<b>Abstract${d.pick(['.', ':', '—'])}</b> ${t.para()}`)) +
      P(`<b>Keywords:</b> ${t.np()}, ${t.np()}, ${t.np()}`) +
      D(
        sections(
          k,
          d.int(3, 6),
          (i) =>
            body(k) +
            (d.chance(0.4)
              ? P(`<b>${d.pick(['Theorem', 'Lemma', 'Definition', 'Example'])} ${i + 1}.</b> ${t.para(1, 2)}`)
              : '') +
            (d.chance(0.4)
              ? many(2, (j) => H(3, (k.l.numbered.startsWith('1') ? `${i + 1}.${j + 1} ` : '') + t.title()) + body(k))
              : '') +
            (d.chance(0.4) ? caption(k, i) : ''),
        ) +
          H(2, 'References') +
          many(d.int(3, 8), (i) =>
            P(`[${i + 1}] ${t.name()}. ${t.title(3, 5)}. ${t.title(2, 3)}, ${d.int(1980, 2024)}.`, 'sm'),
          ),
        d.chance(0.6) ? 'two' : '',
      )
    )
  },
  newsletter: (k) => {
    const { d, t } = k
    return (
      M(t.title(1, 3), 'b big') +
      D(`${t.date()} | ${d.pick(['Issue', 'No.'])} ${d.int(1, 99)}`, 'sm') +
      D(
        many(
          d.int(3, 6),
          () =>
            (d.chance(0.35) ? D(t.title(1, 2), 'cap sm col') : '') +
            H(2, t.title(3, 5)) +
            (d.chance(0.5) ? D(`By ${t.name()}`, d.pick(['it', 'b', 'sm', 'cap sm'])) : '') +
            many(d.int(1, 4), () => P(t.para())) +
            (d.chance(0.3) ? P(`“${t.sentence()}”`, d.pick(['it big', 'b big', 'big c'])) : ''),
        ),
        d.chance(0.7) ? 'two' : '',
      ) +
      contact(k)
    )
  },
  glossary: (k) => {
    const { d, t } = k
    const bold = d.chance(0.75),
      way = d.int(0, 2)
    return (
      H(1, d.pick(['Glossary', 'Definitions', 'Terms and abbreviations', t.title(2, 3)])) +
      P(t.para(1, 2)) +
      many(
        d.int(1, 4),
        () =>
          H(2, d.chance(0.4) ? `${d.pick('ABCDEFGHIJ'.split(''))}a` : t.title(1, 2)) +
          many(d.int(4, 9), () => {
            const term = bold ? `<b>${t.np()}</b>` : `<i>${t.np()}</i>`
            return way === 0
              ? P(`${term}: ${t.sentence()}`)
              : way === 1
                ? `<dl style="margin:.3em 0"><dt>${term}</dt><dd>${t.para(1, 2)}</dd></dl>`
                : D(term) + D(t.para(1, 2), '')
          }),
      )
    )
  },
  faq: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 4)) +
      many(
        d.int(2, 3),
        () =>
          H(2, t.title(1, 3)) +
          many(
            d.int(2, 5),
            () => M(`${cap(d.pick(['what', 'how', 'why', 'when']))} ${t.verb()} the ${t.np()}?`, 'b') + P(t.para(1, 3)),
          ),
      )
    )
  },
}
