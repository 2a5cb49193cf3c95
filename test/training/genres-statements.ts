/** Pages of financial statements and their notes, below the title of the section. */
import { body, type GenreTools, H, many, P, table } from './parts.ts'

/** Statements and their notes: a section's title above each page, or a page that begins with the title. */
function statements(kit: GenreTools, isFirst: boolean): string {
  const { d, t } = kit
  const continued = d.chance(0.6) ? d.pick([' (continued)', ' (Continued)', ' (CONTINUED)', ' (cont’d)']) : ''
  const isUpper = d.chance(0.5)
  const title = (): string => (isUpper ? t.title(2, 5).toUpperCase() : t.title(2, 5))
  const mark = d.pick([(i: number) => `${i}. `, (i: number) => `${i} `, (i: number) => `${i}) `, () => ''])
  const letter = (i: number): string => `(${String.fromCharCode(96 + i)}) `
  const from = isFirst ? 1 : d.int(2, 30)
  const note = (i: number): string =>
    H(2, `${mark(from + i)}${title()}${i === 0 && !isFirst ? continued : ''}`) +
    (d.chance(0.4) ? H(3, `${letter(d.int(isFirst ? 1 : 2, 6))}${t.title(2, 5)}${isFirst ? '' : continued}`) : '') +
    d.pick([() => body(kit), () => table(kit, { rows: d.int(4, 16), cols: d.int(3, 6) }), () => P(t.para())])()
  const start = d.pick([() => '', () => P(t.para()), () => table(kit, { rows: d.int(10, 30), cols: d.int(3, 6) })])()
  return (isFirst ? '' : start) + many(d.int(2, 7), note)
}

/** The title of a section with its period and company, in lines of different styles. */
function sectionTitle(kit: GenreTools, size: number): string {
  const { d, t } = kit
  const isUpper = d.chance(0.5)
  const upper = (text: string): string => (isUpper ? text.toUpperCase() : text)
  const color = d.chance(0.3) ? `color:${d.pick(['#1f4e79', '#c00000', '#2e7d32', '#777', '#0b5394'])};` : ''
  const large = `font-size:${(size * d.pick([0.9, 1, 1, 1.2, 1.4, 1.7, 2])).toFixed(2)}pt;${d.chance(0.7) ? 'font-weight:bold;' : ''}${color}`
  const small = `font-size:${(size * d.pick([0.8, 0.9, 1, 1.1])).toFixed(2)}pt;${d.chance(0.3) ? 'font-style:italic;' : ''}`
  const lines = [
    ...(d.chance(0.35) ? [[upper(t.company()), d.chance(0.5) ? large : small]] : []),
    [
      upper(d.chance(0.2) ? `Notes to the ${t.title(1, 3)}` : t.title(2, 6)) + (d.chance(0.2) ? ' (continued)' : ''),
      large,
    ],
    ...(d.chance(0.45) ? [[`${d.pick(['For the year ended', 'As at', 'Year ended'])} ${t.date()}`, small]] : []),
  ]
  const rule = d.chance(0.35) ? 'border-bottom:.5pt solid #666;' : ''
  const sides = `text-align:${d.pick(['left', 'left', 'center', 'right'])};${rule}`
  return `<div style="${sides}">${lines.map(([text, style]) => `<div style="${style}">${text}</div>`).join('')}</div>`
}

/** Pages whose header is a table header, which repeats on each page, or that begin with the same lines. */
export function statementPages(kit: GenreTools, size: number): { html: string; top: number } {
  const { d } = kit
  if (d.chance(0.4)) return { html: sectionTitle(kit, size) + statements(kit, d.chance(0.8)), top: 0 }
  const height = d.int(14, 34)
  const cell = `height:${height}mm;padding:0 0 ${d.int(0, 4)}mm;vertical-align:${d.pick(['top', 'middle', 'bottom'])}`
  return {
    html: `<table role="presentation" style="border-collapse:collapse;width:100%"><thead><tr><td style="${cell}">${sectionTitle(kit, size)}</td></tr></thead><tbody><tr><td style="padding:0">${statements(kit, false)}</td></tr></tbody></table>`,
    top: height,
  }
}
