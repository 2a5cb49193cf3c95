/** Parts of generated HTML documents. Headings are h1 to h4; h6 marks lines that may count as headings or not. */
import type { RandomStyle } from './styles.ts'
import { cap, type Random, type RandomText } from './words.ts'

/** Tools of a genre: random numbers, random text, a style. */
export interface GenreTools {
  readonly d: Random
  readonly t: RandomText
  readonly l: RandomStyle
}

export const P = (t: string, c = '') => `<p${c ? ` class="${c}"` : ''}>${t}</p>`
export const D = (t: string, c = '') => `<div${c ? ` class="${c}"` : ''}>${t}</div>`
let suffix = ''
/** Some documents end their headings in a colon or period. */
export function endHeadingsIn(sign: string): void {
  suffix = sign
}
export const H = (n: number, t: string, c = '') =>
  `<h${n}${c ? ` class="${c}"` : ''}>${t}${n > 1 && !/[.:?!]$/.test(t) ? suffix : ''}</h${n}>`
export const M = (t: string, c = '') => `<h6${c ? ` class="${c}"` : ''}>${t}</h6>`
export const many = (n: number, f: (i: number) => string) => Array.from({ length: n }, (_, i) => f(i)).join('')
const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
export function number({ l }: { l: RandomStyle }, i: number): string {
  return l.numbered === '1'
    ? `${i + 1} `
    : l.numbered === '1.'
      ? `${i + 1}. `
      : l.numbered === 'I'
        ? `${roman[i % 12]}. `
        : l.numbered === 'A'
          ? `${String.fromCharCode(65 + (i % 26))}. `
          : ''
}
export const table = (
  { d, t }: GenreTools,
  { rows = d.int(3, 8), cols = d.int(2, 5), cls = d.pick(['grid', 'rows', '']) } = {},
) =>
  `<table role="table" class="${cls}"><tr>${many(cols, () => `<th>${cap(t.np())}</th>`)}</tr>${many(rows, () => `<tr>${many(cols, (c) => `<td${c ? ' class="r"' : ''}>${c ? (d.chance(0.5) ? t.money() : d.int(1, 9999)) : cap(t.np())}</td>`)}</tr>`)}</table>`
export const list = ({ d, t }: GenreTools, n = d.int(2, 6)) =>
  `<ul>${many(n, () => `<li>${d.chance(0.5) ? t.sentence() : cap(t.np())}</li>`)}</ul>`
export const body = (k: GenreTools): string => {
  const { d, t } = k
  const r = d.next()
  return r < 0.7
    ? many(d.int(1, 3), () => P(t.para()))
    : r < 0.85
      ? P(t.para(1, 2)) + list(k)
      : r < 0.95
        ? P(t.para(1, 2)) + table(k) + (d.chance(0.5) ? P(t.para()) : '')
        : list(k)
}
export const caption = ({ d, t }: GenreTools, i: number) => {
  const w = d.pick(['Table', 'Figure', 'Fig.', 'Chart', 'Exhibit'])
  return d.pick([
    P(`<b>${w} ${i + 1}.</b> ${t.sentence()}`, 'sm'),
    P(`${w} ${i + 1}: ${t.title(3, 5)}`, 'b'),
    P(`${t.title(3, 5)}, ${d.int(1990, 2024)}`, 'b sm'),
    P(`Source: ${t.company()}`, 'sm'),
  ])
}
export const notes = ({ d, t }: GenreTools) =>
  d.pick([
    () => P(`<b>Note:</b> ${t.sentence()}`),
    () => P(`<b>${t.sentence()}</b>`),
    () => P(`<b>${cap(t.np())}:</b> ${t.para(1, 2)}`),
    () => P(`${t.sentence()}`, 'it'),
    () => `${P(`<b>${cap(t.np())}</b>`)}${P(`${d.int(1, 999)}`)}`,
    () => D(`<b>${d.pick(['Warning', 'Note', 'Tip', 'Important'])}</b><br>${t.para(1, 2)}`, 'box'),
  ])()
export const contact = ({ d, t }: GenreTools) => {
  const c = d.pick(['', 'c', 'r', 'sm', 'b', 'c sm', 'b c'])
  return D(
    [
      t.company(),
      t.street(),
      t.city(),
      t.phone(),
      t.mail(),
      d.chance(0.5) ? `www.${d.pick(['river', 'north', 'lake'])}group.com` : '',
    ]
      .filter(Boolean)
      .slice(d.int(0, 2))
      .map((x, i) => `<div${i === 0 && d.chance(0.5) ? ' class="b"' : ''}>${x}</div>`)
      .join(''),
    c,
  )
}
export const fields = (k: GenreTools, n = k.d.int(3, 8)) => {
  const { d, t, l } = k
  const style = d.int(0, 3)
  const val = () => d.pick([t.date, t.money, t.name, t.company, () => String(d.int(1, 99999)), t.np])()
  const one = () => [cap(t.np()) + (style === 2 ? '' : d.pick([':', ':', ''])), val()] as const
  if (style === 0)
    return many(n, () => {
      const [a, b] = one()
      return D(`${l.label(a)} ${b}`)
    })
  if (style === 1)
    return many(n, () => {
      const [a, b] = one()
      return D(l.label(a)) + D(b)
    })
  if (style === 2)
    return `<div style="display:grid;grid-template-columns:repeat(${d.int(2, 4)},1fr);gap:8pt">${many(n, () => {
      const [a, b] = one()
      return D(D(l.label(a)) + D(b, d.chance(0.3) ? 'big' : ''))
    })}</div>`
  return `<table role="table">${many(n, () => {
    const [a, b] = one()
    return `<tr><td>${l.label(a)}</td><td>${b}</td></tr>`
  })}</table>`
}
export const sections = (k: GenreTools, n: number, f: (i: number) => string = () => body(k), level = 2) =>
  many(n, (i) => H(level, number(k, i) + k.t.title()) + f(i) + (k.d.chance(0.25) ? notes(k) : ''))
export const head = ({ d, t }: GenreTools) =>
  d.chance(0.4) ? D(`${t.company()}${d.chance(0.5) ? ` | ${t.title(2, 3)}` : ''}`, 'sm c') : ''
export const sign = ({ d, t }: GenreTools) =>
  P(d.pick(['Yours sincerely,', 'Kind regards', 'Signed,', ''])) +
  '<br>' +
  D(d.chance(0.5) ? `<b>${t.name()}</b>` : t.name()) +
  D(d.chance(0.6) ? t.title(2, 3) : t.company(), d.pick(['', 'it', 'b']))
