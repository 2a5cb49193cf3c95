/**
 * Generates HTML training pages with and without tables: `node test/training/make-tables.node.ts OUT FONTS [COUNT]`,
 * COUNT (60) of each genre. Every third genre is for evaluation only. `OUT/list.json` is the input of `print.node.ts`
 * and `train-tables.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columnGenres } from './genres-columns.ts'
import { numberTableGenres } from './genres-print.ts'
import { wordTableGenres } from './genres-print-words.ts'
import { reportGenres } from './genres-reports.ts'
import { tableGenres } from './genres-tables.ts'
import { toHan } from './make-running-headers.node.ts'
import { type GenreTools, H, P } from './parts.ts'
import { createRandomStyle } from './styles.ts'
import { createRandom, createRandomText } from './words.ts'

const [, , out = 'training-tables', fonts = '/usr/share/fonts', count = '60'] = process.argv
const list: { html: string; pdf: string; set: string; group: string; blind: boolean }[] = []
mkdirSync(out, { recursive: true })
let seed = 1
const genres = { ...tableGenres, ...reportGenres, ...columnGenres, ...numberTableGenres, ...wordTableGenres }
for (const [at, [name, write]] of Object.entries(genres).entries())
  for (let copy = 0; copy < Number(count); copy++) {
    const d = createRandom(seed++ * 6007 + 29)
    const kit: GenreTools = { d, t: createRandomText(d), l: createRandomStyle(d, fonts) }
    const around = (): string => (d.chance(0.3) ? H(2, kit.t.title()) : '') + (d.chance(0.7) ? P(kit.t.para()) : '')
    let html = around() + write(kit) + around()
    while (d.chance(0.6)) html += write(kit) + around()
    // Tables in one column of a paper.
    if (name in tableGenres && d.chance(0.25))
      html = `<div style="columns:2;column-gap:18pt;font-size:.85em">${P(kit.t.para(4, 9))}${html}${P(kit.t.para(4, 9))}</div>`
    if (d.chance(0.12))
      html = html.replace(/(<style>[^<]*<\/style>)|>([^<]+)</g, (whole, style) => style ?? toHan(whole, kit))
    const file = join(out, `${name}-${copy}`)
    writeFileSync(
      `${file}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>${kit.l.css}table{break-inside:avoid}</style></head><body>${html}</body></html>`,
    )
    list.push({ html: `${file}.html`, pdf: `${file}.pdf`, set: 'tables', group: name, blind: at % 3 === 2 })
  }
writeFileSync(join(out, 'list.json'), JSON.stringify(list, null, 1))
