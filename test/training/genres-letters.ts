/** Genres: contracts, bills, lists of items and people, notices. */
import {
  body,
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
  table,
} from './parts.ts'
import { cap } from './words.ts'

export const letters: Readonly<Record<string, (kit: GenreTools) => string>> = {
  contract: (k) => {
    const { d, t } = k
    return (
      H(1, `${t.title(2, 3)} Agreement`) +
      P(`This agreement is made on ${t.date()} between <b>${t.company()}</b> and <b>${t.company()}</b>.`) +
      many(2, () => P(`<b>${t.company()}</b>, ${t.street()}, ${t.city()}`)) +
      many(
        d.int(4, 9),
        (i) =>
          H(2, d.pick([`Article ${i + 1} `, `${i + 1}. `, `§ ${i + 1} `]) + t.title(1, 3)) +
          many(d.int(1, 3), (j) =>
            P(`${d.chance(0.6) ? `(${j + 1}) ` : ''}${d.chance(0.3) ? `<b>${cap(t.np())}.</b> ` : ''}${t.para(1, 3)}`),
          ),
      ) +
      D(
        D(`<b>${t.company()}</b><br>${'_'.repeat(22)}<br>Name: ${t.name()}<br>Title: ${t.title(1, 2)}`) +
          D(`<b>${t.company()}</b><br>${'_'.repeat(22)}<br>Name: ${t.name()}`),
        'flex',
      )
    )
  },
  exam: (k) => {
    const { d, t } = k
    return (
      D('Name: ____________________ Date: ___________') +
      H(1, t.title(2, 4)) +
      P(`<b>Time: ${d.int(1, 3)} hours. Answer all questions.</b>`) +
      many(
        d.int(2, 3),
        (i) =>
          H(2, `${d.pick(['Section', 'Part'])} ${String.fromCharCode(65 + i)}${d.pick([': ', ' '])}${t.title(1, 3)}`) +
          many(
            d.int(3, 6),
            (j) =>
              P(`<b>${j + 1}.</b> ${t.sentence()} ${d.chance(0.5) ? `<b>[${d.int(1, 9)} marks]</b>` : ''}`) +
              many(d.chance(0.5) ? 4 : 0, (x) => D(`${'ABCD'[x]}. ${t.np()}`)),
          ),
      )
    )
  },
  recipe: (k) => {
    const { d, t } = k
    return many(
      d.int(1, 3),
      () =>
        H(1, t.title(2, 4)) +
        P(t.sentence(), 'it') +
        D(`<b>Serves:</b> ${d.int(2, 8)} &nbsp; <b>Time:</b> ${d.int(10, 90)} min`) +
        H(2, 'Ingredients') +
        (d.chance(0.4) ? D(`<b>For the ${t.noun()}</b>`) : '') +
        many(d.int(5, 9), () => D(`${d.int(1, 500)} g ${t.np()}`)) +
        H(2, d.pick(['Method', 'Preparation', 'Directions'])) +
        many(d.int(3, 6), (i) => P(`${d.chance(0.5) ? `<b>Step ${i + 1}</b> ` : `${i + 1}. `}${t.para(1, 2)}`)) +
        (d.chance(0.5) ? P(`<b>Tip:</b> ${t.sentence()}`) : ''),
    )
  },
  bill: (k) => {
    const { d, t, l } = k
    return (
      D(M(t.company(), 'b big') + D(fields(k, 4)), 'flex') +
      contact(k) +
      H(1, d.pick(['Your bill', 'Account statement', 'Statement of account', 'Electricity bill'])) +
      fields(k, 6) +
      D(l.label('Amount due')) +
      D(t.money(), 'big b') +
      many(
        d.int(2, 4),
        () =>
          H(2, t.title(1, 3)) +
          d.pick([
            () => table(k),
            () => fields(k),
            () => P(t.para(1, 2)),
            () => many(4, () => D(`<span>${cap(t.np())}</span><span>${t.money()}</span>`, 'flex')),
          ])() +
          D(`<span>Total</span><span>${t.money()}</span>`, 'flex b'),
      ) +
      P(`Questions? Call ${t.phone()}`, d.pick(['b', 'c', 'sm']))
    )
  },
  catalogue: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 3)) +
      many(
        d.int(2, 4),
        () =>
          H(2, t.title(1, 2)) +
          `<div style="display:grid;grid-template-columns:repeat(${d.int(2, 3)},1fr);gap:10pt">${many(d.int(3, 6), () => D(D(`<b>${cap(t.adj())} ${t.noun()} ${d.int(10, 990)}</b>`) + D(t.sentence(), 'sm') + D(`<b>${t.money()}</b>`)))}</div>`,
      )
    )
  },
  directory: (k) => {
    const { d, t } = k
    return (
      H(1, d.pick(['Directory', 'Our team', 'Members', t.title(2, 3)])) +
      many(
        d.int(2, 4),
        () =>
          H(2, t.title(1, 2)) +
          D(
            many(d.int(3, 8), () =>
              D(
                `${D(`<b>${d.chance(0.5) ? t.name() : t.company()}</b>`) + D(t.title(1, 2), 'it') + D(t.street()) + D(t.phone()) + D(t.mail())}<br>`,
              ),
            ),
            d.chance(0.6) ? 'two' : '',
          ),
      )
    )
  },
  press: (k) => {
    const { d, t } = k
    return (
      M(d.pick(['PRESS RELEASE', 'News release', 'For immediate release']), d.pick(['b', 'cap', 'b big'])) +
      D(t.date()) +
      H(1, `${t.title(4, 5)} ${t.np()}`) +
      P(t.sentence(), d.pick(['it', 'b', 'sub'])) +
      P(`<b>${t.place().toUpperCase()}</b> – ${t.para()}`) +
      many(d.int(2, 4), () => P(t.para())) +
      (d.chance(0.5) ? sections(k, 2) : '') +
      H(2, `About ${t.company()}`) +
      P(t.para()) +
      D(`<b>${d.pick(['Media contact:', 'Contact', 'Press contact'])}</b>`) +
      contact(k) +
      D('###', 'c')
    )
  },
  leaflet: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 3)) +
      P(`<b>${t.sentence()} ${t.sentence()}</b>`) +
      list(k) +
      many(
        d.int(4, 6),
        (i) =>
          H(2, `${i + 1}. ${t.title(3, 5)}`) +
          body(k) +
          (d.chance(0.5) ? P(`<b>${t.sentence()}</b>`) + list(k) : '') +
          (d.chance(0.4) ? many(2, () => H(3, t.title(1, 3)) + P(t.para(1, 2))) : ''),
      ) +
      contact(k)
    )
  },
  programme: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 4)) +
      D(`${t.date()} · ${t.place()}`, d.pick(['b', '', 'c'])) +
      many(
        d.int(2, 3),
        () =>
          H(2, d.pick(['Monday', 'Tuesday', 'Day 1', 'Morning session', t.date()])) +
          many(
            d.int(4, 8),
            () =>
              D(
                `<b>${d.int(8, 17)}:${d.pick(['00', '30', '15'])}</b> &nbsp; ${d.chance(0.5) ? `<b>${t.title(2, 4)}</b>` : t.title(2, 4)}`,
              ) + (d.chance(0.5) ? D(`${t.name()}, ${t.company()}`, 'it') : ''),
          ),
      )
    )
  },
  slides: (k) => {
    const { d, t } = k
    const s = '<style>@page{size:254mm 143mm;margin:1.2cm}body{font-size:18pt!important}</style>'
    return (
      s +
      many(
        d.int(3, 7),
        (i) =>
          (i ? '<div class="pb"></div>' : '') +
          H(1, t.title(2, 5)) +
          (i === 0
            ? M(t.title(2, 3), 'sub') + D(t.name()) + D(t.date())
            : d.pick([
                () => list(k, d.int(3, 6)),
                () =>
                  `<div style="display:grid;grid-template-columns:1fr 1fr;gap:20pt">${many(2, () => D(M(t.title(1, 3), 'b') + list(k, 3)))}</div>`,
                () => table(k, { rows: 4 }),
                () =>
                  `<div style="display:grid;grid-template-columns:repeat(3,1fr)">${many(3, () => D(D(`${d.int(2, 99)}%`, 'big b') + D(t.np())))}</div>` +
                  P(t.sentence()),
              ])() + (d.chance(0.4) ? D(`${t.company()} ${i + 1}`, 'sm') : '')),
      )
    )
  },
  typescript: (k) => {
    const { d, t } = k
    const m = d.int(0, 2)
    const wrap = (x: string) => (m === 0 ? x.toUpperCase() : m === 1 ? `<u>${x}</u>` : x)
    return (
      `<style>h1,h2,h3{font:inherit!important;${m === 2 ? 'text-align:center!important;' : ''}margin:1em 0!important}</style>` +
      H(1, wrap(t.title(3, 5)), 'c') +
      D(`by ${t.name()}`, 'c') +
      sections(k, 0) +
      many(d.int(3, 6), (i) => H(2, wrap(number(k, i) + t.title(1, 4))) + many(d.int(1, 3), () => P(t.para(2, 5))))
    )
  },
  manual: (k) => {
    const { d, t } = k
    return (
      H(1, t.title(2, 3) + d.pick([' User guide', ' Manual', ''])) +
      sections(k, d.int(3, 5), (i) =>
        many(
          d.int(1, 3),
          (j) =>
            H(3, (k.l.numbered.startsWith('1') ? `${i + 1}.${j + 1} ` : '') + t.title(1, 4)) +
            P(t.para(1, 3)) +
            d.pick([
              () => many(d.int(2, 5), (x) => P(`${d.chance(0.5) ? `<b>${x + 1}.</b>` : `${x + 1}.`} ${t.sentence()}`)),
              () => notes(k),
              () =>
                `<div class="mono">${t.noun()} --${t.noun()} ${t.noun()}.txt<br>${t.noun()}_${t.noun()} = ${d.int(1, 99)}</div>`,
              () => list(k),
              () => many(3, () => P(`<b>${cap(t.np())}</b> ${t.sentence()}`)),
              () => table(k),
            ])(),
        ),
      )
    )
  },
}
