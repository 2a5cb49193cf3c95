/**
 * Generates HTML training documents: `node test/training/make-documents.node.ts OUT FONTS [COUNT]`, COUNT (24) of each
 * genre. Every third genre is for evaluation only. `OUT/list.json` is the input of `print.node.ts` and `train.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { letters } from './genres-letters.ts'
import { pages } from './genres-pages.ts'
import { papers } from './genres-papers.ts'
import { body, endHeadingsIn, type GenreTools, H, many } from './parts.ts'
import { createRandomStyle } from './styles.ts'
import { createRandom, createRandomText } from './words.ts'

const [, , out = 'training', fonts = '/usr/share/fonts', count = '24'] = process.argv
const list: { html: string; pdf: string; set: string; group: string; blind: boolean }[] = []
let seed = 1
mkdirSync(out, { recursive: true })
for (const [at, [name, write]] of Object.entries({ ...papers, ...letters, ...pages }).entries())
  for (let copy = 0; copy < Number(count); copy++) {
    const d = createRandom(seed++ * 7919 + 13)
    const kit: GenreTools = { d, t: createRandomText(d), l: createRandomStyle(d, fonts) }
    endHeadingsIn(d.chance(0.07) ? ':' : d.chance(0.06) ? '.' : '')
    let html = write(kit)
    if (name !== 'slides' && d.chance(0.5))
      html += many(d.int(1, 2), () => (d.chance(0.5) ? '<div class="pb"></div>' : '') + H(2, kit.t.title()) + body(kit))
    const file = join(out, `${name}-${copy}`)
    writeFileSync(
      `${file}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>${kit.l.css}</style></head><body>${html}</body></html>`,
    )
    list.push({ html: `${file}.html`, pdf: `${file}.pdf`, set: 'made', group: name, blind: at % 3 === 2 })
  }
writeFileSync(join(out, 'list.json'), JSON.stringify(list, null, 1))
