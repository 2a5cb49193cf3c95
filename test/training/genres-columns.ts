/** Genres of pages with text in columns and no table: prose, references, indexes, contents, code, addresses, charts. */
import { type GenreTools, list, many, P } from './parts.ts'
import { cap } from './words.ts'

const columns = ({ d }: GenreTools, count: number, html: string, justified = d.chance(0.6)): string =>
  `<div style="columns:${count};column-gap:${d.pick([10, 12, 16, 22])}pt;${justified ? 'text-align:justify;' : ''}${d.chance(0.3) ? 'column-rule:.5pt solid #999;' : ''}${d.chance(0.4) ? 'hyphens:auto;' : ''}">${html}</div>`
const flex = ({ d }: GenreTools, parts: readonly string[], gap = d.pick([10, 20, 40])): string =>
  `<div style="display:flex;gap:${gap}pt">${parts.map((part) => `<div style="flex:1">${part}</div>`).join('')}</div>`
const row = (left: string, right: string, between = ''): string =>
  `<div style="display:flex;justify-content:space-between;white-space:nowrap;overflow:hidden"><span>${left}</span>${between}<span>${right}</span></div>`

/** Dots between an entry and its page. */
function leader({ d }: GenreTools): string {
  const dots = d.pick(['.', ' .', ' . ', '. ', '·', ' ..', '_']).repeat(200)
  return d.chance(0.6)
    ? `<span style="flex:1;overflow:hidden;white-space:pre;margin:0 ${d.pick([0, 3, 6])}pt;text-align:right">${dots}</span>`
    : ''
}

function entries(kit: GenreTools, count: number): string {
  const { d, t } = kit
  const between = leader(kit)
  const isNumbered = d.chance(0.5)
  const leading = d.pick(['inherit', 'inherit', 1.6, 2, 2.4])
  let page = d.int(1, 5)
  return many(count, (at) => {
    page += d.int(0, 9)
    const depth = d.chance(0.4) ? 1 : 0
    const number = isNumbered ? `${at + 1}${depth ? `.${d.int(1, 9)}` : ''}${d.pick(['', '.'])}&emsp;` : ''
    return `<div style="margin-left:${depth * 14}pt;line-height:${leading}">${row(number + t.title(1, 5), String(page), between)}</div>`
  })
}

function chart({ d, t }: GenreTools): string {
  const [width, height, count] = [d.int(220, 420), d.int(120, 220), d.int(3, 8)]
  const bars = many(count, (at) => {
    const size = d.int(10, height - 30)
    const x = 40 + (at * (width - 50)) / count
    const mark = `<rect x="${x}" y="${height - 20 - size}" width="${(width - 60) / count / 1.6}" height="${size}" fill="${d.pick(['#48a', '#a84', '#777'])}"/>`
    const value = d.chance(0.6) ? `<text x="${x}" y="${height - 24 - size}">${d.int(1, 99)}%</text>` : ''
    return `${mark}${value}<text x="${x}" y="${height - 6}">${d.chance(0.5) ? 2000 + at : t.noun().slice(0, 6)}</text>`
  })
  const ticks = many(
    5,
    (at) => `<text x="4" y="${height - 20 - (at * (height - 30)) / 5}">${at * d.pick([10, 20])}</text>`,
  )
  return `<svg width="${width}" height="${height}" font-size="8">${bars}${ticks}<path d="M38 5V${height - 20}H${width}" stroke="#000" fill="none"/></svg>`
}

export const columnGenres: Readonly<Record<string, (kit: GenreTools) => string>> = {
  prose2: (k) =>
    columns(
      k,
      2,
      many(k.d.int(3, 8), () => P(k.t.para())),
    ),
  news: (k) =>
    `<div style="font-size:.85em">${columns(
      k,
      k.d.int(3, 5),
      many(
        k.d.int(4, 9),
        () => `${k.d.chance(0.3) ? `<b>${k.t.title()}</b>` : ''}<p style="margin:0;text-indent:1em">${k.t.para()}</p>`,
      ),
    )}</div>`,
  references: (k) => {
    const one = (at: number): string =>
      `<p style="padding-left:1.6em;text-indent:-1.6em;margin:0">${k.d.pick([`[${at + 1}] `, `${at + 1}. `, ''])}${k.t.name()}, ${k.t.name()}: ${k.t.title(3, 5)}. ${k.t.company()}, ${k.d.int(1950, 2024)}, pp. ${k.d.int(1, 90)}–${k.d.int(91, 300)}.</p>`
    return k.d.chance(0.7) ? columns(k, 2, many(k.d.int(8, 24), one)) : many(k.d.int(5, 12), one)
  },
  index: (k) => {
    const pages = (): string => many(k.d.int(1, 3), (at) => `${at ? ', ' : ''}${k.d.int(1, 400)}`)
    return columns(
      k,
      k.d.int(2, 4),
      many(
        k.d.int(20, 70),
        () =>
          `<div style="padding-left:1em;text-indent:-1em">${k.t.np()}${k.d.pick([', ', ' ', ', '])}${pages()}</div>`,
      ),
      false,
    )
  },
  leaderIndex: (k) => columns(k, k.d.int(1, 3), entries(k, k.d.int(12, 50)), false),
  contents: (k) => entries(k, k.d.int(6, 26)),
  code: (k) => {
    const { d, t } = k
    const one = (): string =>
      `${' '.repeat(d.int(0, 3) * 2)}${d.pick([`${t.noun()} = ${t.noun()}(${t.noun()})`, `if (${t.noun()} > ${d.int(1, 9)}) {`, `${t.noun()}.${t.noun()}();`, `return ${t.noun()};`])}`
    return `<pre style="${d.chance(0.5) ? 'background:#eee;' : ''}font-size:.9em">${many(d.int(6, 20), (at) => `${d.chance(0.3) ? `${at + 1}  ` : ''}${one().padEnd(d.chance(0.3) ? 44 : 0)}${d.chance(0.3) ? `// ${t.sentence()}` : ''}\n`)}</pre>`
  },
  addresses: (k) => {
    const one = (): string =>
      [k.t.name(), k.t.company(), k.t.street(), k.t.city(), k.t.phone(), k.t.mail()]
        .slice(0, k.d.int(3, 6))
        .join('<br>')
    return `<div style="text-align:${k.d.pick(['left', 'center'])}">${many(k.d.int(1, 3), () => flex(k, Array.from({ length: k.d.pick([2, 2, 3, 4]) }, one)))}</div>`
  },
  lists: (k) =>
    k.d.pick([
      () => flex(k, [list(k, 8), list(k, 8)]),
      () => columns(k, 2, list(k, k.d.int(8, 18)), false),
      () => `<ol>${many(k.d.int(4, 9), () => `<li>${k.t.sentence()}</li>`)}</ol>`,
      () =>
        flex(
          k,
          Array.from({ length: 3 }, () => `<b>${k.t.title(1, 2)}</b>${list(k, 4)}`),
        ),
    ])(),
  proseBesideList: (k) =>
    flex(k, k.d.chance(0.5) ? [many(3, () => P(k.t.para())), list(k, 9)] : [list(k, 9), many(3, () => P(k.t.para()))]),
  charts: (k) =>
    k.d.chance(0.5) ? flex(k, [chart(k), chart(k)]) : chart(k) + P(`Figure ${k.d.int(1, 9)}. ${k.t.sentence()}`),
  cards: (k) =>
    `<div style="display:grid;grid-template-columns:repeat(${k.d.int(2, 4)},1fr);gap:${k.d.int(8, 24)}pt">${many(k.d.int(4, 9), () => `<div${k.d.chance(0.5) ? ' style="background:#eef;padding:6pt"' : ''}><b>${k.t.title(1, 3)}</b><br>${k.t.sentence()}</div>`)}</div>`,
  questions: (k) =>
    many(
      k.d.int(3, 7),
      (at) =>
        `${P(`${at + 1}. ${k.t.sentence().replace('.', '?')}`)}<div style="display:grid;grid-template-columns:repeat(${k.d.pick([2, 4])},1fr)">${many(4, (choice) => `<span>${'ABCD'.charAt(choice)}${k.d.pick(['.', ')'])} ${k.t.np()}</span>`)}</div>`,
    ),
  dates: (k) =>
    many(
      k.d.int(3, 8),
      () =>
        row(`<b>${k.t.title(1, 3)}</b>`, `${k.d.int(1990, 2010)}–${k.d.int(2011, 2024)}`) +
        (k.d.chance(0.6) ? P(k.t.sentence()) : ''),
    ),
  dialogue: (k) =>
    many(
      k.d.int(5, 12),
      () =>
        `<div style="display:flex"><b style="flex:0 0 ${k.d.pick([70, 70, 90])}pt">${k.t.name().split(' ')[0]}${k.d.chance(0.5) ? ':' : ''}</b><span>${k.t.para(1, 3)}</span></div>`,
    ),
  forms: (k) =>
    many(k.d.int(4, 10), () =>
      row(
        `${cap(k.t.np())}:`,
        `<span style="display:inline-block;width:${k.d.int(60, 140)}pt;border-bottom:.5pt solid"></span>`,
        `<span>${cap(k.t.noun())}: ${'_'.repeat(k.d.int(5, 20))}</span>`,
      ),
    ),
  equations: (k) =>
    many(
      k.d.int(2, 6),
      (at) =>
        P(k.t.para(1, 2)) +
        row(
          `&emsp;&emsp;<i>${k.d.pick(['x', 'y', 'f'])}</i> = <i>a</i><sub>${at}</sub> + ${k.d.int(2, 9)}<i>b</i>`,
          `(${at + 1})`,
        ),
    ),
  verse: (k) =>
    columns(
      k,
      2,
      many(k.d.int(10, 30), (at) => `<div>${cap(k.t.np())} ${k.t.np()}${at % 4 === 3 ? '.<br><br>' : ','}</div>`),
      false,
    ),
  letterhead: (k) =>
    row(
      `<b>${k.t.company()}</b><br>${k.t.street()}<br>${k.t.city()}`,
      `${k.t.phone()}<br>${k.t.mail()}<br>${k.t.date()}`,
    ) + many(3, () => P(k.t.para())),
  authors: (k) =>
    `<div style="display:grid;text-align:center;grid-template-columns:repeat(${k.d.int(2, 4)},1fr);gap:10pt">${many(k.d.int(3, 8), () => `<div>${k.t.name()}<br><i>${k.t.company()}</i><br>${k.t.mail()}</div>`)}</div>${columns(
      k,
      2,
      many(4, () => P(k.t.para())),
    )}`,
  signatures: (k) => {
    const one = (): string =>
      many(
        k.d.int(2, 4),
        () =>
          `<div style="margin-top:${k.d.pick([2, 6, 14])}pt">${k.d.pick(['By', 'Name', 'Title', 'Date', 'Signature', 'Place', cap(k.t.noun())])}: ${k.d.pick([() => '_'.repeat(k.d.int(8, 24)), k.t.name, k.t.date, k.t.np, () => ''])()}</div>`,
      )
    const parties = k.d.int(1, 3)
    const title = (): string => (k.d.chance(0.7) ? `<b>${k.t.company()}</b>` : '')
    return `${P(k.t.sentence())}${flex(
      k,
      Array.from({ length: parties }, () => title() + one()),
    )}`
  },
  application: (k) => {
    const line = (): string =>
      `<span style="flex:${k.d.int(1, 3)}">${k.t.title(1, 2)}${k.d.pick(['', ':'])} ${k.d.pick([() => '_'.repeat(k.d.int(6, 30)), () => '', () => '☐', k.t.noun])()}</span>`
    return many(
      k.d.int(5, 12),
      () => `<div style="display:flex;margin:${k.d.pick([2, 5, 9])}pt 0">${many(k.d.int(1, 4), line)}</div>`,
    )
  },
  parallel: (k) =>
    many(k.d.int(3, 7), () => {
      const size = k.d.int(1, 3)
      return flex(k, [P(k.t.para(size, size)), P(k.t.para(size, size))], 18)
    }),
  linkColumns: (k) =>
    flex(
      k,
      Array.from(
        { length: k.d.int(3, 5) },
        () => `<b>${k.t.title(1, 2)}</b>${many(k.d.int(3, 7), () => `<div>${cap(k.t.np())}</div>`)}`,
      ),
    ),
  entries: (k) =>
    many(
      k.d.int(3, 7),
      () =>
        `<div style="display:flex;margin:3pt 0"><span style="flex:0 0 ${k.d.pick([60, 80, 110])}pt">${k.d.int(1990, 2010)}–${k.d.int(2011, 2024)}</span><span><b>${k.t.title(2, 3)}</b>, ${k.t.company()}<br>${k.t.para(1, 2)}</span></div>`,
    ),
}
