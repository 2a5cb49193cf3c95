/** Parts of tables as journals, annual reports and handbooks set them. */
import { type GenreTools, many, P } from './parts.ts'
import { cap } from './words.ts'

let count = 0

interface Parts {
  /** Rows of the table, as HTML. */
  readonly rows: string
  /** CSS; `#t` is the table. */
  readonly css?: string
  readonly caption?: boolean
}

/** A table with a caption above, below or nowhere. */
export function printed({ d, t }: GenreTools, { rows, css = '', caption = true }: Parts): string {
  const id = `#p${count++}`
  const text = P(
    `<b>${d.pick(['Table', 'TABLE', 'Table', 'Exhibit'])} ${d.int(1, 12)}${d.pick(['.', ':', ' –', ''])}</b> ${d.chance(0.5) ? t.sentence() : t.title(2, 5)}`,
  )
  const place = caption ? d.pick(['above', 'above', 'below', '']) : ''
  const base = `${id}{width:auto;margin:.6em ${d.pick(['0', 'auto'])};border-collapse:collapse}${id} td,${id} th{padding:${d.pick(['.5pt 3pt', '1pt 4pt', '2pt 6pt', '3pt 8pt'])};text-align:left;font-weight:normal}`
  return `<style>${base}${css.replaceAll('#t', id)}</style>${place === 'above' ? text : ''}<table role="table" id="${id.slice(1)}">${rows}</table>${place === 'below' ? text : ''}`
}

export const tr = (cells: readonly string[], attributes = ''): string => `<tr${attributes}>${cells.join('')}</tr>`
export const td = (text: string | number, attributes = ''): string => `<td${attributes}>${text}</td>`
export const th = (text: string | number, attributes = ''): string => `<th${attributes}>${text}</th>`
export const each = (size: number, write: (at: number) => string): string[] =>
  Array.from({ length: size }, (_, at) => write(at))
export const right = ' style="text-align:right"'
export const middle = ' style="text-align:center"'
export const twoColumns = ({ d, t }: GenreTools, html: string): string =>
  `<div style="columns:2;column-gap:${d.pick([12, 16, 20])}pt;text-align:justify;font-size:.86em">${many(2, () => P(t.para(3, 6)))}${html}${many(3, () => P(t.para(3, 8)))}</div>`
export const amount = ({ d }: GenreTools): string =>
  d.chance(0.12)
    ? d.pick(['–', '—', '-'])
    : d.chance(0.2)
      ? `(${d.int(1, 9999).toLocaleString('en')})`
      : d.int(1, 99999).toLocaleString('en')
export const label = ({ d, t }: GenreTools): string =>
  cap(`${t.np()}${d.chance(0.4) ? ` ${d.pick(['and', 'of', 'for', 'from'])} ${t.np()}` : ''}`)
