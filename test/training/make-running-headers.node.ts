/**
 * Generates HTML training documents with running headers and footers: `node test/training/make-running-headers.node.ts
 * OUT FONTS [COUNT]`. `OUT/list.json` is the input of `print.node.ts` and states the margins of each document; all text
 * in them is furniture.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { letters } from './genres-letters.ts'
import { pages } from './genres-pages.ts'
import { papers } from './genres-papers.ts'
import { statementPages } from './genres-statements.ts'
import { body, endHeadingsIn, type GenreTools, H, many, number, P, table } from './parts.ts'
import { createRandomStyle } from './styles.ts'
import { createRandom, createRandomText } from './words.ts'

/** A document's margins in points. */
export interface MarginDocument {
  readonly html: string
  readonly pdf: string
  readonly group: string
  readonly margins: { readonly top: number; readonly bottom: number }
  readonly isBareFirst: boolean
}

const POINTS_PER_MM = 72 / 25.4
const HAN =
  '的一是在有人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经'

/** Two thirds of the documents; the others are of all genres. */
const mainGroups = ['report', 'report', 'report', 'slides', 'statements', 'statements']
const genres = { ...papers, ...letters, ...pages }

/** A page that begins within a section, as cut from a report. */
function report(kit: GenreTools): string {
  const { d, t } = kit
  const start = d.pick([
    () => P(t.para()),
    () => H(2, number(kit, 1) + t.title() + d.pick(['', ' (continued)', ''])) + body(kit),
    () => table(kit, { rows: d.int(8, 24), cols: d.int(3, 6) }),
    () => H(1, t.title()) + body(kit),
  ])()
  return start + many(d.int(3, 9), (i) => (d.chance(0.6) ? H(d.int(2, 3), number(kit, i) + t.title()) : '') + body(kit))
}

/** Pages with one heading each; some have notes at the bottom. */
function slides(kit: GenreTools): string {
  const { d, t } = kit
  const note = (at: number): string =>
    `<p class="sm">${d.pick([`${at + 1}) `, `${at + 1} `, '* ', 'Source: '])}${t.sentence()}</p>`
  const notes = d.chance(0.4) ? `<div style="position:absolute;bottom:0">${many(d.int(1, 3), note)}</div>` : ''
  const one = (): string =>
    H(1, t.title(2, 5)) + d.pick([() => body(kit), () => table(kit), () => P(t.para(1, 2)) + body(kit)])()
  return `${one()}${notes}${many(d.int(1, 3), () => `<div class="pb"></div>${one()}`)}`
}

function line({ d, t }: GenreTools, kind: string): string {
  const upper = (text: string): string => (d.chance(0.3) ? text.toUpperCase() : text)
  const separator = d.pick([' | ', ' • ', ' – ', ', ', '  ', ' / ', ' · '])
  const one = (): string =>
    d.pick([
      () => upper(t.title(2, 5)),
      () => upper(t.company()),
      () => upper(`${t.title(3, 5)}${d.pick([' (continued)', ' (CONTINUED)', " (cont'd)", ''])}`),
      () => `${upper(t.company())}${separator}${t.title(2, 4)}`,
      () =>
        `${d.pick(['Annual Report', 'Report', 'Notes', 'Handbook'])} ${d.int(1995, 2025)}${separator}${t.title(1, 3)}`,
      () => t.date(),
      () => `www.${t.noun()}-${t.noun()}.com`,
      () =>
        `${d.pick(['Rev.', 'Version', 'Doc. No.', 'Form'])} ${d.int(1, 40)}${d.chance(0.5) ? `.${d.int(0, 9)}` : ''}`,
      () => `${t.name()}${separator}${t.title(2, 4)}`,
      () => d.pick(['Table of Contents', 'Contents', 'CONFIDENTIAL', 'Draft', 'For internal use only', 'Public']),
      () => `© ${d.int(1990, 2025)} ${t.company()}. All rights reserved.`,
      () => `${d.pick(['Chapter', 'Part', 'Section'])} ${d.int(1, 20)}${d.pick([': ', '. ', ' – '])}${t.title(2, 4)}`,
      () => `${t.title(1, 2)}, Vol. ${d.int(1, 90)}, No. ${d.int(1, 12)}, ${d.int(1960, 2025)}`,
    ])()
  return kind === 'number' ? '' : one()
}

function marginBox(kit: GenreTools, place: string, style: string): string {
  const { d } = kit
  const kind = d.pick(['text', 'text', 'text', 'number', 'text+number', 'lines'])
  const counter = d.pick([
    'counter(page)',
    'counter(page)',
    '"Page " counter(page)',
    '"- " counter(page) " -"',
    'counter(page) " / " counter(pages)',
    '"Page " counter(page) " of " counter(pages)',
  ])
  const quote = (text: string): string => `"${text.replace(/["\\]/g, '')}"`
  const lines = many(d.int(1, 2), () => `${quote(line(kit, 'text'))} "\\A " `)
  const content =
    kind === 'number'
      ? counter
      : kind === 'text+number'
        ? d.chance(0.5)
          ? `${quote(line(kit, 'text'))} "  " ${counter}`
          : `counter(page) "  " ${quote(line(kit, 'text'))}`
        : kind === 'lines'
          ? `${lines}${quote(line(kit, 'text'))}`
          : quote(line(kit, 'text'))
  const [, side] = place.split('-')
  return `@${place}{content:${content};white-space:pre-wrap;text-align:${side === 'center' ? 'center' : side};${style}}`
}

/** The section's name in small type right above the heading of a slide. */
function kicker(kit: GenreTools, size: number): string {
  const { d } = kit
  const style = `font-size:${(size * d.pick([0.8, 0.9, 1, 1.2])).toFixed(2)}pt;${d.chance(0.3) ? 'font-weight:bold;' : ''}vertical-align:bottom;padding-bottom:${d.int(0, 5)}pt`
  return `@top-left{content:"${line(kit, 'text').replace(/["\\\\]/g, '')}";text-align:left;${style}}`
}

function marginBoxes(kit: GenreTools, edge: 'top' | 'bottom', size: number): string {
  const { d } = kit
  const ratio = edge === 'top' ? d.pick([0.7, 0.8, 0.9, 1, 1, 1.1, 1.3, 1.6, 1.9]) : d.pick([0.7, 0.8, 0.9, 1, 1])
  const font = d.chance(0.5)
    ? `font-family:'${d.pick(['Liberation Sans', 'Liberation Serif', 'DejaVu Sans', 'C059', 'Nimbus Sans', 'Carlito'])}';`
    : ''
  const rule = d.chance(0.35) ? `border-${edge === 'top' ? 'bottom' : 'top'}:.5pt solid #666;` : ''
  const near = edge === 'top' ? 'bottom' : 'top'
  const position = `vertical-align:${d.pick([near, 'middle', 'middle', edge])};padding-${near}:${d.pick([2, 4, 8, 14])}pt;padding-${edge}:${d.pick([4, 14, 24, 30])}pt;`
  const style = `${font}font-size:${(size * ratio).toFixed(2)}pt;${d.chance(0.25) ? 'font-weight:bold;' : ''}${d.chance(0.2) ? 'font-style:italic;' : ''}${d.chance(0.15) ? 'color:#777;' : ''}${position}${rule}`
  const sides = d.pick([
    ['left'],
    ['right'],
    ['center'],
    ['center'],
    ['left', 'right'],
    ['left', 'right'],
    ['left', 'center', 'right'],
    [],
  ])
  return sides.map((side) => marginBox(kit, `${edge}-${side}`, style)).join('')
}

/** The text of a page in random ideographs. */
export function toHan(html: string, kit: GenreTools): string {
  const word = (text: string): string =>
    many(Math.ceil(text.length / 3), () => HAN.charAt(kit.d.int(0, HAN.length - 1)))
  const text = (part: string): string =>
    part
      .replace(/[A-Za-z]+/g, word)
      .replace(/\. ?/g, '。')
      .replace(/(?<=\S) (?=\S)/g, '')
  return html.replace(/>([^<]+)</g, (_, part: string) => `>${text(part)}<`)
}

if (import.meta.main) {
  const [, , out = 'running-headers', fonts = '/usr/share/fonts', count = '600'] = process.argv
  mkdirSync(out, { recursive: true })
  const list: MarginDocument[] = []
  for (let copy = 0; copy < Number(count); copy++) {
    const d = createRandom(copy * 7919 + 101)
    const kit: GenreTools = { d, t: createRandomText(d), l: createRandomStyle(d, fonts) }
    endHeadingsIn('')
    const names = Object.keys(genres)
    const group = d.pick([...mainGroups, d.pick(names), d.pick(names), d.pick(names)])
    const isLong = group === 'report' || d.chance(0.25)
    const size = Number(/body\{font:([\d.]+)pt/.exec(kit.l.css)?.[1] ?? 10)
    const statement = group === 'statements' ? statementPages(kit, size) : { html: '', top: 0 }
    const write = { report, slides, statements: () => statement.html, ...genres }[group]!
    let html = write(kit)
    while (isLong && group !== 'statements' && html.length < 9000 && d.chance(0.8))
      html += (d.chance(0.3) ? '<div class="pb"></div>' : '') + report(kit)
    if (d.chance(0.15)) html = toHan(html, kit)
    const hasKicker = d.chance(0.5)
    const least = isLong ? 12 : 5
    const [top, bottom] = [statement.top > 0 ? d.int(5, 12) : d.int(least, 34), d.int(least, 32)]
    const isBareFirst = d.chance(0.4)
    const first = isBareFirst
      ? '@page:first{@top-left{content:none}@top-center{content:none}@top-right{content:none}}'
      : ''
    const sides = `${d.int(12, 30)}mm`
    // Short documents seldom have running headers; what is at their top is content.
    const boxes = (edge: 'top' | 'bottom'): string =>
      group === 'statements' && edge === 'top'
        ? ''
        : group === 'slides' && edge === 'top' && hasKicker
          ? kicker(kit, size)
          : isLong || group === 'slides' || d.chance(edge === 'top' ? 0.15 : 0.4)
            ? marginBoxes(kit, edge, size)
            : ''
    const css = `${kit.l.css.replace(/@page\{[^}]*\}/, '')}@page{size:${group === 'slides' ? d.pick(['254mm 143mm', '254mm 190mm']) : d.pick(['A4', 'A4', 'Letter', 'A5'])};margin:${top}mm ${sides} ${bottom}mm ${sides};${boxes('top')}${boxes('bottom')}}${first}`
    const file = join(out, `${group}-${copy}`)
    writeFileSync(
      `${file}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>${css}${group === 'slides' && hasKicker ? 'h1{margin-top:0 !important;text-align:left !important}' : ''}</style></head><body>${html}</body></html>`,
    )
    list.push({
      html: `${file}.html`,
      pdf: `${file}.pdf`,
      group,
      margins: { top: (top + statement.top) * POINTS_PER_MM, bottom: bottom * POINTS_PER_MM },
      isBareFirst,
    })
  }
  writeFileSync(join(out, 'list.json'), JSON.stringify(list, null, 1))
}
