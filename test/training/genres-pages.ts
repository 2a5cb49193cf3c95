/** Genres: tenders, dashboards, web pages, book pages, records. */
import {
  body,
  caption,
  contact,
  D,
  fields,
  type GenreTools,
  H,
  list,
  M,
  many,
  notes,
  number,
  P,
  sections,
  sign,
  table,
} from './parts.ts'
import { cap } from './words.ts'

export const pages: Readonly<Record<string, (kit: GenreTools) => string>> = {
  notice: (k) => {
    const { d, t } = k
    return (
      D(t.company(), d.pick(['c b', 'c cap', 'c big'])) +
      D(`${t.street()}, ${t.city()}`, 'c') +
      (d.chance(0.6) ? D(`Ref. No. ${d.int(100, 999)}/${d.int(2000, 2024)}`, '') : '') +
      H(1, d.pick(['NOTICE', 'Public Notice', t.title(3, 5), `Certificate of ${cap(t.noun())}`])) +
      many(d.int(2, 4), () => P(t.para())) +
      (d.chance(0.4) ? table(k) : '') +
      sign(k)
    )
  },
  policy: (k) => {
    const { d, t } = k
    const three = d.chance(0.5)
    return (
      H(1, `${t.title(2, 3)} Policy`) +
      fields(k, 4) +
      many(
        d.int(3, 6),
        (i) =>
          H(2, `${i + 1}${d.pick(['.', ''])} ${t.title(1, 3)}`) +
          many(d.int(2, 4), (j) =>
            three ? P(`${i + 1}.${j + 1} ${t.para(1, 2)}`) : P(`<b>${i + 1}.${j + 1}</b> ${t.para(1, 2)}`),
          ),
      )
    )
  },
  tender: (k) => {
    const { d, t } = k
    return (
      D(`<b>${t.company()}</b>`, 'c') +
      H(1, `${d.pick(['Request for Proposals', 'Invitation to tender', 'Call for bids'])}: ${t.title(2, 4)}`) +
      fields(k, 5) +
      sections(k, d.int(3, 6), () => d.pick([() => body(k), () => fields(k), () => table(k)])()) +
      contact(k)
    )
  },
  dashboard: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 3)) +
      D(t.date(), 'sm') +
      many(
        d.int(2, 4),
        () =>
          H(2, t.title(1, 3)) +
          `<div style="display:grid;grid-template-columns:repeat(${d.int(2, 4)},1fr);gap:10pt">${many(
            d.int(3, 6),
            () => {
              const v = D(d.pick([t.money(), `${d.int(1, 99)}%`, `${d.int(1, 9999)}`]), d.pick(['big b', 'big', 'b']))
              const n = D(cap(t.np()), d.pick(['', 'sm', 'b sm', 'cap sm']))
              return D(d.chance(0.5) ? v + n : n + v)
            },
          )}</div>` +
          (d.chance(0.5) ? P(t.para(1, 2)) : table(k)),
      )
    )
  },
  digest: (k) => {
    const { d, t } = k
    const url = d.chance(0.5),
      dots = d.chance(0.4)
    return (
      (d.chance(0.6) ? H(1, t.title(1, 4)) : '') +
      many(
        d.int(5, 12),
        () =>
          H(
            2,
            t.title(3, 5) +
              d.pick([` - ${t.company()}`, ` ${t.np()}`, '', `: ${t.title(2, 3)}`]) +
              (dots ? ' ...' : ''),
          ) +
          (url ? D(`www.${t.noun()}.com › ${t.noun()}`, 'sm') : d.chance(0.3) ? D(t.date(), 'sm') : '') +
          P(t.para(1, 2)),
      )
    )
  },
  poster: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(4, 5), 'c') +
      D(`${t.name()}, ${t.name()}`, 'c') +
      D(t.company(), 'c') +
      `<div style="columns:${d.int(2, 3)};column-gap:14pt">${many(d.int(4, 8), () => H(2, d.pick(['Abstract', 'Method', 'Methods', 'Results', 'Participants', 'Discussion', t.title(1, 3)])) + d.pick([() => list(k), () => P(t.para(1, 4)), () => many(2, () => H(3, t.title(1, 3)) + P(t.para(1, 3)))])() + (d.chance(0.3) ? caption(k, 0) : ''))}</div>`
    )
  },
  bookpage: (k) => {
    const { d, t } = k
    return (
      (d.chance(0.5) ? D(`${t.title(2, 3)} ${d.int(2, 300)}`, 'sm') : '') +
      (d.chance(0.6)
        ? M(d.pick(['CHAPTER ', 'Chapter ']) + d.int(1, 20) + d.pick(['', '.']), d.pick(['c', '', 'b']))
        : '') +
      H(1, t.title(2, 5)) +
      many(d.int(2, 4), () => P(t.para(3, 7))) +
      many(d.int(0, 3), () => H(2, t.title(1, 4)) + many(d.int(1, 3), () => P(t.para(3, 6))))
    )
  },
  middlepage: (k) => {
    const { d, t } = k
    return (
      P(t.para(2, 5)) +
      many(
        d.int(1, 4),
        (i) =>
          H(2, number(k, d.int(1, 8)) + t.title(1, 5)) +
          many(d.int(1, 3), () => P(t.para(2, 6))) +
          (d.chance(0.3) ? caption(k, i) + table(k) : '') +
          (d.chance(0.2) ? notes(k) : ''),
      ) +
      P(`${d.int(1, 9)} ${t.sentence()}`, 'sm')
    )
  },
  hearing: (k) => {
    const { d, t } = k
    return (
      H(1, `${t.title(2, 3)} ${d.pick(['Hearing', 'Minutes', 'Commission'])}`) +
      D(t.date(), d.pick(['c', 'b', ''])) +
      many(
        d.int(3, 6),
        () =>
          H(2, t.title(2, 4)) +
          many(d.int(1, 4), () => (d.chance(0.6) ? M(`${t.name()}:`, d.pick(['b', '', 'b'])) : '') + P(t.para(1, 3))),
      )
    )
  },
  profiles: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 4)) +
      many(
        d.int(4, 9),
        () =>
          H(
            2,
            d.pick([
              t.name(),
              t.company(),
              t.title(2, 4),
              `${t.noun().slice(0, 4).toUpperCase()} ${d.int(100, 499)} ${t.title(2, 3)}`,
            ]),
          ) +
          (d.chance(0.3) ? D(t.title(2, 3), 'it') : '') +
          P(t.para(2, 5)),
      )
    )
  },
  steps: (k) => {
    const { d, t } = k
    const sep = d.pick([' - ', '. ', ' ', ': '])
    const w = d.pick(['', '0', 'Step ', 'Lesson '])
    return (
      H(1, t.title(2, 5)) +
      P(t.para(1, 2)) +
      many(
        d.int(4, 8),
        (i) =>
          H(2, `${w}${i + 1}${sep}${t.title(2, 4)}`) +
          d.pick([() => P(t.para(1, 3)), () => list(k), () => many(2, () => P(t.sentence()))])(),
      )
    )
  },
  blog: (k) => {
    const { d, t } = k
    return (
      D(`${t.title(1, 1)} | ${t.title(1, 1)} | ${t.title(1, 1)} | Contact`, 'sm') +
      H(1, t.title(4, 5)) +
      D(`${d.pick(['By ', 'Posted by ', ''])}${t.name()} on ${t.date()}`, 'sm') +
      many(d.int(1, 3), () => P(t.para())) +
      sections(
        k,
        d.int(2, 5),
        () => many(d.int(1, 3), () => P(t.para(1, 5))) + (d.chance(0.3) ? P(`“${t.sentence()}”`, 'it big') : ''),
      ) +
      (d.chance(0.6)
        ? H(2, d.pick(['Comments', 'Related posts', 'Leave a reply'])) +
          many(d.int(1, 4), () => D(`<b>${t.name()}</b> ${t.date()}`) + P(t.sentence()))
        : '')
    )
  },
  statute: (k) => {
    const { d, t } = k
    return (
      M(d.pick(['AN ACT', 'A BILL', `House Bill No. ${d.int(100, 999)}`]), 'c') +
      H(1, t.title(3, 5), 'c') +
      M(`THE PEOPLE OF ${t.place().toUpperCase()} ENACT:`, 'c') +
      many(
        d.int(3, 7),
        (i) =>
          H(2, d.pick([`§ ${i + 1}. `, `Sec. ${i + 1}. `, `Article ${i + 1}. `]) + t.title(1, 4)) +
          many(d.int(1, 4), (j) => P(`(${j + 1}) ${t.para(1, 2)}`)),
      )
    )
  },
  fieldsonly: (k) => {
    const { d, t, l } = k
    return (
      H(1, t.title(1, 3)) +
      many(d.int(2, 5), () => `${fields(k)}<br>`) +
      (d.chance(0.5) ? table(k) : '') +
      many(d.int(1, 4), () => D(l.label(`${t.title(1, 3)}:`)) + D(t.sentence()))
    )
  },
}
